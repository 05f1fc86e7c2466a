import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../build.ts'
import { sandboxArguments } from '../runtimes.ts'
import { obtainElectron } from './electron.ts'

const electron = await obtainElectron()
if ('path' in electron) develop(electron.path)
else console.error(`No desktop window: ${electron.missing}. Try npm run dev:web.`)

/** electron-vite looks for a binary that was installed with its package; it is told where ours is. */
function develop(binary: string): void {
  const builder = join(ROOT, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const args = ['dev', '--watch', '--', ...sandboxArguments(), ...process.argv.slice(2)]
  const child = spawn(process.execPath, [builder, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_EXEC_PATH: binary },
  })
  // The terminal sends Ctrl-C to both; others send their signal to this process only.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
