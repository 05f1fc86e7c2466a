import { expect, test } from 'vitest'
import { sqlShape } from '../../../src/main/store/query/sql/shape.ts'

test.each([
  ['SELECT 1', 'SELECT', 'SELECT 1'],
  [' /* a;b */ -- c\n select 1 ; -- end\n;', 'SELECT', ' /* a;b */ -- c\n select 1'],
  ["SELECT ';--' ; ", 'SELECT', "SELECT ';--'"],
  ['(SELECT 1)', '', '(SELECT 1)'],
  ['PRAGMA x', 'PRAGMA', 'PRAGMA x'],
  ['SELECT "unclosed', 'SELECT', 'SELECT "unclosed'],
  ['-- nothing', '', ''],
  ['', '', ''],
])('N10: %j begins with %j', (sql, keyword, body) => {
  expect(sqlShape(sql)).toEqual({ keyword, body })
})
