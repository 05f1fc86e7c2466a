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

it('knows the same text, however it came', () => {
  const made = (text: string, size: number) => {
    const long = new LongText()
    for (let at = 0; at < text.length; at += size) long.push(text.slice(at, at + size))
    return long.end()
  }
  const text = 'añ𝄞 line of a long text\n'.repeat(2_000_000)
  const [one, other] = [made(text, 1_000_001), made(text, 777_777)]
  expect(one.equals(other)).toBe(true)
  expect(one.equals(made(`${text.slice(0, -1)}!`, 999_999))).toBe(false)
  expect(one.equals(made(text.slice(0, -1), 999_999))).toBe(false)
})
