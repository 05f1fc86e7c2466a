import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { CompareSides } from './compare-sides.tsx'
import type { Side } from './texts.ts'

interface CompareProps {
  /** By their ids, the earlier one first. */
  calls: readonly [string, string]
  onClose: () => void
}

/** Two recorded calls beside each other, wherever they are. */
export function CompareCalls({ calls: [before, after], onClose }: CompareProps) {
  const sides = [useSide(before), useSide(after)]
  const [left, right] = sides
  if (left === undefined || right === undefined) return null
  return <CompareSides before={left} after={right} onClose={onClose} />
}

function useSide(id: string): Side | undefined {
  const { client } = useServices()
  const { data } = useQuery(queries.call(client, id))
  if (data === undefined) return undefined
  const entries = data.entries.map((entry) => ({ id: entry, name: entry }))
  return { ...data, call: data.id, time: Date.parse(data.startedAt), entries }
}
