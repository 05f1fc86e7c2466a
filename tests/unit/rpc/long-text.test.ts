import { expect, it } from 'vitest'
import { LongText } from '../../../src/main/rpc/long-text.ts'

async function bytesOf(text: LongText): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of text.pieces()) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces)
}

it('keeps a text of several segments exactly, whatever its characters, and is empty once it is released', async () => {
  const part = 'añ𝄞 line of a long text\n'.repeat(40_000)
  const text = new LongText()
  for (let n = 0; n < 40; n++) text.push(part)
  // Half of a character at the end of a push, the other half in the next one.
  text.push('\ud834')
  text.push('\udd1e')
  text.end()
  const whole = Buffer.from(`${part.repeat(40)}𝄞`)
  expect(text.bytes).toBe(whole.length)
  expect((await bytesOf(text)).equals(whole)).toBe(true)
  expect(text.toString() === whole.toString('utf8')).toBe(true)
  text.release()
  expect(text.bytes).toBe(0)
  expect(await bytesOf(text)).toHaveLength(0)
})
