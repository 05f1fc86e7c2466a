import { useQuery } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { useServices } from '../../../state/services.ts'
import { formatBytes } from '../../../ui/format.ts'
import { Fault } from '../../detail/fault.tsx'
import { contentText } from '../content-bytes.ts'
import type { Coverage } from '../coverage.ts'
import { seenBy } from '../seen.ts'
import type { EntryDetail } from '../source.ts'
import { useJump } from '../use-jump.ts'
import { elementsOf, markdownParts } from './harmless.ts'
import { placeParts } from './place-parts.ts'
import type { Part } from './place-parts.ts'
import styles from './rendered-markdown.module.css'

/** More than this is not read as a page; its beginning is, and the raw text has the rest. */
const RENDERED_BYTES = 256_000

interface RenderedProps {
  entry: EntryDetail
  coverage: Coverage
  onRaw: (char: number) => void
}

/** Markdown as it is meant to look, made harmless, each paragraph marked by what the agent has seen of it. */
export function RenderedMarkdown({ entry, coverage, onRaw }: RenderedProps) {
  const { client } = useServices()
  const scroller = useRef<HTMLDivElement>(null)
  const { data: text, error } = useQuery(contentText(client, entry, RENDERED_BYTES))
  const parts = useMemo(() => (text === undefined ? [] : placeParts(text, markdownParts(text))), [text])

  const go = useCallback(
    (char: number) => {
      const index = parts.findIndex(({ end }) => char < end)
      const part = scroller.current?.querySelectorAll('[data-part]')[index]
      if (part === undefined) onRaw(char)
      else part.scrollIntoView({ block: 'center' })
    },
    [parts, onRaw],
  )
  useJump(entry.id, parts.length > 0, go)

  if (error !== null) return <Fault error={error} />
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['page']} ref={scroller} tabIndex={0} data-content>
      {parts.map((part) => (
        <PartView key={part.start} part={part} seen={seenBy(coverage, part.start, part.end)} />
      ))}
      {entry.bytes > RENDERED_BYTES && (
        <p className={styles['rest']}>
          The first {formatBytes(RENDERED_BYTES)} of {formatBytes(entry.bytes)}: the raw text has all of it.
        </p>
      )}
    </div>
  )
}

const PartView = memo(function PartView({ part, seen }: { part: Part; seen: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.replaceChildren(elementsOf(part.token)), [part])
  return <div ref={place} className={styles['part']} data-part data-seen={seen} />
})
