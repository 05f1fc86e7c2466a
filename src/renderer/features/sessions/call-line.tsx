import type { Call } from '../../../shared/entry.ts'
import { useView } from '../../state/view.ts'
import cells from '../../ui/cells.module.css'
import { formatBytes, formatTight } from '../../ui/format.ts'
import { StepBar } from '../timeline/bar.tsx'
import styles from './session-pane.module.css'

/** One call in a line; a click opens it in the timeline. */
export function CallLine({ call }: { call: Call }) {
  const { goTo, setFilter } = useView()
  const saved = (call.tokensRaw ?? 0) - (call.tokensDelivered ?? 0)
  const show = () => {
    setFilter([`session:${call.session}`], '')
    goTo('timeline', call.id)
  }
  return (
    <button type="button" className={styles['call']} onClick={show}>
      <span className={`${cells['mono']} ${cells['dim']}`}>{call.step}</span>
      <span className={call.isError ? styles['error'] : undefined}>
        {call.server !== null && <span className={cells['dim']}>{call.server} › </span>}
        {call.tool}
      </span>
      <span className={cells['figure']}>{formatBytes(call.rawBytes)}</span>
      <span>
        <StepBar raw={call.rawBytes} delivered={call.deliveredBytes} />
      </span>
      <span className={cells['saved']} data-sign={Math.sign(saved)}>
        {formatTight(saved)}
      </span>
    </button>
  )
}
