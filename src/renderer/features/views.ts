import {
  ChartNoAxesCombined,
  Database,
  ListTree,
  MessagesSquare,
  Play,
  Search,
  Settings,
  Waypoints,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { ViewId } from '../state/place.ts'
import { EntriesView } from './entries/entries-view.tsx'
import { FilterBar } from './frame/filter-bar.tsx'
import { ReplayBar } from './replay/replay-bar.tsx'
import { SearchBar } from './search/search-bar.tsx'
import { SearchView } from './search/search-view.tsx'
import { SessionsView } from './sessions/sessions-view.tsx'
import { SessionsBar } from './share/sessions-bar.tsx'
import { StatsBar } from './stats/stats-bar.tsx'
import { TimelineView } from './timeline/timeline-view.tsx'

export interface ViewEntry {
  readonly id: ViewId
  readonly name: string
  readonly icon: LucideIcon
  /** What the view is asked with, in the top bar; its name where it is asked nothing. */
  readonly Bar: ComponentType | null
  readonly View: ComponentType
  /** Whether the figures of the whole store stand above it. */
  readonly figures: boolean
  /** It is about the servers, clients and settings of a home: a recording that is only looked at has none. */
  readonly ofHome?: true
}

const GatewayView = lazy(async () => ({ default: (await import('./gateway/gateway-view.tsx')).GatewayView }))
const StatsView = lazy(async () => ({ default: (await import('./stats/stats-view.tsx')).StatsView }))
const ReplayView = lazy(async () => ({ default: (await import('./replay/replay-view.tsx')).ReplayView }))
const SettingsView = lazy(async () => ({
  default: (await import('./settings/settings-view.tsx')).SettingsView,
}))

/** The views of the rail, in order. A view is listed here once it exists. */
export const VIEWS: readonly [ViewEntry, ...ViewEntry[]] = [
  { id: 'timeline', name: 'Timeline', icon: ListTree, Bar: FilterBar, View: TimelineView, figures: true },
  {
    id: 'sessions',
    name: 'Sessions',
    icon: MessagesSquare,
    Bar: SessionsBar,
    View: SessionsView,
    figures: true,
  },
  { id: 'replay', name: 'Replay', icon: Play, Bar: ReplayBar, View: ReplayView, figures: false },
  { id: 'entries', name: 'Entries', icon: Database, Bar: FilterBar, View: EntriesView, figures: true },
  { id: 'search', name: 'Search', icon: Search, Bar: SearchBar, View: SearchView, figures: false },
  {
    id: 'gateway',
    name: 'Gateway',
    icon: Waypoints,
    Bar: null,
    View: GatewayView,
    figures: false,
    ofHome: true,
  },
  { id: 'stats', name: 'Stats', icon: ChartNoAxesCombined, Bar: StatsBar, View: StatsView, figures: false },
  {
    id: 'settings',
    name: 'Settings',
    icon: Settings,
    Bar: null,
    View: SettingsView,
    figures: false,
    ofHome: true,
  },
]
