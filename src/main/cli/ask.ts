import { createInterface } from 'node:readline'

/** Asks questions on stderr and takes the answers from stdin, a line each; the end of stdin is a no. */
export interface Asker extends Disposable {
  confirm(question: string): Promise<boolean>
}

export function openAsker(): Asker {
  const lines = createInterface({ input: process.stdin })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async confirm(question) {
      process.stderr.write(`${question} [y/N] `)
      const { value, done } = await answers.next()
      if (!process.stdin.isTTY) process.stderr.write('\n')
      return !done && /^\s*y(?:es)?\s*$/i.test(value)
    },
    [Symbol.dispose]: () => lines.close(),
  }
}
