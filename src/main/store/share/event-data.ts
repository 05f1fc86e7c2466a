import type { z } from 'zod'
import {
  cancelledData,
  type EventType,
  exportedData,
  failOpenData,
  importedData,
  inlineData,
  noteData,
  offloadData,
  readData,
  readTokensData,
  resolvedData,
  sessionData,
  summaryData,
  tokensData,
  turnData,
  turnUpdatedData,
} from '../../../shared/event.ts'

/** Turns had no titles at first. */
const turn = turnData.partial({ title: true })

/** What belongs in the `data` of the events that a recording may hold. Those of a home, such as of its servers, are not taken in. */
const eventData: Partial<Record<EventType, z.ZodType>> = {
  'session.started': sessionData,
  'turn.started': turn,
  'turn.updated': turnUpdatedData,
  'call.offloaded': offloadData,
  'call.inline': inlineData,
  'call.failopen': failOpenData,
  'call.cancelled': cancelledData,
  'call.tokens': tokensData,
  'entry.read': readData,
  'read.tokens': readTokensData,
  'entry.summarised': summaryData,
  'note.written': noteData,
  'reference.resolved': resolvedData,
  'recording.exported': exportedData,
  'recording.imported': importedData,
}

/** What an event's `data` must be to be taken in; null where such an event is not. */
export const dataOf = (type: string): z.ZodType | null =>
  Object.hasOwn(eventData, type) ? (eventData[type as EventType] ?? null) : null
