/**
 * What the C library's allocator is told where that is glibc; others do not look at it. By default each thread gets memory of its own to
 * allocate from, and what was freed in there stays with the process: after an hour of work that was more than everything in use.
 * Here threads share two such places, large buffers are the system's own pages, which go back to it at once, and so does a free end.
 */
const THRIFTY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts this program over, in this very process, with an allocator that gives memory back: it reads its settings at the start of a
 * process only. Does nothing where that was done, where the user chose settings, or where it cannot be done. Electron's processes have
 * an allocator of their own (PartitionAlloc) in the place of the C library's, which looks at none of this.
 */
export function useThriftyAllocator(): void {
  const { platform, versions, env, execPath, execArgv, argv } = process
  const isChosen = Object.keys(THRIFTY).some((name) => env[name] !== undefined)
  if (platform !== 'linux' || versions['electron'] !== undefined || process.execve === undefined || isChosen)
    return
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...THRIFTY })
}
