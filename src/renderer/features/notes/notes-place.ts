/** What is open of the notes, which are a part of the entries view: nothing, a new one, or one by its id. */
export interface NotesPlace {
  readonly open: string | null
}

const PLACE = 'notes'
/** No entry has this id. */
export const NEW_NOTE = 'new'

/** How the address names a place among the notes. */
export const notesPlace = (open: string | null): string => (open === null ? PLACE : `${PLACE}:${open}`)

/** The place that the view has open, where that is among the notes. */
export function parseNotes(opened: string | null): NotesPlace | null {
  if (opened === PLACE) return { open: null }
  return opened?.startsWith(`${PLACE}:`) ? { open: opened.slice(PLACE.length + 1) } : null
}
