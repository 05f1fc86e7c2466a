import { ArrowDown, ArrowUp, CaseSensitive, Regex, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/format.ts'
import styles from './find-bar.module.css'
import type { Find } from './use-find.ts'

/** What is looked for, how many lines have it, and the way from one to the next. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { search, change, total, error, step } = find
  useEffect(() => input.current?.select(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Only the search is closed, not what it is in.
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
  }
  return (
    <search className={styles['bar']}>
      <input
        ref={input}
        data-find
        value={search.text}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={onKeyDown}
        placeholder="Find in this content"
        aria-label="Find in this content"
        aria-invalid={error !== null}
        spellCheck={false}
        autoComplete="off"
      />
      <output className={styles['count']} data-fault={error !== null || undefined} title={error?.message}>
        {said(find)}
      </output>
      <Button
        look="quiet"
        aria-label="Match case"
        aria-pressed={search.matchCase}
        className={styles['icon']}
        onClick={() => change({ matchCase: !search.matchCase })}
      >
        <CaseSensitive size={15} />
      </Button>
      <Button
        look="quiet"
        aria-label="Regular expression"
        aria-pressed={search.regex}
        className={styles['icon']}
        onClick={() => change({ regex: !search.regex })}
      >
        <Regex size={14} />
      </Button>
      <Button
        look="quiet"
        aria-label="Line before"
        disabled={total === undefined || total === 0}
        className={styles['icon']}
        onClick={() => step(-1)}
      >
        <ArrowUp size={14} />
      </Button>
      <Button
        look="quiet"
        aria-label="Next line"
        disabled={total === undefined || total === 0}
        className={styles['icon']}
        onClick={() => step(1)}
      >
        <ArrowDown size={14} />
      </Button>
      <Button look="quiet" aria-label="Close the search" className={styles['icon']} onClick={onClose}>
        <X size={14} />
      </Button>
    </search>
  )
}

function said({ search, index, total, error }: Find): string {
  if (search.text === '') return ''
  if (error !== null) return error.message
  if (total === undefined) return '…'
  if (total === 0) return 'no line'
  return `${formatCount(index + 1)} of ${formatCount(total)} ${total === 1 ? 'line' : 'lines'}`
}
