import type { EventPage, EventsOrder } from '../store/reads/events.ts'
import type { Services } from './services.ts'

/** A page of the timeline. Rows that are damaged are left out of it, and said in the log. */
export async function readEvents({ store, log }: Services, order: EventsOrder): Promise<EventPage> {
  const page = await store.read.events(order)
  for (const { seq, reason } of page.damaged)
    log.warn({ seq, reason }, 'an event is damaged and was left out')
  return page
}
