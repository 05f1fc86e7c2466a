import type { KeyboardEvent } from 'react'
import { isContainer } from './tree-model.ts'
import type { TreeRow } from './tree-model.ts'
import { TREE_ROW } from './tree-line.tsx'
import type { useTree } from './use-tree.ts'

interface KeysProps {
  tree: ReturnType<typeof useTree>
  /** The active line; -1 where none is. */
  place: number
  viewport: number
  setActive: (path: string) => void
  reveal: (index: number) => void
}

/** The keys of a tree: up and down, right opens or goes in, left closes or goes out, Enter does what a click does. */
export function useTreeKeys({ tree, place, viewport, setActive, reveal }: KeysProps) {
  const { rows } = tree
  const page = Math.max(1, Math.floor(viewport / TREE_ROW) - 1)
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, index))
    const row = rows[to]
    if (row === undefined) return
    setActive(row.path)
    reveal(to)
  }
  const press = (row: TreeRow) => {
    if (row.kind === 'more') tree.more(row.of)
    else if (isContainer(row.member)) tree.toggle(row.path, row.member)
  }
  const parentOf = (row: TreeRow) =>
    rows.findLastIndex(({ depth }, index) => index < place && depth < row.depth)

  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[place]
    const isOpen = row?.kind === 'member' && row.open
    const opens = row?.kind === 'member' && isContainer(row.member)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(place + 1),
      ArrowUp: () => goTo(place - 1),
      PageDown: () => goTo(place + page),
      PageUp: () => goTo(place - page),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      ArrowRight: () => (isOpen ? goTo(place + 1) : row !== undefined && opens && press(row)),
      ArrowLeft: () =>
        isOpen && row !== undefined
          ? press(row)
          : row !== undefined && parentOf(row) >= 0 && goTo(parentOf(row)),
      Enter: () => row !== undefined && press(row),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
}
