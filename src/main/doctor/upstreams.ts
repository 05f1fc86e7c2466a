import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Config, UpstreamConfig } from '../../shared/config.ts'
import type { ApiClient } from '../client/api.ts'
import { isStdio } from '../gateway/launch.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** The servers of the configuration: that their programs are there, and how those that were started are. */
export async function checkUpstreams({ mcpServers }: Config, api: ApiClient | null): Promise<Finding[]> {
  const states = new Map((await api?.listUpstreams({}))?.items.map((status) => [status.name, status]))
  const servers = Object.entries(mcpServers)
  if (servers.length === 0) return [fine('servers', 'none are configured')]
  return servers.map(([name, server]) => {
    if (!server.enabled || server.disabled) return fine('servers', `${name} is switched off`)
    const missing = missingProgram(server)
    if (missing !== null)
      return wrong('servers', `${name}: there is no program ${missing}`, 'Install it, or mend its command.')
    const state = states.get(name)
    if (state?.state === 'failed')
      return wrong('servers', `${name}: ${state.error ?? 'it failed'}`, 'Mend its entry in config.json.')
    return fine('servers', `${name} is ${state?.state ?? 'not started'}`)
  })
}

function missingProgram(server: UpstreamConfig): string | null {
  if (!isStdio(server)) return null
  const { command, cwd, env } = server
  if (isAbsolute(command)) return existsSync(command) ? null : command
  // A path that is not absolute starts from the session's folder where there is no cwd, which only a session knows.
  if (/[\\/]/.test(command)) return cwd === undefined || existsSync(join(cwd, command)) ? null : command
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : ['']
  const folders = (env['PATH'] ?? process.env['PATH'] ?? '').split(delimiter)
  const there = folders.some((folder) => endings.some((ending) => existsSync(join(folder, command + ending))))
  return there ? null : command
}
