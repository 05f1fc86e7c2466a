import { lazy, Suspense } from 'react'
import { useView } from '../../state/view.ts'
import { ShortcutsSheet } from '../keys/shortcuts-sheet.tsx'
import { Palette } from '../palette/palette.tsx'
import { PruneDialog } from '../prune/prune-dialog.tsx'

const CompareDialog = lazy(async () => {
  const { CompareDialog } = await import('../compare/compare-dialog.tsx')
  return { default: CompareDialog }
})

const ConnectDialog = lazy(async () => {
  const { ConnectDialog } = await import('../gateway/connect-dialog.tsx')
  return { default: ConnectDialog }
})

const ImportDialog = lazy(async () => {
  const { ImportDialog } = await import('../gateway/import/import-dialog.tsx')
  return { default: ImportDialog }
})

/** What stands over everything, one at a time. */
export function Overlays() {
  const overlay = useView((view) => view.overlay)
  if (overlay === 'palette') return <Palette />
  if (overlay === 'shortcuts') return <ShortcutsSheet />
  if (overlay === 'prune') return <PruneDialog />
  if (overlay === 'compare')
    return (
      <Suspense>
        <CompareDialog />
      </Suspense>
    )
  if (overlay === 'connect')
    return (
      <Suspense>
        <ConnectDialog />
      </Suspense>
    )
  if (overlay === 'import')
    return (
      <Suspense>
        <ImportDialog />
      </Suspense>
    )
  return null
}
