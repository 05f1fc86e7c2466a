import { Regex, Search, X } from 'lucide-react'
import { useState } from 'react'
import { useOpened, useView } from '../../state/view.ts'
import { Hint } from '../../ui/hint.tsx'
import bar from '../frame/filter-bar.module.css'
import { searchInput, toggled } from './query.ts'

/** What to look for in everything that is stored: words, or a pattern between slashes. */
export function SearchBar() {
  const asked = useOpened('search') ?? ''
  const select = useView((view) => view.select)
  const [typed, setTyped] = useState(asked)
  const [shown, setShown] = useState(asked)
  // Another search may come from the address or the recent ones.
  if (asked !== shown) {
    setShown(asked)
    setTyped(asked)
  }
  const ask = (text: string) => {
    setTyped(text)
    select(text.trim() === '' ? null : text.trim())
  }
  const isPattern = searchInput(typed)?.pattern !== undefined
  return (
    <search className={bar['bar']}>
      <span className={bar['guide']}>
        <Search size={14} aria-hidden />
      </span>
      <input
        // The view is there to be typed in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={asked === ''}
        value={typed}
        data-filter
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') ask(typed)
          else if (key === 'Escape') currentTarget.blur()
        }}
        placeholder="Find in everything stored — words, or /a pattern/"
        aria-label="Search what is stored"
        spellCheck={false}
        autoComplete="off"
      />
      {typed !== '' && (
        <button type="button" className={bar['guide']} aria-label="Clear the search" onClick={() => ask('')}>
          <X size={14} />
        </button>
      )}
      <Hint text={isPattern ? 'As plain words' : 'As a regular expression'}>
        <button
          type="button"
          className={bar['guide']}
          aria-label="Regular expression"
          aria-pressed={isPattern}
          onClick={() => ask(toggled(typed))}
          disabled={typed.trim() === ''}
        >
          <Regex size={14} />
        </button>
      </Hint>
    </search>
  )
}
