import { MessageChannel } from 'node:worker_threads'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Outbox } from '../../../src/main/threads/outbox.ts'

test('what is pushed in one turn of the event loop arrives as one message, in order', async () => {
  const { port1, port2 } = new MessageChannel()
  const outbox = new Outbox<number>(port1, () => undefined)
  outbox.push(1)
  await Promise.resolve()
  outbox.push(2)
  const [first] = (await once(port2, 'message')) as [number[]]
  outbox.push(3)
  const [second] = (await once(port2, 'message')) as [number[]]
  expect([first, second]).toEqual([[1, 2], [3]])
  port1.close()
})

test('a message that cannot be cloned is refused and keeps back no other', async () => {
  const { port1, port2 } = new MessageChannel()
  const refused: unknown[] = []
  const outbox = new Outbox<unknown>(port1, (message) => refused.push(message))
  const unclonable = { run: () => undefined }
  const bytes = new Uint8Array([1, 2, 3])
  outbox.push({ bytes }, [bytes.buffer])
  outbox.push(unclonable)
  outbox.push('last')
  const received: unknown[] = []
  port2.on('message', (messages: unknown[]) => received.push(...messages))
  await expect.poll(() => received).toHaveLength(2)
  expect(received).toEqual([{ bytes: new Uint8Array([1, 2, 3]) }, 'last'])
  expect(refused).toEqual([unclonable])
  expect(bytes.byteLength).toBe(0)
  port1.close()
})
