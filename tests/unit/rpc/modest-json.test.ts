import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excessIn } from '../../../src/main/rpc/modest-json.ts'

test('anything of an ordinary shape passes, whatever its strings hold', () => {
  const string = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', 'a') })
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(string), (value, strings) => {
      expect(excessIn(JSON.stringify({ value, strings }))).toBeNull()
    }),
  )
  expect(excessIn(JSON.stringify('['.repeat(2_000_000)))).toBeNull()
  expect(excessIn(JSON.stringify(Array.from({ length: 3_000_000 }, () => 0)))).toBeNull()
})

test('nesting and number are limited, exactly', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(excessIn(nested(1_000))).toBeNull()
  expect(excessIn(nested(1_001))?.message).toMatch(/nest 1000 deep/)
  expect(excessIn('{"a":'.repeat(1_001))?.message).toMatch(/nest 1000 deep/)
  const many = (count: number) => `[${Array.from({ length: count - 1 }, () => '{}').join()}]`
  expect(excessIn(many(1_000_000))).toBeNull()
  expect(excessIn(many(1_000_001))?.message).toMatch(/1000000 objects and arrays/)
})
