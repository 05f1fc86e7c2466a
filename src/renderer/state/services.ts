import { createContext, use, useSyncExternalStore } from 'react'
import type { ApiClient } from '../api/client.ts'
import type { Host } from '../host/host.ts'
import type { TimelineState, TimelineStore } from './timeline-store.ts'

/** What lives as long as the page: one of each. */
export interface Services {
  readonly host: Host
  readonly client: ApiClient
  readonly timeline: TimelineStore
}

export const ServicesContext = createContext<Services | null>(null)

/** @throws where a component stands outside the app. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices needs the app around it')
  return services
}

/** One part of the timeline's state; the component renders again only when that part changes. */
export function useTimeline<T>(select: (state: TimelineState) => T): T {
  const { timeline } = useServices()
  return useSyncExternalStore(timeline.subscribe, () => select(timeline.getState()))
}
