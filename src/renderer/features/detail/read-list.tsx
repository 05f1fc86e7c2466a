import { useView } from '../../state/view.ts'
import { counted, formatClock, formatCount } from '../../ui/format.ts'
import type { EntryDetail } from '../content/source.ts'
import styles from './read-list.module.css'

type Read = EntryDetail['reads'][number]

function describe({ mode, params, unit, start, end }: Read): string {
  const { pattern, path, query } = params
  const said = [pattern, path, query].find((value) => typeof value === 'string')
  if (typeof said === 'string') return `${mode} ${said}`
  return `${mode} · ${unit} ${formatCount(start)}–${formatCount(end)}`
}

/** Every slice that was read from the entry; a click goes to where it was cut from. */
export function ReadList({ entry }: { entry: EntryDetail }) {
  const jumpTo = useView((view) => view.jumpTo)
  if (entry.reads.length === 0) {
    return <p className={styles['none']}>No slice was read. What the agent knows of it is the preview.</p>
  }
  return (
    <ol className={styles['reads']}>
      {entry.reads.map((read, index) => {
        const [from] = read.spans[0] ?? []
        return (
          // Reads have no id of their own and are never reordered.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button type="button" disabled={from === undefined} onClick={() => jumpTo(entry.id, from ?? 0)}>
              <time>{formatClock(Date.parse(read.time))}</time>
              <span>{describe(read)}</span>
              <em>
                {read.tokens === null ? counted(read.chars, 'character') : counted(read.tokens, 'token')}
              </em>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
