import { Popover } from '@base-ui/react/popover'
import { ListFilter, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useView } from '../../state/view.ts'
import { parseTerm } from '../timeline/filter/parse.ts'
import { FilterChip } from './filter-chip.tsx'
import { FilterGuide } from './filter-guide.tsx'
import styles from './filter-bar.module.css'

/** Whether a piece is a whole typed filter, so that it can stand as a chip. */
const isTyped = (text: string) => !['word', 'invalid'].includes(parseTerm(text).kind)

/** Chips for typed filters, and free text over tools, names and kinds. */
export function FilterBar() {
  const { chips, draft, setFilter } = useView()
  const input = useRef<HTMLInputElement>(null)
  useSlashKey(input)
  const typed = draft.trim() === '' ? null : parseTerm(draft.trim())

  /** What is finished becomes a chip; the last piece may still grow. */
  const accept = (text: string) => {
    const pieces = text.split(/\s+/)
    const last = pieces.pop() ?? ''
    const finished = pieces.filter(isTyped)
    const words = pieces.filter((piece) => !isTyped(piece))
    setFilter([...chips, ...finished], [...words, last].join(' '))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') accept(`${draft} `.replace(/\s+$/, ' '))
    else if (event.key === 'Escape') input.current?.blur()
    else if (event.key === 'Backspace' && draft === '' && chips.length > 0) {
      event.preventDefault()
      setFilter(chips.slice(0, -1), chips.at(-1) ?? '')
    }
  }

  return (
    // The whole box looks like the input, so a click anywhere in it goes there.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <search className={styles['bar']} onClick={() => input.current?.focus()}>
      <Popover.Root>
        <Popover.Trigger className={styles['guide']} aria-label="Filters to choose from">
          <ListFilter size={14} />
        </Popover.Trigger>
        <FilterGuide onChoose={(text) => (setFilter(chips, text), input.current?.focus())} />
      </Popover.Root>
      {chips.map((chip) => (
        <FilterChip
          key={chip}
          text={chip}
          onRemove={() =>
            setFilter(
              chips.filter((other) => other !== chip),
              draft,
            )
          }
        />
      ))}
      <input
        ref={input}
        value={draft}
        onChange={({ target }) => accept(target.value)}
        onKeyDown={onKeyDown}
        placeholder={
          chips.length === 0 ? 'Filter by tool, name or kind — or type kind:json, is:dedup, >100KB' : ''
        }
        aria-label="Filter the timeline"
        aria-invalid={typed?.kind === 'invalid'}
        spellCheck={false}
        autoComplete="off"
      />
      {typed?.kind === 'invalid' && <span className={styles['fault']}>{typed.reason}</span>}
      {(chips.length > 0 || draft !== '') && (
        <button
          type="button"
          className={styles['guide']}
          aria-label="Clear the filter"
          onClick={() => setFilter([], '')}
        >
          <X size={14} />
        </button>
      )}
    </search>
  )
}

/** `/` goes to the filter from anywhere but another input, as in most tools that list things. */
function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [input])
}
