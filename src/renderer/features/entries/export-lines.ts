import type { Entry } from '../../../shared/entry.ts'
import type { ApiClient } from '../../api/client.ts'

/**
 * An entry as a line of NDJSON: what is known of it, and its exact content, as `content` where that is UTF-8, else as
 * `contentBase64`. Lines rather than an archive: they need no library, and every tool for JSON reads them.
 */
export async function exportLine(client: ApiClient, entry: Entry): Promise<string> {
  const response = await client.fetch(`/entries/${encodeURIComponent(entry.id)}/content`)
  const bytes = await response.blob()
  const { preview: _, omitted: _of, ...facts } = entry
  const content =
    entry.encoding === 'utf-8'
      ? { content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes.arrayBuffer()) }
      : { contentBase64: await base64Of(bytes) }
  return `${JSON.stringify({ ...facts, ...content })}\n`
}

function base64Of(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // A data URL: what comes before the comma is not content.
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('it cannot be read')))
    reader.readAsDataURL(bytes)
  })
}
