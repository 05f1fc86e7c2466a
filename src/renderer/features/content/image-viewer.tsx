import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { Fault } from '../detail/fault.tsx'
import { contentBytes } from './content-bytes.ts'
import styles from './image-viewer.module.css'
import type { EntryDetail } from './source.ts'
import { useJump } from './use-jump.ts'

/** A larger picture is looked at outside: it would only fill the page's memory. */
const LARGEST = 64_000_000

interface ImageProps {
  entry: EntryDetail
  onRaw: (char: number) => void
}

/** A picture, fitted or pixel by pixel, with its dimensions. */
export function ImageViewer({ entry, onRaw }: ImageProps) {
  const { client } = useServices()
  const tooLarge = entry.bytes > LARGEST
  const { data, error } = useQuery({ ...contentBytes(client, entry, LARGEST), enabled: !tooLarge })
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [broken, setBroken] = useState(false)
  const [actual, setActual] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (data === undefined || image.current === null) return undefined
    const url = URL.createObjectURL(new Blob([data], { type: entry.mime ?? '' }))
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [data, entry.mime])
  useJump(
    entry.id,
    true,
    useCallback((offset: number) => onRaw(offset), [onRaw]),
  )

  if (tooLarge || broken)
    return (
      <Fault
        error={new Error(tooLarge ? 'The picture is too large to show here.' : 'These bytes are no picture.')}
      />
    )
  if (error !== null) return <Fault error={error} />
  return (
    <>
      <div
        className={styles['scroller']}
        // What scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-actual={actual || undefined}
        data-content
      >
        <img
          ref={image}
          alt={`${entry.name}, as stored`}
          hidden={size === null}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
          onError={() => setBroken(true)}
        />
      </div>
      <footer className={styles['foot']}>
        <span>
          {size !== null && `${formatCount(size.width)} × ${formatCount(size.height)} px · `}
          {formatBytes(entry.bytes)} · {entry.mime}
        </span>
        <Button look="quiet" aria-pressed={actual} onClick={() => setActual(!actual)}>
          {actual ? 'Fit' : 'Actual size'}
        </Button>
      </footer>
    </>
  )
}
