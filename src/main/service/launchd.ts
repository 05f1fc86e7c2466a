import { join } from 'node:path'
import { serviceArguments, type ServiceFacts, type ServicePlan } from './plan.ts'

const LABEL = 'dev.spillway.daemon'

/** A launch agent of macOS. */
export function launchdPlan(facts: ServiceFacts): ServicePlan {
  const file = join(facts.folder, `${LABEL}.plist`)
  const domain = `gui/${facts.uid ?? 0}`
  const items = [facts.node, ...serviceArguments(facts)].map(
    (each) => `    <string>${escaped(each)}</string>`,
  )
  return {
    file,
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${items.join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>${escaped(facts.path)}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`,
    install: [['launchctl', 'bootstrap', domain, file]],
    remove: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    afterwards: [],
    status: ['launchctl', 'print', `${domain}/${LABEL}`],
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
