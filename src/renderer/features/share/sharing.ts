import { create } from 'zustand'

/** What is exported: a turn or a session, and how it is called. */
export type Shared = ({ readonly turn: string } | { readonly session: string }) & { readonly name: string }

interface Sharing {
  readonly exporting: Shared | null
  /** A file that was chosen or dropped; `choose` where none was yet. */
  readonly importing: File | 'choose' | null
  exportThis: (what: Shared | null) => void
  importThis: (file: File | 'choose' | null) => void
}

/** Which of the two dialogs is open, and what about. */
export const useSharing = create<Sharing>((set) => ({
  exporting: null,
  importing: null,
  exportThis: (exporting) => set({ exporting }),
  importThis: (importing) => set({ importing }),
}))
