import { join } from 'node:path'
import { serviceArguments, type ServiceFacts, type ServicePlan } from './plan.ts'

const UNIT = 'spillway.service'

/** A user unit of systemd. Where another daemon holds the home, it tries again until that has ended. */
export function systemdPlan(facts: ServiceFacts): ServicePlan {
  const systemctl = (...args: string[]) => ['systemctl', '--user', ...args]
  return {
    file: join(facts.folder, UNIT),
    text: `[Unit]
Description=Spillway, a scratchpad and gateway for agents

[Service]
ExecStart=${[facts.node, ...serviceArguments(facts)].map(argument).join(' ')}
Environment=${quoted(`PATH=${facts.path}`)}
Restart=on-failure
RestartSec=10

[Install]
WantedBy=default.target
`,
    install: [systemctl('daemon-reload'), systemctl('enable', '--now', UNIT)],
    remove: [systemctl('disable', '--now', UNIT)],
    afterwards: [systemctl('daemon-reload')],
    status: systemctl('is-active', '--quiet', UNIT),
  }
}

/** In a command line a dollar names a variable, and in every line a percent sign names something of the unit. */
const argument = (text: string) => quoted(text.replaceAll('$', '$$$$'))

const quoted = (text: string) =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`
