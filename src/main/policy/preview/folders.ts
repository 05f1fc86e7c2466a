import type { Counts } from './counts.ts'

const MOST = 12

/**
 * How many entries each folder has, as deep as leaves at most a dozen of them: the common start says nothing, and a
 * hundred folders say too much.
 */
export function groupFolders(folders: Counts): [string, number][] {
  const all = folders.top()
  let groups: [string, number][] = all
  for (let depth = deepest(all); groups.length > MOST && depth > 0; depth--) groups = atDepth(all, depth)
  return groups.sort(([, a], [, b]) => b - a)
}

function deepest(folders: [string, number][]): number {
  return folders.reduce((most, [folder]) => Math.max(most, folder.split('/').length), 1)
}

function atDepth(folders: [string, number][], depth: number): [string, number][] {
  const groups = new Map<string, number>()
  for (const [folder, count] of folders) {
    const group = folder.split('/').slice(0, depth).join('/') || '/'
    groups.set(group, (groups.get(group) ?? 0) + count)
  }
  return [...groups]
}
