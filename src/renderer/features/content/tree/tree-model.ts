import type { OperationOutput } from '../../../../shared/contract.ts'

type Outline = OperationOutput<'outlineEntry'>
export type Member = Outline['items'][number]

/** The members of one object or array that are known so far. */
export interface Branch {
  readonly items: readonly Member[]
  readonly nextCursor: string | null
}

/** A line of the tree. `path` names the value as JSONPath does, and names the line. */
export type TreeRow = { readonly path: string; readonly depth: number } & (
  | { readonly kind: 'member'; readonly member: Member; readonly open: boolean }
  /** `of`: the path of the value that has more members than are known. */
  | { readonly kind: 'more'; readonly of: string; readonly known: number; readonly total: number | null }
)

export const ROOT = '$'
const NAME = /^[A-Za-z_]\w*$/

export function memberPath(parent: string, { key, index }: Member): string {
  if (key === null) return `${parent}[${index}]`
  return NAME.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

export const isContainer = ({ type }: Member): boolean => type === 'object' || type === 'array'

/** The lines of what is open, from top to bottom. */
export function treeRows(branches: ReadonlyMap<string, Branch>, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (parent: string, depth: number, total: number | null) => {
    const branch = branches.get(parent)
    if (branch === undefined) return
    for (const member of branch.items) {
      const path = memberPath(parent, member)
      const isOpen = open.has(path)
      rows.push({ kind: 'member', path, depth, member, open: isOpen })
      if (isOpen) add(path, depth + 1, member.count)
    }
    if (branch.nextCursor !== null)
      rows.push({
        kind: 'more',
        path: `${parent}…`,
        depth,
        of: parent,
        known: branch.items.length,
        total,
      })
  }
  add(ROOT, 0, null)
  return rows
}
