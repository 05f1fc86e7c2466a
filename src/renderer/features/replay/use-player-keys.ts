import { useEffect, useEffectEvent } from 'react'
import { useView } from '../../state/view.ts'
import { isTyping } from '../keys/typing.ts'
import { otherSpeed } from './model/pace.ts'
import type { Player } from './use-player.ts'

/** What has these keys for itself: a tab, a slider, a field, a text that scrolls. */
const OWN_KEYS =
  '[role=tab], [role=slider], [role=separator], [role=menu], [role=dialog], [data-detail] [tabindex]'

/** Space plays, the arrows step, `[` and `]` change the speed, wherever the focus has no better use for them. */
export function usePlayerKeys(player: Player): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event) || useView.getState().overlay !== null) return
    if (target instanceof Element && target.closest(OWN_KEYS) !== null) return
    const onButton = target instanceof Element && target.closest('button, a') !== null
    const actions: Readonly<Record<string, () => void>> = {
      ' ': player.toggle,
      ArrowRight: () => player.go(player.index + 1),
      ArrowLeft: () => player.go(player.index - 1),
      '[': () => player.setSpeed(otherSpeed(player.speed, -1)),
      ']': () => player.setSpeed(otherSpeed(player.speed, 1)),
    }
    const action = actions[event.key]
    // A button is pressed by the space bar.
    if (action === undefined || (event.key === ' ' && onButton)) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
