import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalArguments } from '../../../../src/main/recording/replay/canonical.ts'
import { differencesOf } from '../../../../src/main/recording/replay/differences.ts'

test('N9: the order of members, white space and the spelling of a number change nothing', () => {
  const spellings = [
    '{"b":[1,2.50],"a":{"y":100,"x":null}}',
    '{ "a": {"x": null, "y": 1e2}, "b": [1.0, 2.5] }',
    '{"a":{"y":100.0,"x":null},"b":[10e-1,25E-1]}',
  ]
  expect(new Set(spellings.map(canonicalArguments)).size).toBe(1)
  expect(canonicalArguments(null)).toBe(canonicalArguments(' {} '))
})

test('N9: numbers that JavaScript cannot tell apart are two, and so are a number and its text', () => {
  const apart = [
    '{"id":12345678901234567890}',
    '{"id":12345678901234567891}',
    '{"id":"12345678901234567890"}',
  ]
  expect(new Set(apart.map(canonicalArguments)).size).toBe(3)
  expect(canonicalArguments('{"a":-0}')).toBe(canonicalArguments('{"a":0.000}'))
  expect(canonicalArguments('{"a":1e400}')).not.toBe(canonicalArguments('{"a":1e401}'))
})

test('N9: members in any order are equal, and any other change is seen at its place', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (members, name) => {
      const reversed = Object.fromEntries(Object.entries(members).toReversed())
      const json = JSON.stringify(members)
      expect(canonicalArguments(JSON.stringify(reversed))).toBe(canonicalArguments(json))
      expect(differencesOf(json, JSON.stringify(reversed))).toEqual([])
      const changed = JSON.stringify({ ...members, [`new ${name}`]: 'value' })
      expect(canonicalArguments(changed)).not.toBe(canonicalArguments(json))
      expect(differencesOf(json, changed).some(({ given }) => given === '"value"')).toBe(true)
    }),
  )
})

test('N9: differences name the path, what was recorded and what was given', () => {
  const recorded = '{"path":"/a","filter":{"ids":[1,2]},"old":true}'
  const given = '{"path":"/b","filter":{"ids":[1,3]},"new key":[]}'
  expect(differencesOf(recorded, given)).toEqual([
    { path: 'path', recorded: '"/a"', given: '"/b"' },
    { path: 'filter.ids[1]', recorded: '2', given: '3' },
    { path: 'old', recorded: 'true', given: null },
    { path: '["new key"]', recorded: null, given: '[]' },
  ])
})
