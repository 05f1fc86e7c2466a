import { expect, test } from 'vitest'
import {
  itemShape,
  memberShape,
  type Shape,
  wantsString,
} from '../../../src/main/operations/references/shape.ts'

const shape = (schema: unknown): Shape => ({ schema, root: schema })
const O = { type: 'object' }

test.each([
  [{}, true],
  [{ type: 'string' }, true],
  [{ type: ['string', 'null'] }, true],
  [{ type: 'number' }, false],
  [{ anyOf: [O, { type: 'null' }] }, false],
  [{ anyOf: [O, { type: 'string' }] }, true],
  [{ allOf: [O] }, false],
  [{ enum: [1, 2] }, false],
  [{ enum: ['a', 1] }, true],
  [{ const: 3 }, false],
  [{ $ref: '#/$defs/O', $defs: { O } }, false],
  [{ $ref: '#' }, true],
  [{ $ref: 'https://elsewhere.example/schema' }, true],
])('M6: whether %j takes text: %j', (schema, wants) => {
  expect(wantsString(shape(schema))).toBe(wants)
})

test('M6: members are looked up in properties, in what else may be there, and in alternatives', () => {
  const number = { type: 'number' }
  expect(memberShape(shape({ properties: { a: number } }), 'a').schema).toBe(number)
  expect(memberShape(shape({ properties: {}, additionalProperties: number }), 'b').schema).toBe(number)
  expect(memberShape(shape({ anyOf: [{ type: 'null' }, { properties: { a: number } }] }), 'a').schema).toBe(
    number,
  )
  expect(memberShape(shape({ properties: {} }), 'constructor').schema).toBeUndefined()
})

test('M6: items of a list and of a tuple', () => {
  const list = shape({ items: O })
  expect(itemShape(list, 7).schema).toBe(O)
  const tuple = shape({ prefixItems: [{ type: 'string' }, O], items: { type: 'number' } })
  expect([0, 1, 2].map((index) => wantsString(itemShape(tuple, index)))).toEqual([true, false, false])
})
