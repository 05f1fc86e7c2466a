import { describe, expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../../src/main/rpc/json.ts'
import { answerJson } from '../../../src/main/store/query/json/answer.ts'
import { Document } from '../../../src/main/store/query/json/locate.ts'

/** The example of RFC 9535, figure 1. */
const STORE = `{"store":{"book":[
 {"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},
 {"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},
 {"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},
 {"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}],
 "bicycle":{"color":"red","price":399}}}`
const select = (json: string, path: string) => new Document(parseJson(json)).select(path).map(stringifyJson)

describe('the examples of RFC 9535, table 2', () => {
  test.each([
    ['$.store.book[*].author', ['"Nigel Rees"', '"Evelyn Waugh"', '"Herman Melville"', '"J. R. R. Tolkien"']],
    ['$..author', ['"Nigel Rees"', '"Evelyn Waugh"', '"Herman Melville"', '"J. R. R. Tolkien"']],
    ['$.store..price', ['8.95', '12.99', '8.99', '22.99', '399']],
    ['$..book[2].author', ['"Herman Melville"']],
    ['$..book[2].publisher', []],
    ['$..book[-1].title', ['"The Lord of the Rings"']],
    ['$..book[0,1].title', ['"Sayings of the Century"', '"Sword of Honour"']],
    ['$..book[:2].title', ['"Sayings of the Century"', '"Sword of Honour"']],
    ['$..book[?@.isbn].title', ['"Moby Dick"', '"The Lord of the Rings"']],
    ['$..book[?@.price<10].title', ['"Sayings of the Century"', '"Moby Dick"']],
    ['$..book[?match(@.author, "J.*n")].title', ['"The Lord of the Rings"']],
    ['$..book[?length(@.title) < 10].title', ['"Moby Dick"']],
  ])('%s', (path, values) => {
    expect(select(STORE, path)).toEqual(values)
  })
})

describe('slices and names of RFC 9535, section 2.3', () => {
  test.each([
    ['$[1:3]', ['"b"', '"c"']],
    ['$[5:]', ['"f"', '"g"']],
    ['$[1:5:2]', ['"b"', '"d"']],
    ['$[5:1:-2]', ['"f"', '"d"']],
    ['$[::-1]', ['"g"', '"f"', '"e"', '"d"', '"c"', '"b"', '"a"']],
  ])('%s', (path, values) => {
    expect(select('["a","b","c","d","e","f","g"]', path)).toEqual(values)
  })

  test(`$.o['j j']['k.k'] and $["'"]["@"]`, () => {
    const json = `{"o":{"j j":{"k.k":3}},"'":{"@":2}}`
    expect(select(json, "$.o['j j']['k.k']")).toEqual(['3'])
    expect(select(json, `$["'"]["@"]`)).toEqual(['2'])
  })
})

test('values are spelled as in the source, and compared as numbers', () => {
  const json = '[{"id":12345678901234567890,"p":1.0},{"id":2,"p":2.50},{"id":3,"p":1e2}]'
  expect(select(json, '$[?@.p > 2].p')).toEqual(['2.50', '1e2'])
  expect(select(json, '$[0]')).toEqual(['{"id":12345678901234567890,"p":1.0}'])
})

test('a path that is none says how one begins', () => {
  expect(() => select('{}', 'items[0]')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('a value longer than a reply goes on character by character, never cut inside one', () => {
  const document = new Document({ text: '🧊'.repeat(25) })
  const parts: string[] = []
  let start = 0
  for (;;) {
    const answer = answerJson(document, { path: '$.text', skip: 0, start, maxMatches: 10, maxChars: 10 })
    parts.push(answer.text)
    if (answer.cutAt === null) break
    start = answer.cutAt
  }
  expect(parts).toHaveLength(3)
  expect(parts.join('')).toBe('🧊'.repeat(25))
})
