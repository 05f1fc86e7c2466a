import { ListTree } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ViewId } from '../state/place.ts'
import { FilterBar } from './frame/filter-bar.tsx'
import { TimelineView } from './timeline/timeline-view.tsx'

export interface ViewEntry {
  readonly id: ViewId
  readonly name: string
  readonly icon: LucideIcon
  /** What stands in the top bar: the filter, or what else the view is asked with. */
  readonly Bar: ComponentType
  readonly View: ComponentType
  /** Whether the figures of the whole store stand above it. */
  readonly figures: boolean
}

/** The views of the rail, in order. A view is listed here once it exists. */
export const VIEWS: readonly [ViewEntry, ...ViewEntry[]] = [
  { id: 'timeline', name: 'Timeline', icon: ListTree, Bar: FilterBar, View: TimelineView, figures: true },
]
