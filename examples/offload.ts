// Keeps large tool results out of an agent's context. Needs SPILLWAY_URL and SPILLWAY_TOKEN.
const { SPILLWAY_URL = 'http://127.0.0.1:4774', SPILLWAY_TOKEN = '' } = process.env
const session = `example-${process.pid}`

async function spillway(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${SPILLWAY_TOKEN}`, 'content-type': 'application/json' }
  const url = `${SPILLWAY_URL}/api/v1/${path}`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

// After a tool has run: what goes into the context is `text`, the result itself or a reference to it.
const rows = Array.from({ length: 2000 }, (_, i) => `${i},${i % 7 === 0 ? 'failed' : 'ok'}`)
const content = ['job,state', ...rows].join('\n')
const stored = await spillway('offload', { session, tool: 'list_jobs', arguments: { day: 'today' }, content })
console.log(stored['text'])
const { id } = stored['entry'] as { id: string }

// When the model wants to see more: as lines, by a pattern, or, of a table, by SQL.
const query = "SELECT count(*) FROM t WHERE state = 'failed'"
const answer = await spillway(`entries/${id}/read`, { mode: 'sql', query })
console.log('failed jobs:', answer['text'])

// Before the next tool is called: references in its arguments become the stored value.
const value = { path: '/tmp/jobs.csv', content: `{{scratchpad:${id}}}` }
const resolved = (await spillway('resolve', { session, value }))['value'] as typeof value
console.log('whole again:', resolved.content === content)
