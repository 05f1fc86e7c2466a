import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchdPlan } from '../../../src/main/service/launchd.ts'
import { systemdPlan } from '../../../src/main/service/systemd.ts'
import { windowsPlan } from '../../../src/main/service/windows.ts'

const facts = {
  node: process.execPath,
  program: '/opt/spill way/bin/spillway.mjs',
  home: '/home/me/a "b" <c> & $d \\e 100%',
  path: '/home/me/.local/bin:/usr/bin:/100%/bin',
  folder: '/home/me/services',
  uid: 501,
}

/** Writes the text of a plan to a file of its name. */
function written(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-service-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('systemd: a user unit', () => {
  const plan = systemdPlan({ ...facts, node: '/usr/bin/node' })
  expect(plan.file).toBe('/home/me/services/spillway.service')
  expect(plan.text).toBe(String.raw`[Unit]
Description=Spillway, a scratchpad and gateway for agents

[Service]
ExecStart="/usr/bin/node" "/opt/spill way/bin/spillway.mjs" "serve" "--home" "/home/me/a \"b\" <c> & $$d \\e 100%%"
Environment="PATH=/home/me/.local/bin:/usr/bin:/100%%/bin"
Restart=on-failure
RestartSec=10

[Install]
WantedBy=default.target
`)
  expect(plan.install).toEqual([
    ['systemctl', '--user', 'daemon-reload'],
    ['systemctl', '--user', 'enable', '--now', 'spillway.service'],
  ])
  expect(plan.remove).toEqual([['systemctl', '--user', 'disable', '--now', 'spillway.service']])
})

const hasSystemd = () => {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.runIf(process.platform === 'linux' && hasSystemd())(
  'systemd itself finds nothing wrong with the unit',
  () => {
    const verify = (text: string) => {
      const unit = written('spillway.service', text)
      const env = { ...process.env, XDG_RUNTIME_DIR: dirname(unit) }
      return spawnSync('systemd-analyze', ['verify', '--user', '--man=no', unit], { env, encoding: 'utf8' })
        .stderr
    }
    const { text } = systemdPlan(facts)
    expect(verify(text)).toBe('')
    // It would say so.
    expect(verify(text.replace('Restart=on-failure', 'Restart=now and then'))).toContain('spillway.service')
  },
)

test('launchd: a launch agent', () => {
  const plan = launchdPlan({ ...facts, node: '/usr/local/bin/node' })
  expect(plan.file).toBe('/home/me/services/dev.spillway.daemon.plist')
  expect(plan.text).toBe(String.raw`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>dev.spillway.daemon</string>
  <key>ProgramArguments</key>
  <array>
    <string>/usr/local/bin/node</string>
    <string>/opt/spill way/bin/spillway.mjs</string>
    <string>serve</string>
    <string>--home</string>
    <string>/home/me/a "b" &lt;c&gt; &amp; $d \e 100%</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>/home/me/.local/bin:/usr/bin:/100%/bin</string>
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
`)
  expect(plan.install).toEqual([['launchctl', 'bootstrap', 'gui/501', plan.file]])
  expect(plan.remove).toEqual([['launchctl', 'bootout', 'gui/501/dev.spillway.daemon']])
})

test('a reader of property lists finds in it what went in', () => {
  const file = written('spillway.plist', launchdPlan(facts).text)
  const read = 'import json,plistlib,sys; print(json.dumps(plistlib.load(open(sys.argv[1],"rb"))))'
  const plist: unknown = JSON.parse(execFileSync('python3', ['-c', read, file], { encoding: 'utf8' }))
  expect(plist).toMatchObject({
    ProgramArguments: [facts.node, facts.program, 'serve', '--home', facts.home],
    EnvironmentVariables: { PATH: facts.path },
    KeepAlive: { SuccessfulExit: false },
  })
})

test('Windows: a file in the Startup folder', () => {
  const plan = windowsPlan({
    ...facts,
    node: 'C:\\Program Files\\nodejs\\node.exe',
    program: 'C:\\Spillway\\bin\\spillway.mjs',
    home: 'C:\\Users\\me & you\\100%\\spillway',
    folder: 'C:\\Startup',
  })
  expect(plan.file).toBe('C:\\Startup\\Spillway.cmd')
  expect(plan.text).toBe(
    '@echo off\r\nstart "Spillway" /min "C:\\Program Files\\nodejs\\node.exe" "C:\\Spillway\\bin\\spillway.mjs" ' +
      '"serve" "--home" "C:\\Users\\me & you\\100%%\\spillway"\r\n',
  )
  expect(plan.install).toEqual([])
})
