import {
  failOpenData,
  inlineData,
  offloadData,
  readData,
  sessionData,
  tokensData,
  turnData,
} from '../../shared/event.ts'
import type { Event } from '../../shared/event.ts'
import { formatBytes, formatCount } from './format.ts'
import { visible } from './print.ts'

const TYPE_WIDTH = 'retention.pruned'.length

/** An event on one line: local time, sequence number, type and what happened. */
export function formatEvent(event: Event): string {
  const clock = new Date(event.time).toTimeString().slice(0, 8)
  const seq = `#${event.seq}`.padStart(6)
  const line = `${clock}  ${seq}  ${event.type.padEnd(TYPE_WIDTH)}  ${describe(event)}`
  return visible(line).replaceAll(/\s+$/g, '').replaceAll('\n', ' ')
}

function describe(event: Event): string {
  const { data } = event
  switch (event.type) {
    case 'call.offloaded': {
      const { rawBytes, deliveredBytes, entries, ...call } = offloadData.parse(data)
      const dedup = entries.some((entry) => entry.dedup) ? '  (stored before)' : ''
      return `${toolName(call)}  ${formatBytes(rawBytes)} → ${formatBytes(deliveredBytes)}  ${event.entry}${dedup}`
    }
    case 'call.inline': {
      const call = inlineData.parse(data)
      return `${toolName(call)}  ${formatBytes(call.rawBytes)}${call.isError ? '  error' : ''}`
    }
    case 'call.failopen': {
      const call = failOpenData.parse(data)
      return `${toolName(call)}  ${formatBytes(call.rawBytes)} delivered whole: ${call.reason}`
    }
    case 'call.tokens': {
      const { call, tokensRaw, tokensDelivered } = tokensData.parse(data)
      return `${call}  ${formatCount(tokensRaw)} → ${formatCount(tokensDelivered)} tokens`
    }
    case 'entry.read': {
      const { label, name, bytes } = readData.parse(data)
      return `${name}  ${label}  ${formatBytes(bytes)}`
    }
    case 'session.started': {
      const { clientName, transport } = sessionData.parse(data)
      return `${event.session}  ${clientName} over ${transport}`
    }
    case 'turn.started': {
      const { number, prompt } = turnData.parse(data)
      return `turn ${number}${prompt === null ? '' : `  ${prompt}`}`
    }
    default:
      return [event.entry, Object.keys(data).length > 0 ? JSON.stringify(data) : null]
        .filter(Boolean)
        .join('  ')
  }
}

const toolName = ({ server, tool }: { server: string | null; tool: string }) =>
  server === null ? tool : `${server}.${tool}`
