const args = process.argv.slice(2)
const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h')

if (args[0] === 'serve' && !asksForHelp) {
  const [{ useThriftyAllocator }, { keepHeapsSmall }] = await Promise.all([
    import('./daemon/allocator.ts'),
    import('./daemon/small-heap.ts'),
  ])
  useThriftyAllocator()
  // Now already: what the daemon loads would let the heap grow before it begins.
  keepHeapsSmall()
}

// A hook runs after every tool call of an agent: it does not wait for what only other commands need.
if (args[0] === 'hook' && !asksForHelp) {
  const { runHook } = await import('./hook/run.ts')
  process.exitCode = await runHook(args.slice(1))
} else {
  const isBridge = args[0] === 'mcp' && !asksForHelp
  const [{ runCli }, createProgram] = await Promise.all([
    import('./cli/run.ts'),
    isBridge
      ? import('./cli/bridge-program.ts').then(({ bridgeProgram }) => bridgeProgram)
      : import('./cli/program.ts').then(({ createProgram: whole }) => whole),
  ])
  process.exitCode = await runCli(args, createProgram)
}
