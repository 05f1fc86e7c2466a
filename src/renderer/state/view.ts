import { create } from 'zustand'
import type { ThemeChoice } from './theme.ts'
import { chosenTheme, chooseTheme } from './theme.ts'

export type DetailTab = 'saw' | 'full' | 'both' | 'request' | 'reads'

const WIDTH = 'spillway-detail-width'

/** What the person looks at. Server data lives in the query cache and the timeline store, never here. */
interface View {
  /** Complete typed filters, shown as chips. */
  chips: readonly string[]
  /** What is still being typed. */
  draft: string
  paused: boolean
  /** The key of the row that is open. */
  selected: string | null
  tab: DetailTab
  /** A place in the content to show: a character of the entry. Replaced to jump again. */
  jump: { readonly entry: string; readonly char: number } | null
  detailWidth: number
  theme: ThemeChoice
  pruning: boolean
  setFilter: (chips: readonly string[], draft: string) => void
  setPaused: (paused: boolean) => void
  select: (row: string | null) => void
  showTab: (tab: DetailTab) => void
  jumpTo: (entry: string, char: number) => void
  setDetailWidth: (pixels: number) => void
  setTheme: (theme: ThemeChoice) => void
  setPruning: (pruning: boolean) => void
}

export const useView = create<View>()((set) => ({
  chips: [],
  draft: '',
  paused: false,
  selected: null,
  tab: 'saw',
  jump: null,
  detailWidth: Number(localStorage.getItem(WIDTH) ?? 480),
  theme: chosenTheme(),
  pruning: false,
  setFilter: (chips, draft) => set({ chips, draft }),
  setPaused: (paused) => set({ paused }),
  select: (selected) => set({ selected, jump: null }),
  showTab: (tab) => set({ tab }),
  jumpTo: (entry, char) => set(({ tab }) => ({ jump: { entry, char }, tab: tab === 'both' ? tab : 'full' })),
  setDetailWidth: (detailWidth) => {
    localStorage.setItem(WIDTH, String(detailWidth))
    set({ detailWidth })
  },
  setTheme: (theme) => {
    chooseTheme(theme)
    set({ theme })
  },
  setPruning: (pruning) => set({ pruning }),
}))
