/** A hidden page gets no animation frames; its events still have to be counted. */
const HIDDEN_MS = 250

/** Collects items and hands them on once per animation frame, so that a burst costs one render. */
export function perFrame<T>(deliver: (items: T[]) => void): (item: T) => void {
  let items: T[] = []
  const flush = () => {
    const ready = items
    items = []
    deliver(ready)
  }
  return (item) => {
    if (items.push(item) > 1) return
    if (document.hidden) setTimeout(flush, HIDDEN_MS)
    else requestAnimationFrame(flush)
  }
}
