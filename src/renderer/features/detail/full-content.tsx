import { useMemo } from 'react'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { ContentViewer } from '../content/content-viewer.tsx'
import { CoverageStrip } from '../content/coverage-strip.tsx'
import { coverageOf } from '../content/coverage.ts'
import { contentSource } from '../content/source.ts'
import type { EntryDetail } from '../content/source.ts'
import { useErrorMarks } from '../content/use-error-marks.ts'

/** The coverage strip over the full content. */
export function FullContent({ entry }: { entry: EntryDetail }) {
  const jumpTo = useView((view) => view.jumpTo)
  const { client } = useServices()
  const source = useMemo(() => contentSource(client, entry), [client, entry])
  const errors = useErrorMarks(source, entry)
  const coverage = useMemo(() => coverageOf(entry.previewSpans, entry.reads), [entry])
  return (
    <>
      <CoverageStrip
        coverage={coverage}
        total={entry.chars ?? entry.bytes}
        unit={entry.chars === null ? 'byte' : 'character'}
        errors={errors}
        onJump={(offset) => jumpTo(entry.id, offset)}
      />
      <ContentViewer entry={entry} source={source} coverage={coverage} />
    </>
  )
}
