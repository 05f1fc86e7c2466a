import { ListTree } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

export interface ViewEntry {
  readonly id: string
  readonly name: string
  readonly icon: LucideIcon
}

/** The views of the rail, in order. A view is listed here once it exists. */
export const VIEWS: readonly ViewEntry[] = [{ id: 'timeline', name: 'Timeline', icon: ListTree }]
