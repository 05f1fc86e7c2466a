import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { makePreview } from '../../../src/main/policy/preview/index.ts'
import { corpus, readCorpus, type Question } from './corpus.ts'
import { partialDoc, textDoc } from './document.ts'

const KINDS: Record<string, string> = {
  'access.log': 'log',
  'argparse.py': 'code',
  'cargo-check.txt': 'compiler',
  'cargo-test.txt': 'tests',
  'ci.yml': 'yaml',
  'command.js.txt': 'code',
  'commander.md': 'markdown',
  'curl-help.txt': 'text',
  'diff-ru.diff': 'diff',
  'dpkg-l.txt': 'listing',
  'dpkg.log': 'log',
  'du.tsv': 'listing',
  'exp2.csv': 'csv',
  'files.tsv': 'listing',
  'find.txt': 'listing',
  'gcc-errors.txt': 'compiler',
  'git-diff-big.diff': 'diff',
  'git-diff-stat.txt': 'diff',
  'git-log-stat.txt': 'log',
  'git-log.txt': 'log',
  'grep-rn.txt': 'listing',
  'javac-errors.txt': 'compiler',
  'jobs.log': 'log',
  'junit.xml': 'xml',
  'ls-R.txt': 'listing',
  'ls-la.txt': 'listing',
  'maven-parent.xml': 'xml',
  'mcp-directory-tree.json': 'json',
  'mcp-everything-tools.json': 'json',
  'mcp-list-directory.txt': 'listing',
  'mcp-search-files.txt': 'listing',
  'mcp-tools-list.json': 'json',
  'node-help.txt': 'text',
  'node-test-spec.txt': 'tests',
  'node-test.tap': 'tests',
  'npm-ls.json': 'json',
  'npm-view.json': 'json',
  'orders.csv': 'csv',
  'oxlint-unix.txt': 'compiler',
  'oxlint.json': 'json',
  'oxlint.txt': 'compiler',
  'pako.min.js.txt': 'code',
  'picomatch.md': 'markdown',
  'pino.ndjson': 'ndjson',
  'pip-list.json': 'json',
  'pytest.txt': 'tests',
  'rustdoc.html': 'html',
  'toolbar.md': 'markdown',
  'tsc-errors.txt': 'compiler',
  'tsc-pretty.txt': 'compiler',
  'unittest.txt': 'tests',
  'vitest-junit.xml': 'xml',
  'vitest.json': 'json',
  'vitest.txt': 'tests',
  'zone1970.tab': 'csv',
}

const preview = (text: string, tokens = 220) => makePreview(textDoc(text), { style: 'auto', tokens })
const isAnswered = ({ evidence }: Question, shown: string) =>
  evidence.every((pattern) => new RegExp(pattern, 'm').test(shown))

function isTrue({ proof }: Question, text: string): boolean {
  if ('found' in proof) return new RegExp(proof.found, 'm').test(text)
  if ('lines' in proof) return text.replace(/\n$/, '').split('\n').length === proof.lines
  return [...text.matchAll(new RegExp(proof.count, 'gm'))].length === proof.equals
}

describe('the corpus of real outputs', () => {
  test('has at least 40 of them, and every answer is true of its file', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(40)
    for (const { file, questions } of corpus) {
      const text = readCorpus(file)
      for (const question of questions) expect([file, question.ask, isTrue(question, text)]).toContain(true)
    }
  })

  test.each(corpus.map(({ file }) => file))(
    '%s is known for what it is, also with CRLF and from its start alone',
    (file) => {
      const text = readCorpus(file)
      expect(preview(text).kind).toBe(KINDS[file])
      expect(preview(text.replaceAll('\n', '\r\n')).kind).toBe(KINDS[file])
      const ends = Math.floor(text.length * 0.45)
      // One object on one line says nothing about its kind but that it is JSON; all others must be known too.
      expect(makePreview(partialDoc(text, ends), { style: 'auto', tokens: 220 }).kind).toBe(KINDS[file])
    },
  )

  test('most questions are answered by the preview alone, far more than by the first and last 500 characters', () => {
    const share = (show: (text: string) => string) => {
      const asked = corpus.flatMap(({ file, questions }) =>
        questions.map((question) => ({ question, shown: show(readCorpus(file)) })),
      )
      return asked.filter(({ question, shown }) => isAnswered(question, shown)).length / asked.length
    }
    const ours = share((text) => preview(text).text)
    const headTail = share((text) => makePreview(textDoc(text), { style: 'head-tail', tokens: 0 }).text)
    expect(ours).toBeGreaterThan(0.9)
    expect(ours).toBeGreaterThan(2 * headTail)
  })

  test.each([60, 120, 220, 600])(
    'N4: stays within %i tokens, whole, cut anywhere, or seen in part',
    (tokens) => {
      for (const { file } of corpus) {
        const text = readCorpus(file)
        for (const cut of [1, 0.71, 0.33]) {
          const part = text.slice(0, Math.floor(text.length * cut)).toWellFormed()
          for (const doc of [textDoc(part), partialDoc(part, Math.floor(part.length / 3))]) {
            const { text: shown, omitted, spans } = makePreview(doc, { style: 'auto', tokens })
            expect(countO200k(shown, { disallowedSpecial: new Set() })).toBeLessThanOrEqual(tokens)
            expect(shown.isWellFormed()).toBe(true)
            const verbatim = spans.reduce((sum, [start, end]) => sum + end - start, 0)
            expect(omitted.chars).toBe((doc.sizes.chars ?? 0) - verbatim)
          }
        }
      }
    },
  )

  test('every line that a preview shows verbatim is in it, and spans are where it stands', () => {
    for (const { file } of corpus) {
      const text = readCorpus(file)
      const characters = Array.from(text)
      const { text: shown, spans } = preview(text)
      for (const [start, end] of spans) {
        const stretch = characters.slice(start, end).join('').replaceAll('\r', '')
        for (const line of stretch.split('\n')) expect(shown).toContain(line)
      }
    }
  })
})
