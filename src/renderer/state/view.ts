import { create } from 'zustand'
import type { ContentKind } from '../../shared/entry.ts'
import type { ViewId } from './place.ts'
import type { ThemeChoice } from './theme.ts'
import { chosenTheme, chooseTheme } from './theme.ts'
import type { TimelineStore } from './timeline-store.ts'

export type DetailTab = 'saw' | 'full' | 'both' | 'request' | 'reads'
/** A way to look at the full content. */
export type ContentView = 'text' | 'tree' | 'table' | 'image' | 'rendered' | 'bytes'
/** What stands over everything; one at a time. */
type Overlay = 'palette' | 'shortcuts' | 'prune' | 'time' | 'compare' | 'connect' | 'import'

const WIDTH = 'spillway-detail-width'

/** What the person looks at. Server data lives in the query cache and the timeline store, never here. */
interface View {
  view: ViewId
  /** What is open in each view, which a view that is come back to still has open. */
  opened: Readonly<Partial<Record<ViewId, string>>>
  /** Complete typed filters, shown as chips. */
  chips: readonly string[]
  /** What is still being typed. */
  draft: string
  paused: boolean
  tab: DetailTab
  /** How contents of a kind are looked at, where the person chose otherwise than offered. */
  contentViews: Readonly<Partial<Record<ContentKind, ContentView>>>
  /** A place in the content to show: a character of the entry. Replaced to jump again. */
  jump: { readonly entry: string; readonly char: number } | null
  /** Rows of the timeline that are selected together, in the order in which they were. */
  marked: readonly string[]
  /** The moment that the replay stands at: a step's key; null at its beginning. */
  moment: string | null
  /** The turn that the replayed one is compared with. */
  against: string | null
  detailWidth: number
  theme: ThemeChoice
  overlay: Overlay | null
  setFilter: (chips: readonly string[], draft: string) => void
  /** Holds the rows that arrive back, or lets them come. */
  togglePaused: (timeline: Pick<TimelineStore, 'setPaused'>) => void
  /** Another view; with `open` something in it, else what it had open. */
  goTo: (view: ViewId, open?: string) => void
  /** Steps through a turn or a session, from a moment of it on. */
  replay: (id: string, moment?: string) => void
  setMoment: (moment: string) => void
  compareWith: (turn: string | null) => void
  /** Opens something in the view that is shown; null closes. */
  select: (open: string | null) => void
  showTab: (tab: DetailTab) => void
  showContentAs: (kind: ContentKind, view: ContentView) => void
  jumpTo: (entry: string, char: number) => void
  setMarked: (keys: readonly string[]) => void
  setDetailWidth: (pixels: number) => void
  setTheme: (theme: ThemeChoice) => void
  setOverlay: (overlay: Overlay | null) => void
}

function withOpen(opened: View['opened'], view: ViewId, open: string | null): View['opened'] {
  const { [view]: _, ...others } = opened
  return open === null ? others : { ...others, [view]: open }
}

export const useView = create<View>()((set) => ({
  view: 'timeline',
  opened: {},
  chips: [],
  draft: '',
  paused: false,
  tab: 'saw',
  contentViews: {},
  jump: null,
  marked: [],
  moment: null,
  against: null,
  detailWidth: Number(localStorage.getItem(WIDTH) ?? 480),
  theme: chosenTheme(),
  overlay: null,
  setFilter: (chips, draft) => set({ chips, draft }),
  togglePaused: (timeline) =>
    set(({ paused }) => {
      timeline.setPaused(!paused)
      return { paused: !paused }
    }),
  goTo: (view, open) =>
    set(({ opened }) => ({
      view,
      opened: open === undefined ? opened : withOpen(opened, view, open),
      jump: null,
    })),
  replay: (id, moment) =>
    set(({ opened }) => ({
      view: 'replay',
      opened: withOpen(opened, 'replay', id),
      moment: moment ?? null,
      against: null,
      jump: null,
    })),
  setMoment: (moment) => set({ moment, jump: null }),
  compareWith: (against) => set({ against }),
  select: (open) => set(({ view, opened }) => ({ opened: withOpen(opened, view, open), jump: null })),
  showTab: (tab) => set({ tab }),
  showContentAs: (kind, view) =>
    set(({ contentViews }) => ({ contentViews: { ...contentViews, [kind]: view } })),
  jumpTo: (entry, char) => set(({ tab }) => ({ jump: { entry, char }, tab: tab === 'both' ? tab : 'full' })),
  setMarked: (marked) => set({ marked }),
  setDetailWidth: (detailWidth) => {
    localStorage.setItem(WIDTH, String(detailWidth))
    set({ detailWidth })
  },
  setTheme: (theme) => {
    chooseTheme(theme)
    set({ theme })
  },
  setOverlay: (overlay) => set({ overlay }),
}))

/** What is open in a view: a row's key, an entry's or a session's id; null where nothing is. */
export const useOpened = (view: ViewId): string | null => useView(({ opened }) => opened[view] ?? null)
