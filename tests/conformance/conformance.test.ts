import { beforeAll, describe, expect, test } from 'vitest'
import { createDaemon } from '../integration/running-daemon.ts'
import { EXPECTED } from './expected.ts'
import { FIXTURE_COMMAND, startFixture } from './fixture.ts'
import { startFront } from './front.ts'
import { fallenBehind, type Outcomes, requiredScenarios, REVISIONS, runSuite, scenarioOf } from './suite.ts'

/** A stdio server starts for each of the suite's sessions: half a minute where the machine has other work too. */
const LEG_MS = 180_000

/**
 * The suite has no server of its own to beat, so the measure is its fixture alone: what that passes, our own surface and the same
 * fixture behind the gateway must pass as well. The pending and optional scenarios that it passes count too.
 */
describe.each(REVISIONS)('conformance to %s', { timeout: LEG_MS }, (revision) => {
  let alone: Outcomes

  beforeAll(async () => {
    await using fixture = await startFixture()
    alone = await runSuite(fixture.url, revision)
  }, LEG_MS)

  test('the fixture alone passes all that is required, so that the comparison means something', async () => {
    const required = new Set(await requiredScenarios(revision))
    const ran = new Set([...alone.keys()].map(scenarioOf))
    const failed = [...alone].filter(([, { verdict }]) => verdict === 'FAILURE').map(([check]) => check)
    expect(required.difference(ran)).toEqual(new Set())
    expect(failed.filter((check) => required.has(scenarioOf(check)))).toEqual([])
  })

  // The suite waits for much of what it checks, so its legs run at once. Each has a daemon and a fixture of its own: the suite adds a tool
  // to the fixture and takes it away again, and in another leg looks whether the list stays the same.
  test.concurrent('our own surface fails nothing but what is expected, and all of that', async () => {
    await using fixture = await startFixture()
    await using daemon = await createDaemon({ mcpServers: { fix: { type: 'http', url: fixture.url } } })
    await using front = await startFront(daemon, '/mcp', 'fix__')
    const behind = fallenBehind(alone, await runSuite(front.url, revision))
    const covers = (entry: string) => (check: string) => check === entry || scenarioOf(check) === entry
    const entries = Object.keys(EXPECTED[revision])
    const surprises = [...behind].filter(([check]) => !entries.some((entry) => covers(entry)(check)))
    expect(Object.fromEntries(surprises)).toEqual({})
    expect(entries.filter((entry) => ![...behind.keys()].some(covers(entry)))).toEqual([])
  })

  test.concurrent.each(['http', 'stdio'])(
    'a fixture behind the gateway over %s fails nothing more',
    async (transport) => {
      await using fixture = await startFixture()
      await using daemon = await createDaemon({
        policy: { action: 'inline' },
        mcpServers: { fixture: transport === 'http' ? { type: 'http', url: fixture.url } : FIXTURE_COMMAND },
      })
      await using front = await startFront(daemon, '/mcp/fixture')
      expect(Object.fromEntries(fallenBehind(alone, await runSuite(front.url, revision)))).toEqual({})
    },
  )
})
