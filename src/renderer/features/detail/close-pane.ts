import { createContext, use } from 'react'

/** What closes the pane that a component stands in; each view keeps what it has open in its own place. */
export const ClosePane = createContext<() => void>(() => undefined)

export const useClosePane = (): (() => void) => use(ClosePane)
