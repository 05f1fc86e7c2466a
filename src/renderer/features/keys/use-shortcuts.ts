import { useEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { replayOpened } from '../replay/replay-opened.ts'
import { VIEWS } from '../views.ts'
import { isTyping } from './typing.ts'

const LIST_KEYS = ['ArrowDown', 'ArrowUp', 'j', 'k', 'PageDown', 'PageUp', 'Home', 'End']

/** Where nothing that has keys of its own has the focus, those of lists go to the view's list, which is focused with that. */
function enterList(event: KeyboardEvent): void {
  const at = document.activeElement
  const free = at === document.body || at?.closest('nav') instanceof Element
  if (!free || useView.getState().overlay !== null) return
  const list = document.querySelector<HTMLElement>('main [data-list]')
  if (list === null) return
  event.preventDefault()
  list.focus()
  list.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true }))
}

/** The keys that work in every view. Plain letters belong to whoever types, and to a dialog while one is open. */
export function useShortcuts(): void {
  const { timeline } = useServices()
  useEffect(() => {
    const plain = (run: () => void) => (event: KeyboardEvent) => {
      if (isTyping(event) || useView.getState().overlay !== null) return
      event.preventDefault()
      run()
    }
    const { goTo, setOverlay, togglePaused } = useView.getState()
    return tinykeys(window, {
      '$mod+k': (event) => {
        event.preventDefault()
        setOverlay(useView.getState().overlay === 'palette' ? null : 'palette')
      },
      ...Object.fromEntries(VIEWS.map(({ id }, index) => [String(index + 1), plain(() => goTo(id))])),
      '/': plain(() => document.querySelector<HTMLElement>('[data-filter]')?.focus()),
      p: plain(() => togglePaused(timeline)),
      t: plain(() => {
        goTo('timeline')
        setOverlay('time')
      }),
      r: plain(() => replayOpened(timeline)),
      '?': plain(() => setOverlay('shortcuts')),
      'Shift+?': plain(() => setOverlay('shortcuts')),
      ...Object.fromEntries(LIST_KEYS.map((key) => [key, enterList])),
    })
  }, [timeline])
}
