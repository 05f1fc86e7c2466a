import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useServices } from '../../../state/services.ts'
import type { EntryDetail } from '../source.ts'
import { isContainer, memberPath, ROOT, treeRows } from './tree-model.ts'
import type { Branch, Member, TreeRow } from './tree-model.ts'

const PAGE = 200
/** How many pages of one array a jump looks through before the raw text is the better place to go to. */
const MOST_PAGES = 25

interface Tree {
  readonly rows: readonly TreeRow[]
  readonly loading: boolean
  readonly error: Error | null
  toggle: (path: string, member: Member) => void
  /** The next members of a value. */
  more: (path: string) => void
  /** Opens all that lies around a character; gives the path of the innermost value, null where it is too far in. */
  openAt: (char: number) => Promise<string | null>
}

/** A JSON content level by level: what is opened is fetched, and only its members. */
export function useTree({ id, sha256 }: EntryDetail): Tree {
  const { client } = useServices()
  const branches = useRef(new Map<string, Branch>())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [version, setVersion] = useState(0)
  const [error, setError] = useState<Error | null>(null)

  /** Fetches the first members, or those after what is known. */
  const load = useCallback(
    async (path: string, member: Member | null): Promise<Branch> => {
      const known = branches.current.get(path)
      const where =
        typeof known?.nextCursor === 'string'
          ? { cursor: known.nextCursor }
          : member
            ? { start: member.span[0] }
            : {}
      const page = await client.call('outlineEntry', { id, limit: PAGE, ...where })
      const branch = { items: [...(known?.items ?? []), ...page.items], nextCursor: page.nextCursor }
      branches.current.set(path, branch)
      setVersion((now) => now + 1)
      return branch
    },
    [client, id],
  )
  const tell = useCallback((thrown: unknown) => setError(thrown as Error), [])

  useEffect(() => {
    branches.current.clear()
    const begin = async () => {
      const { items } = await load(ROOT, null)
      const [only, ...others] = items.filter(isContainer)
      // An envelope around one list is opened: the list is what one came for.
      if (only === undefined || others.length > 0) return
      const path = memberPath(ROOT, only)
      await load(path, only)
      setOpen((now) => new Set([...now, path]))
    }
    begin().catch(tell)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other bytes under the same id are another tree.
  }, [load, tell, sha256])

  const show = (path: string, isOpen: boolean) =>
    setOpen((now) => {
      const next = new Set(now)
      if (isOpen) next.add(path)
      else next.delete(path)
      return next
    })

  const openAt = useCallback(
    async (char: number) => {
      const opened: string[] = []
      let path = ROOT
      let member: Member | null = null
      for (;;) {
        let branch: Branch = branches.current.get(path) ?? (await load(path, member))
        for (let pages = 1; (branch.items.at(-1)?.span[1] ?? 0) <= char; pages++) {
          if (branch.nextCursor === null) break
          if (pages >= MOST_PAGES) return null
          branch = await load(path, member)
        }
        // A character between two members belongs to the one before it.
        const inside: Member | undefined = branch.items.findLast(({ span }) => span[0] <= char)
        if (inside === undefined) break
        path = memberPath(path, inside)
        member = inside
        if (!isContainer(inside) || inside.count === 0 || char >= inside.span[1]) break
        opened.push(path)
      }
      setOpen((now) => new Set([...now, ...opened]))
      return path
    },
    [load],
  )

  // The branches are changed in place: `version` says when.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const rows = useMemo(() => treeRows(branches.current, open), [open, version])
  return {
    rows,
    loading: version === 0 && error === null,
    error,
    toggle(path, member) {
      const isOpen = open.has(path)
      show(path, !isOpen)
      if (!isOpen && !branches.current.has(path)) load(path, member).catch(tell)
    },
    more: (path) => void load(path, null).catch(tell),
    openAt,
  }
}
