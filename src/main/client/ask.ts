import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Question {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** One request, no redirect followed. Beside `fetch` because a hook runs once per tool call, and fetch alone takes longer to load. */
export async function ask(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: Question,
): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, { method, headers, signal }, resolve)
    asked.once('error', reject)
    asked.end(body)
  })
  return { status: response.statusCode ?? 0, text: await text(response) }
}
