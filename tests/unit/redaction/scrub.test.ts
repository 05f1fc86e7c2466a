import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DETECTORS, passesLuhn } from '../../../src/main/policy/redaction/detectors.ts'
import { patternsFor } from '../../../src/main/policy/redaction/patterns.ts'
import { scrubJson } from '../../../src/main/policy/redaction/scrub-json.ts'
import { NOTHING_HELD, scrub, scrubWhole } from '../../../src/main/policy/redaction/scrub.ts'
import { scrubBytes, START } from '../../../src/main/store/redaction/bytes.ts'
import { config } from '../../../src/shared/config.ts'
import { detectorName } from '../../../src/shared/redaction.ts'

const all = patternsFor({ detectors: [...detectorName.options], rules: [] }, 'fs', 'read')
const redact = (text: string) => scrubWhole(text, all).text
const x = (n: number) => 'aB3'.repeat(100).slice(0, n)

const SECRETS: Record<string, string> = {
  'aws-key': ['AKIA', 'ABCDEFGH234567AB'].join(''),
  'github-token': `ghp_${x(36)}`,
  'gitlab-token': `glpat-${x(20)}`,
  'slack-token': `xoxb-123456789012-${x(24)}`,
  'openai-key': `sk-proj-${x(40)}`,
  'anthropic-key': `sk-ant-api03-${x(40)}`,
  'npm-token': `npm_${x(36)}`,
  'google-api-key': `AIza${x(35)}`,
  'stripe-key': `sk_live_${x(24)}`,
  jwt: `eyJ${x(20)}.eyJ${x(40)}.${x(43)}`,
  'private-key': `-----BEGIN RSA PRIVATE KEY-----\n${x(64)}\n-----END RSA PRIVATE KEY-----`,
  'credit-card': '4111 1111 1111 1111',
  email: 'jane.doe+tag@mail.example.com',
}

test.each(Object.entries(SECRETS))('N7: %s is found in text and in JSON', (name, secret) => {
  expect(redact(`before ${secret} after`)).toBe(`before [redacted:${name}] after`)
  const { json } = scrubJson(JSON.stringify({ key: `x ${secret}`, n: 1 }), all)
  expect(JSON.parse(json)).toEqual({ key: `x [redacted:${name}]`, n: 1 })
})

test('N7: a bearer header loses its token and keeps its name', () => {
  expect(redact(`Authorization: Bearer ${x(40)}`)).toBe('Authorization: Bearer [redacted:bearer]')
})

test('N7: ordinary text, hashes, dates, versions and order numbers stay', () => {
  const plain = [
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '2026-11-21T10:00:00.000Z 192.168.0.1 4111 1111 1111 1112 1790000000000 v1.2.3',
    'user@localhost, foo@bar, @scope/package@1.2.3, a -> b, sk-learn, eyJ',
    '-----BEGIN CERTIFICATE-----',
  ].join('\n')
  expect(redact(plain)).toBe(plain)
  expect(passesLuhn('4111111111111111') && !passesLuhn('4111111111111112')).toBe(true)
  expect(Object.keys(DETECTORS)).toEqual(detectorName.options)
})

const piece = fc.oneof(
  fc.constantFrom(...Object.values(SECRETS)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constant(' '),
)

test('N7: however a content is cut into pieces, it is redacted as if it had come whole', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      (parts, cuts) => {
        const text = parts.join(' ')
        const bytes = Buffer.from(text, 'utf8')
        const whole = scrubWhole(bytes.toString('utf8'), all)
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        let state = START
        const out: Uint8Array[] = []
        let found = 0
        places.slice(1).forEach((end, i) => {
          const done = scrubBytes({
            state,
            bytes: bytes.subarray(places[i], end),
            final: false,
            patterns: all,
          })
          state = done.state
          out.push(done.bytes)
          found += Object.values(done.counts).reduce((sum, n) => sum + n, 0)
        })
        const last = scrubBytes({ state, bytes: new Uint8Array(0), final: true, patterns: all })
        out.push(last.bytes)
        found += Object.values(last.counts).reduce((sum, n) => sum + n, 0)
        expect(Buffer.concat(out).toString('utf8')).toBe(whole.text)
        expect(found).toBe(Object.values(whole.counts).reduce((sum, n) => sum + n, 0))
      },
    ),
    { numRuns: 300 },
  )
})

test('N7: a secret across the point where a long stream is let through is found', () => {
  const secret = SECRETS['private-key'] ?? ''
  for (const before of [0, 1, 100, 1_000, 262_144 - secret.length, 262_144 - 30, 262_144]) {
    const text = `${'a\n'.repeat(400_000)}${secret} ${'b'.repeat(before)}`
    let held = NOTHING_HELD
    const out: string[] = []
    for (let at = 0; at < text.length; at += 100_000) {
      const done = scrub(held, text.slice(at, at + 100_000), false, all)
      held = done.held
      out.push(done.text)
    }
    out.push(scrub(held, '', true, all).text)
    expect(out.join('')).toBe(text.replace(secret, '[redacted:private-key]'))
  }
})

test('N7: what is no valid text is redacted byte by byte, and the rest of it stays as it was', () => {
  const key = Buffer.from(` ${SECRETS['aws-key']} `)
  const bytes = Buffer.concat([
    Buffer.from('größe '),
    Buffer.from([0xff, 0x80, 0x00, 0xe9]),
    key,
    Buffer.from([0xc3]),
  ])
  const done = scrubBytes({ state: START, bytes, final: true, patterns: all })
  const want = Buffer.concat([
    Buffer.from('größe '),
    Buffer.from([0xff, 0x80, 0x00, 0xe9]),
    Buffer.from(' [redacted:aws-key] '),
    Buffer.from([0xc3]),
  ])
  expect(Buffer.from(done.bytes)).toEqual(want)
  const wide = Buffer.from(`\uFEFFgröße ${SECRETS['aws-key']} 🦊`, 'utf16le')
  const odd = scrubBytes({ state: START, bytes: wide, final: true, patterns: all })
  expect(Buffer.from(odd.bytes).toString('utf16le')).toBe('\uFEFFgröße [redacted:aws-key] 🦊')
})

test('N7: rules of a tool apply to that tool, and JSON that a rule would break is not kept', () => {
  const { redaction } = config.parse({
    redaction: {
      rules: [{ name: 'pw', pattern: '"password":\\s*"[^"]*"', tools: 'db.*', replacement: 'X' }],
    },
  })
  expect(patternsFor(redaction, 'fs', 'read')).toEqual([])
  const rules = patternsFor(redaction, 'db', 'query')
  expect(scrubWhole('{"password": "s3cret"}', rules).text).toBe('{X}')
  const { json, counts } = scrubJson('{"a":1,"password":"s3cret"}', rules)
  expect(json).toBe('"[redacted:pw]"')
  expect(counts).toEqual({ pw: 1 })
  expect(() => config.parse({ redaction: { rules: [{ name: 'bad', pattern: '(' }] } })).toThrow()
})
