import { ask } from '../client/ask.ts'
import type { DaemonAddress } from '../client/discover.ts'
import { projectFolder } from '../client/project.ts'
import { HEADER } from '../../shared/names.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import { isRecord, type Slot, type ToolReport } from './formats/format.ts'

/** Beside the longest text of a result, others that might be worth it; the policy decides. */
const WORTH_ASKING = 4_096

/**
 * Hands the texts of a result to the daemon, one after the other, and puts what it gives back in their place.
 * @returns whether anything was replaced; @throws where the daemon does not take one
 */
export async function offloadReport(
  report: ToolReport,
  daemon: DaemonAddress,
  signal: AbortSignal,
): Promise<boolean> {
  const [longest, ...others] = report.slots.toSorted((a, b) => b.text.length - a.text.length)
  const chosen = [...(longest ? [longest] : []), ...others.filter(({ text }) => text.length > WORTH_ASKING)]
  const replacements: { slot: Slot; text: string }[] = []
  for (const slot of chosen) {
    const text = await offloadText(report, slot.text, daemon, signal)
    if (text !== null) replacements.push({ slot, text })
  }
  // Only now: where one of them fails, the whole result stays as it came.
  for (const { slot, text } of replacements) slot.put(text)
  return replacements.length > 0
}

/** What goes into the context in the place of `content`; null: itself. */
async function offloadText(
  { tool, call = null, session, folder, arguments: args }: ToolReport,
  content: string,
  { url, token }: DaemonAddress,
  signal: AbortSignal,
): Promise<string | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(folder === null ? {} : { [HEADER.project]: encodeURIComponent(projectFolder(folder)) }),
  }
  const body = stringifyJson({
    tool,
    content,
    ...(args === undefined ? {} : { arguments: args }),
    ...(session === null ? {} : { session }),
    ...(call === null ? {} : { call }),
  })
  const { status, text } = await ask(new URL('/api/v1/offload', url), {
    method: 'POST',
    headers,
    body,
    signal,
  })
  const said: unknown = parseJson(text)
  if (status !== 200 || !isRecord(said))
    throw new Error(`the daemon answered ${status}: ${text.slice(0, 300)}`)
  return said['offloaded'] === true ? String(said['text']) : null
}
