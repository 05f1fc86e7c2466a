import { expect, test } from 'vitest'
import { carryOutProbes } from '../../bench/previews/probes.ts'
import { readCorpus } from '../../bench/previews/questions.ts'

test('every read that an independent question names finds its answer', async () => {
  const documents = readCorpus().map(({ questions, ...document }) => ({
    ...document,
    questions: questions.filter(({ by }) => by === 'independent'),
  }))
  const probed = await carryOutProbes(documents)
  expect(probed.size).toBeGreaterThan(100)
  for (const [{ ask }, { call, reply, found }] of probed)
    expect({ ask, call, reply, found }).toMatchObject({ found: true })
})
