/** The views of the rail, in its order; `1` to `7` on the keyboard. */
export const VIEW_IDS = ['timeline', 'sessions', 'entries', 'search', 'gateway', 'stats', 'settings'] as const
export type ViewId = (typeof VIEW_IDS)[number]

/** Where the page is: what the address bar, the history and a bookmark know of it. */
export interface Place {
  readonly view: ViewId
  /** The filter as it would be typed. */
  readonly filter: string
  /** What is open in the view: a row, an entry, a session, the text of a search. */
  readonly open: string | null
}

const isView = (text: string): text is ViewId => (VIEW_IDS as readonly string[]).includes(text)

/** A query string as a place; what it does not say is the timeline with nothing open. */
export function parsePlace(search: string): Place {
  const query = new URLSearchParams(search)
  const view = query.get('view') ?? ''
  return {
    view: isView(view) ? view : 'timeline',
    filter: query.get('filter') ?? '',
    open: query.get('open'),
  }
}

/** The query string of a place; empty for the one where everybody begins. */
export function formatPlace({ view, filter, open }: Place): string {
  const query = new URLSearchParams()
  if (view !== 'timeline') query.set('view', view)
  if (filter !== '') query.set('filter', filter)
  if (open !== null) query.set('open', open)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
