import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { tinykeys } from 'tinykeys'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import type { ContentView } from '../../state/view.ts'
import { ContentBar } from '../content/content-bar.tsx'
import { viewsOf } from '../content/content-views.ts'
import { ContentViewer } from '../content/content-viewer.tsx'
import { CoverageStrip } from '../content/coverage-strip.tsx'
import { coverageOf } from '../content/coverage.ts'
import { FindBar } from '../content/find/find-bar.tsx'
import { useFind } from '../content/find/use-find.ts'
import { ImageViewer } from '../content/image-viewer.tsx'
import { contentSource } from '../content/source.ts'
import type { EntryDetail } from '../content/source.ts'
import { TableViewer } from '../content/table/table-viewer.tsx'
import { TreeViewer } from '../content/tree/tree-viewer.tsx'
import { unseenErrors, useErrorMarks } from '../content/use-error-marks.ts'
import { isTyping } from '../keys/typing.ts'
import { FaultBoundary } from './fault-boundary.tsx'

// The parser of markdown is loaded with the first one that is looked at.
const RenderedMarkdown = lazy(async () => {
  const { RenderedMarkdown } = await import('../content/rendered/rendered-markdown.tsx')
  return { default: RenderedMarkdown }
})

/**
 * The coverage strip over the full content, in the view that suits its kind or that the person chose.
 * `soFar`: the entry’s reads are those up to some moment.
 */
export function FullContent({ entry, soFar = false }: { entry: EntryDetail; soFar?: boolean }) {
  const { id, kind } = entry
  const { jumpTo, contentViews, showContentAs } = useView()
  const { client } = useServices()
  const source = useMemo(() => contentSource(client, entry), [client, entry])
  const errors = useErrorMarks(source, entry)
  const coverage = useMemo(() => coverageOf(entry.previewSpans, entry.reads), [entry])
  const [finding, setFinding] = useState(false)
  const find = useFind(source, entry, finding)

  const views = viewsOf(entry)
  const raw: ContentView = views.includes('bytes') ? 'bytes' : 'text'
  const chosen = contentViews[kind]
  const current = finding ? raw : chosen !== undefined && views.includes(chosen) ? chosen : (views[0] ?? raw)
  const canFind = source.shows !== 'bytes'

  const showRaw = useCallback(
    (char: number) => {
      showContentAs(kind, raw)
      jumpTo(id, char)
    },
    [showContentAs, jumpTo, kind, raw, id],
  )
  const openFind = () => {
    setFinding(true)
    document.querySelector<HTMLInputElement>('[data-find]')?.select()
  }
  const last = useRef(-1)
  const nextUnseen = (by: 1 | -1) => {
    const unseen = unseenErrors(errors, coverage)
    const after =
      by === 1 ? unseen.find((char) => char > last.current) : unseen.findLast((char) => char < last.current)
    const char = after ?? unseen.at(by === 1 ? 0 : -1)
    if (char === undefined) return
    last.current = char
    jumpTo(id, char)
  }

  const keys = useEffectEvent((event: KeyboardEvent, run: () => void) => {
    if (isTyping(event) || useView.getState().overlay !== null) return
    event.preventDefault()
    run()
  })
  const onFind = useEffectEvent((event: KeyboardEvent) => {
    if (!canFind || useView.getState().overlay !== null) return
    event.preventDefault()
    openFind()
  })
  const onNext = useEffectEvent((by: 1 | -1) => nextUnseen(by))
  useEffect(
    () =>
      tinykeys(window, {
        '$mod+f': (event) => onFind(event),
        n: (event) => keys(event, () => onNext(1)),
        'Shift+N': (event) => keys(event, () => onNext(-1)),
      }),
    [],
  )

  const viewer = () => {
    if (current === 'tree') return <TreeViewer entry={entry} coverage={coverage} onRaw={showRaw} />
    if (current === 'table')
      return <TableViewer entry={entry} source={source} coverage={coverage} onRaw={showRaw} />
    if (current === 'image') return <ImageViewer entry={entry} onRaw={showRaw} />
    if (current === 'rendered') return <RenderedMarkdown entry={entry} coverage={coverage} onRaw={showRaw} />
    return <ContentViewer entry={entry} source={source} coverage={coverage} mark={find.mark} />
  }
  return (
    <>
      <CoverageStrip
        coverage={coverage}
        total={entry.chars ?? entry.bytes}
        unit={entry.chars === null ? 'byte' : 'character'}
        errors={errors}
        soFar={soFar}
        onJump={(offset) => jumpTo(id, offset)}
        onNextUnseen={() => nextUnseen(1)}
      />
      {(views.length > 1 || !finding) && (
        <ContentBar
          views={views}
          current={current}
          onChange={(view) => {
            setFinding(false)
            showContentAs(kind, view)
          }}
          onFind={canFind ? openFind : null}
        />
      )}
      {finding && <FindBar find={find} onClose={() => setFinding(false)} />}
      <FaultBoundary key={current}>
        <Suspense>{viewer()}</Suspense>
      </FaultBoundary>
    </>
  )
}
