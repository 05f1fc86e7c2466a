import { Popover } from '@base-ui/react/popover'
import { ListFilter, X } from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useView } from '../../state/view.ts'
import { parseTerm } from '../../../shared/filter/parse.ts'
import { splitFilter } from '../timeline/filter/split.ts'
import { FilterChip } from './filter-chip.tsx'
import { FilterGuide } from './filter-guide.tsx'
import styles from './filter-bar.module.css'

/** Chips for typed filters, and free text over tools, names and kinds. */
export function FilterBar() {
  const { chips, draft, setFilter, view } = useView()
  const input = useRef<HTMLInputElement>(null)
  const typed = draft.trim() === '' ? null : parseTerm(draft.trim())

  const accept = (text: string) => {
    const { chips: finished, draft: rest } = splitFilter(text)
    setFilter([...chips, ...finished], rest)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') accept(`${draft.trimEnd()} `)
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
        data-filter
        value={draft}
        onChange={({ target }) => accept(target.value)}
        onKeyDown={onKeyDown}
        placeholder={
          chips.length === 0 ? 'Filter by tool, name or kind — or type kind:json, is:dedup, >100KB' : ''
        }
        aria-label={view === 'entries' ? 'Filter the entries' : 'Filter the timeline'}
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
