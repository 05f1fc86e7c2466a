import { useView } from '../../state/view.ts'
import { VIEWS } from '../views.ts'
import type { ViewEntry } from '../views.ts'

/** The view that is shown; the first one for an address that names a view this build does not have. */
export function useViewEntry(): ViewEntry {
  const view = useView((state) => state.view)
  return VIEWS.find(({ id }) => id === view) ?? VIEWS[0]
}
