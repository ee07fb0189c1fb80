import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { say } from '../toast.ts'
import type { ExportDialogProps } from './export-dialog.tsx'

/** The same dialog, loaded when somebody wants to export something. */
export function LazyExportDialog(props: ExportDialogProps) {
  const [loaded, setLoaded] = useState<{ readonly Dialog: ComponentType<ExportDialogProps> }>()
  const { onClose } = props
  useEffect(() => {
    import('./export-dialog.tsx').then(
      module => setLoaded({ Dialog: module.ExportDialog }),
      () => {
        say('backscroll does not answer')
        onClose()
      },
    )
  }, [])
  return loaded ? <loaded.Dialog {...props} /> : null
}
