import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useElementSize } from './element-size.ts'

/** Where rows of known heights stand, in pixels from the top of the list. */
export interface Places {
  readonly count: number
  readonly height: number
  topOf: (index: number) => number
  indexAt: (y: number) => number
}

export interface VirtualWindow {
  /** The half-open range of rows to render. */
  first: number
  end: number
  /** What is scrolled to and how much is visible, in pixels of `places`. */
  top: number
  viewport: number
  /** The height to give the element that is scrolled. */
  height: number
  /** To be added to a row's top: not 0 only in lists that are taller than a browser can lay out. */
  shift: number
  /** Scrolls now, without the scroll event that follows counting as the person's. */
  scrollTo: (top: number) => void
}

/** Rows rendered beyond the visible ones, so that a fast wheel finds them there. */
const OVERSCAN = 4

/** Firefox stops at 17.8 million pixels, Chromium at 33; taller lists are scrolled in proportion. */
const TALLEST = 16_000_000

/**
 * The visible part of a long list. Arithmetic over `places` in place of a virtualiser that keeps a measurement for
 * every row: heights are fixed here, lists reach millions of rows, and a row put in above must not move what is
 * looked at, which takes the new position in the same frame. `onScroll` hears only of the person's scrolling.
 */
export function useVirtualWindow(
  ref: RefObject<HTMLElement | null>,
  places: Places,
  onScroll?: () => void,
): VirtualWindow {
  const { height: viewport } = useElementSize(ref)
  const [top, setTop] = useState(0)
  const own = useRef<number | null>(null)
  const height = Math.min(places.height, TALLEST)
  const scale = height === places.height ? 1 : (places.height - viewport) / (height - viewport)

  const scrollTo = useCallback(
    (to: number) => {
      const element = ref.current
      if (element === null) return
      const before = element.scrollTop
      element.scrollTop = to / scale
      if (element.scrollTop !== before) own.current = element.scrollTop
      setTop(scale === 1 ? element.scrollTop : Math.max(0, to))
    },
    [ref, scale],
  )

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const listen = () => {
      const mine = own.current !== null && Math.abs(own.current - element.scrollTop) < 1
      own.current = null
      if (mine) return
      // Rendered at once: a frame later the fast wheel would show empty rows.
      flushSync(() => setTop(element.scrollTop * scale))
      onScroll?.()
    }
    // In proportion a notch of the wheel would leap over pages: there it moves what is shown, pixel by pixel.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      setTop((now) => {
        const next = Math.min(Math.max(0, now + event.deltaY), places.height - viewport)
        own.current = Math.round(next / scale)
        element.scrollTop = own.current
        return next
      })
    }
    element.addEventListener('scroll', listen, { passive: true })
    if (scale !== 1) element.addEventListener('wheel', turn, { passive: false })
    return () => {
      element.removeEventListener('scroll', listen)
      element.removeEventListener('wheel', turn)
    }
  }, [ref, onScroll, scale, places.height, viewport])

  const shown = Math.max(0, Math.min(top, places.height - viewport))
  const first = Math.max(0, places.indexAt(shown) - OVERSCAN)
  const end = viewport === 0 ? first : Math.min(places.count, places.indexAt(shown + viewport) + 1 + OVERSCAN)
  return { first, end, top: shown, viewport, height, shift: shown / scale - shown, scrollTo }
}
