import { useMemo } from 'react'
import { useView } from '../../state/view.ts'
import { ContentViewer } from '../content/content-viewer.tsx'
import { CoverageStrip } from '../content/coverage-strip.tsx'
import { coverageOf } from '../content/coverage.ts'
import type { EntryDetail } from '../content/source.ts'
import { useErrorMarks } from '../content/use-error-marks.ts'

/** The coverage strip over the full content. */
export function FullContent({ entry }: { entry: EntryDetail }) {
  const jumpTo = useView((view) => view.jumpTo)
  const marks = useErrorMarks(entry)
  const coverage = useMemo(() => coverageOf(entry.previewSpans, entry.reads), [entry])
  return (
    <>
      <CoverageStrip
        coverage={coverage}
        total={entry.chars ?? entry.bytes}
        unit={entry.chars === null ? 'byte' : 'character'}
        errors={marks.errors}
        errorTotal={marks.total}
        onJump={(offset) => jumpTo(entry.id, offset)}
      />
      <ContentViewer entry={entry} coverage={coverage} />
    </>
  )
}
