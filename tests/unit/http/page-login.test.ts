import { expect, test } from 'vitest'
import { PageLogin } from '../../../src/main/http/page-login.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function loginAt(start: number) {
  let now = start
  const login = new PageLogin('the admin token', () => now)
  return { login, pass: (ms: number) => (now += ms) }
}

test('a code lets in until its ten minutes are over, and once', () => {
  const { login, pass } = loginAt(Date.UTC(2026, 10, 22))
  const [early, late] = [login.issueCode(), login.issueCode()]
  expect(late.expiresAt).toBe('2026-11-22T00:10:00.000Z')
  pass(10 * MINUTE - 1)
  expect(login.redeem(early.code)).toMatchObject({ maxAgeSeconds: 30 * 86_400 })
  expect(() => login.redeem(early.code)).toThrow(/used already or has expired/)
  pass(1)
  expect(() => login.redeem(late.code)).toThrow(
    expect.objectContaining({ code: 'unauthorized', hint: 'Run `spillway open` for a new one.' }) as Error,
  )
})

test('codes that nobody used are forgotten, and a cookie ends after thirty days', () => {
  const { login, pass } = loginAt(0)
  const { cookie, key } = login.redeem(login.issueCode().code)
  const unused = login.issueCode()
  pass(11 * MINUTE)
  login.issueCode()
  expect(() => login.redeem(unused.code)).toThrow()
  pass(30 * DAY - 11 * MINUTE - 1)
  expect(login.accepts(cookie, key)).toBe(true)
  pass(1)
  expect(login.accepts(cookie, key)).toBe(false)
})
