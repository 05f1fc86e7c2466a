import { useSyncExternalStore } from 'react'

const root = document.documentElement

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(root, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The theme that the page is in, also where the system decides: a canvas does not follow CSS by itself. */
export const useShownTheme = (): string | undefined =>
  useSyncExternalStore(subscribe, () => root.dataset['theme'])
