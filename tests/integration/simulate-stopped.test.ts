import { expect, test } from 'vitest'
import { seedTimeline } from '../../bench/rig/seed-timeline.ts'
import { createHome } from './cli-process.ts'
import { startDaemon } from './running-daemon.ts'

test(
  'N8: a simulation says how far it is, and ends when whoever asked goes away',
  { timeout: 120_000 },
  async () => {
    await using at = await createHome()
    await seedTimeline(at.home, { calls: 60_000, entries: 600, sessions: 20, turn: 25 })
    const daemon = await startDaemon(at.home)
    const gone = new AbortController()
    const started = performance.now()
    const long = daemon.fetch('/api/v1/simulate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transfer: 'mine' }),
      signal: gone.signal,
    })
    const progress = async () => {
      const { done, total } = await daemon.api.getTransfer({ id: 'mine' })
      return total === 0 ? 0 : done / total
    }
    await expect.poll(progress, { interval: 20, timeout: 30_000 }).toBeGreaterThan(0)
    const share = await progress()
    expect(share).toBeLessThan(1)
    const rest = ((performance.now() - started) * (1 - share)) / share
    gone.abort()
    await expect(long).rejects.toThrow()

    // The one thread for it is free again: it would be busy for the rest of the time otherwise.
    const asked = performance.now()
    expect((await daemon.api.simulate({ to: '2020-01-01T00:00:00Z' })).calls).toBe(0)
    expect(performance.now() - asked).toBeLessThan(rest / 2)
    await expect(daemon.api.getTransfer({ id: 'mine' })).rejects.toThrow('There is no')
    await daemon.end()
  },
)
