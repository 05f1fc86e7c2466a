import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { elementsOf, markdownParts } from './harmless.ts'
import styles from './rendered-markdown.module.css'

/** Markdown that is being written, as it is meant to look; made harmless like all that is shown. */
export function MarkdownText({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useDeferredValue(text)
  const parts = useMemo(() => markdownParts(shown), [shown])
  useEffect(() => place.current?.replaceChildren(...parts.map(elementsOf)), [parts])
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['page']} tabIndex={0} data-content>
      <div className={styles['part']} ref={place} />
    </div>
  )
}
