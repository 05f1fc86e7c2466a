import { describe, expect, it } from 'vitest'
import { Incidents } from '../../../src/main/electron/tray/incidents.ts'
import type { Event } from '../../../src/shared/event.ts'

const upstream = (name: string, state: string, error: string | null = null): Event => ({
  seq: 1,
  time: '2026-11-22T05:00:00.000Z',
  type: 'upstream.state',
  session: null,
  turn: null,
  step: null,
  entry: null,
  data: { name, transport: 'stdio', state, error, tools: null, instances: 0, calls: 0, errors: 0 },
})
const figures = (bytesStored: number) => ({
  savedToday: 0,
  bytesStored,
  maxBytes: 1_000,
  paused: false,
  failing: [],
})

describe('incidents', () => {
  it('a server that fails is told of once, however often it is restarted in vain', () => {
    const incidents = new Incidents()
    expect(incidents.ofEvent(upstream('fs', 'failed', 'it ended with 1'))).toEqual({
      title: 'fs is down',
      body: 'it ended with 1',
      place: { view: 'gateway', open: 'fs' },
    })
    expect(incidents.ofEvent(upstream('fs', 'starting'))).toBeNull()
    expect(incidents.ofEvent(upstream('fs', 'failed'))).toBeNull()
    expect(incidents.ofEvent(upstream('db', 'failed'))).toMatchObject({ title: 'db is down' })
  })

  it('it is told of again once it worked in between', () => {
    const incidents = new Incidents()
    incidents.ofEvent(upstream('fs', 'failed'))
    incidents.ofEvent(upstream('fs', 'ready'))
    expect(incidents.ofEvent(upstream('fs', 'failed'))).not.toBeNull()
  })

  it('a cache near its cap is told of once, though retention keeps it there', () => {
    const incidents = new Incidents()
    expect(incidents.ofFigures(figures(899))).toBeNull()
    expect(incidents.ofFigures(figures(905))).toMatchObject({ title: 'The cache is nearly full' })
    expect(incidents.ofFigures(figures(890))).toBeNull()
    expect(incidents.ofFigures(figures(990))).toBeNull()
    incidents.ofFigures(figures(500))
    expect(incidents.ofFigures(figures(990))).not.toBeNull()
  })
})
