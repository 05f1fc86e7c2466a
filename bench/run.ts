import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from './rig/program.ts'

/**
 * `npm run bench [-- NAME…]`: each benchmark is a program of this folder that prints one JSON object; this runs them one
 * after the other and prints them as an array. A budget that is missed is said in its object; only a
 * benchmark that broke ends this with 1.
 */
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}

await build()
const results: unknown[] = []
for (const name of wanted.length > 0 ? wanted : known) {
  process.stderr.write(`${name} …\n`)
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: [...stdio] })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (child.exitCode === 0) {
    results.push(JSON.parse(output))
  } else {
    results.push({ benchmark: name, broken: `ended with ${child.exitCode ?? child.signalCode}` })
    process.exitCode = 1
  }
}
console.log(JSON.stringify(results, null, 2))
