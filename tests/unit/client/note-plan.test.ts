import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planNote } from '../../../src/main/client/notes/plan.ts'
import type { NoteSides } from '../../../src/main/client/notes/plan.ts'

const [A, B, C] = ['a', 'b', 'c']
const v = (version: number, sha256: string) => ({ version, sha256 })

describe('what one note needs', () => {
  test.each<[string, NoteSides, ReturnType<typeof planNote>]>([
    ['nothing has changed', { synced: v(1, A), file: A, stored: v(1, A) }, 'none'],
    ['a new file', { synced: null, file: A, stored: null }, 'write-note'],
    ['a new note', { synced: null, file: null, stored: v(1, A) }, 'write-file'],
    ['a changed file', { synced: v(1, A), file: B, stored: v(1, A) }, 'write-note'],
    ['a changed note', { synced: v(1, A), file: A, stored: v(2, B) }, 'write-file'],
    ['the same change on both sides', { synced: v(1, A), file: B, stored: v(2, B) }, 'agree'],
    ['two changes', { synced: v(1, A), file: B, stored: v(2, C) }, 'conflict'],
    ['two new ones', { synced: null, file: A, stored: v(1, B) }, 'conflict'],
    ['a removed file', { synced: v(1, A), file: null, stored: v(1, A) }, 'remove-note'],
    ['a removed file, a changed note', { synced: v(1, A), file: null, stored: v(2, B) }, 'write-file'],
    ['a removed note', { synced: v(1, A), file: A, stored: null }, 'remove-file'],
    ['a removed note, a changed file', { synced: v(1, A), file: B, stored: null }, 'write-note'],
    ['both removed', { synced: v(1, A), file: null, stored: null }, 'agree'],
    ['a note removed and made anew', { synced: v(1, A), file: A, stored: v(1, B) }, 'write-file'],
  ])('%s', (_, sides, step) => expect(planNote(sides)).toBe(step))

  const hash = fc.constantFrom(A, B, C)
  const version = fc.record({ version: fc.integer({ min: 1, max: 3 }), sha256: hash })
  const sides = fc.record({
    synced: fc.option(version),
    file: fc.option(hash),
    stored: fc.option(version),
  })

  test('text that only one side has is never removed or overwritten', () => {
    fc.assert(
      fc.property(sides, ({ synced, file, stored }) => {
        const step = planNote({ synced, file, stored })
        const known = (sha256: string | null) => sha256 === null || sha256 === synced?.sha256
        if (step === 'write-file' || step === 'remove-file') expect(known(file)).toBe(true)
        if (step === 'write-note' || step === 'remove-note') expect(known(stored?.sha256 ?? null)).toBe(true)
      }),
    )
  })
})
