import { type RequestId, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { CallReply } from './call-reply.ts'

/** A call that is answered past the SDK. */
interface CallUnderWay {
  readonly reply: CallReply
  readonly cancelled: AbortController
}

type Send = WebStandardStreamableHTTPServerTransport['send']

/**
 * The SDK's transport of one session, beside which tool calls are answered. What the server asks or tells its client on behalf of
 * such a call goes out with that call's own answer.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly calls = new Map<RequestId, CallUnderWay>()

  override async send(...[message, options]: Parameters<Send>): Promise<void> {
    const call = this.calls.get(options?.relatedRequestId ?? '')
    if (call) call.reply.send(message)
    else await super.send(message, options)
  }

  override async close(): Promise<void> {
    for (const { cancelled } of this.calls.values()) cancelled.abort(new Error('the session was closed'))
    await super.close()
  }
}
