/** The views of the rail, in its order; `1` to `8` on the keyboard. */
export const VIEW_IDS = [
  'timeline',
  'sessions',
  'replay',
  'entries',
  'search',
  'gateway',
  'stats',
  'settings',
] as const
export type ViewId = (typeof VIEW_IDS)[number]

/** Where the page is: what the address bar, the history and a bookmark know of it. */
export interface Place {
  readonly view: ViewId
  /** The filter as it would be typed. */
  readonly filter: string
  /** What is open in the view: a row, an entry, a session, the text of a search. */
  readonly open: string | null
  /** In a replay: the moment that it stands at, and the turn that it is compared with. */
  readonly moment: string | null
  readonly against: string | null
}

const isView = (text: string): text is ViewId => (VIEW_IDS as readonly string[]).includes(text)

/** A query string as a place; what it does not say is the timeline with nothing open. */
export function parsePlace(search: string): Place {
  const query = new URLSearchParams(search)
  const view = query.get('view') ?? ''
  return {
    view: isView(view) ? view : 'timeline',
    filter: query.get('filter') ?? '',
    open: query.get('open') ?? query.get('turn') ?? query.get('session'),
    moment: query.get('step'),
    against: query.get('with'),
  }
}

/** The query string of a place; empty for the one where everybody begins. */
export function formatPlace({ view, filter, open, moment, against }: Place): string {
  const query = new URLSearchParams()
  if (view !== 'timeline') query.set('view', view)
  if (filter !== '') query.set('filter', filter)
  if (open !== null) query.set(view === 'replay' ? replayed(open) : 'open', open)
  if (moment !== null) query.set('step', moment)
  if (against !== null) query.set('with', against)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** What is replayed is named by what it is, so that an address can be read and written by hand. */
function replayed(open: string): 'turn' | 'session' | 'open' {
  if (open.startsWith('t_')) return 'turn'
  return open.startsWith('s_') ? 'session' : 'open'
}
