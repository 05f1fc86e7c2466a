import { Scissors } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import bar from '../demo/demo-bar.module.css'
import { usePruning } from './pruning.ts'

/** How far a prune is; nothing while none is under way. */
export function PruneBar() {
  const { progress, stopped, stop } = usePruning()
  if (progress === null) return null
  return (
    <section className={bar['bar']} aria-label="Prune">
      <Scissors size={16} aria-hidden />
      <p aria-live="polite">Removing what was shown…</p>
      <progress max={progress.total} value={progress.done} aria-label="Entries that are removed" />
      <span>
        {formatCount(progress.done)} of {formatCount(progress.total)}
      </span>
      <Button disabled={stopped} onClick={stop}>
        Stop
      </Button>
    </section>
  )
}
