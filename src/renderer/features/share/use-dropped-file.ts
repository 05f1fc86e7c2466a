import { useEffect } from 'react'
import { useSharing } from './sharing.ts'

/** A recording that is dropped anywhere is imported. Without this the browser would leave the page for it. */
export function useDroppedFile(): void {
  const importThis = useSharing((sharing) => sharing.importThis)
  useEffect(() => {
    const over = (event: globalThis.DragEvent) => event.preventDefault()
    const drop = (event: globalThis.DragEvent) => {
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file?.name.endsWith('.spillway')) importThis(file)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [importThis])
}
