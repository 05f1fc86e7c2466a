import { expect, test } from 'vitest'
import { makePreview } from '../../../src/main/policy/preview/index.ts'
import { textDoc } from './document.ts'

const LENGTH = 60_000
/** Processor time; honest content of this length takes a hundredth of it. */
const MOST_MS = 700

/** Pieces that patterns could take long on when there are thousands of them, with and without line breaks. */
const PIECES = [
  '[',
  '{',
  '<',
  '"',
  "'",
  '(',
  '*',
  '#',
  '`',
  '|',
  '/',
  ':',
  '.',
  '_ ',
  '-',
  ' ',
  '\t',
  '\\',
  '\r',
  '0',
  '漢',
  '\u001B[',
  'a ',
  'a:b ',
  'a=',
  'a,',
  'a"',
  'a|',
  '- ',
  '1 ',
  '""',
  '[1,',
  '{"a":',
  '"a":{',
  '[{"a":1},',
  '{"a":1}\n',
  '<!--',
  '<!-- -->',
  '<a>',
  '<a ',
  '</a>',
  '<script',
  '<x y="',
  '&amp;',
  '=>{',
  '[x](',
  '**a',
  '```\n',
  'public ',
  '--- a\n+++ b\n',
  'x:1:y\n',
  'a.c:1:2: error: x\n',
  'commit abcdef1\n',
  '"GET a',
  'a::',
  'a\tb\n',
  '"a\nb",c\n',
  'k:\n  ',
  '[a]\nb = 1\n',
  'Usage: a\n  --b ',
  '  --b [c',
  '\n1. A\n\n',
  'A B C D\n1 2 3 4\n',
  'FAIL a\n  at b.ts:1:2\n',
  'E   + a\n',
  'a.ts(1,2): error TS1: ',
  '{"status":"failed"},',
  'abcdef0 a\n',
  '12 a/b\n',
  '2026-01-01 10:00:00 a=1ms ',
]
const STARTS = ['', '<html><body>', '{"a":', '---\n', '# T\n', 'const a = 1;\n']

test.each(PIECES)('content made of %j alone is previewed at once, after any start', (piece) => {
  for (const start of STARTS) {
    const text = (start + piece.repeat(Math.ceil(LENGTH / piece.length))).slice(0, LENGTH)
    const doc = textDoc(text)
    const before = process.cpuUsage()
    makePreview(doc, { style: 'auto', tokens: 240 })
    const { user } = process.cpuUsage(before)
    expect(user / 1_000).toBeLessThan(MOST_MS)
  }
})
