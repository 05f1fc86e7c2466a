import { joinFilter, splitFilter } from '../features/timeline/filter/split.ts'
import { formatPlace, parsePlace } from './place.ts'
import { useView } from './view.ts'

/** Chromium refuses more than 200 changes of the address in 30 s, which held arrow keys would reach. */
const SETTLE_MS = 250

type View = ReturnType<typeof useView.getState>

const placeOf = (view: View): string =>
  formatPlace({
    view: view.view,
    filter: joinFilter(view),
    open: view.opened[view.view] ?? null,
    moment: view.view === 'replay' ? view.moment : null,
    against: view.view === 'replay' ? view.against : null,
  })

/** Shows what the address says: at the start, and when the person goes back or forward. */
function showPlace(): void {
  const { view, filter, open, moment, against } = parsePlace(location.search)
  useView.setState(({ opened }) => {
    const { [view]: _, ...others } = opened
    return {
      view,
      ...splitFilter(filter, true),
      opened: open === null ? others : { ...others, [view]: open },
      ...(view === 'replay' && { moment, against }),
    }
  })
}

/** Keeps the address and what is shown the same, both ways. Called once, before the first render. */
export function followPlace(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  showPlace()
  window.addEventListener('popstate', () => {
    clearTimeout(timer)
    showPlace()
  })
  useView.subscribe((now, before) => {
    const place = placeOf(now)
    if (place === placeOf(before) || place === location.search) return
    clearTimeout(timer)
    const write = () => history.replaceState(null, '', location.pathname + place)
    // Going to another view can be taken back; what is typed or looked at inside one only replaces.
    if (now.view !== before.view) history.pushState(null, '', location.pathname + place)
    else timer = setTimeout(write, SETTLE_MS)
  })
}
