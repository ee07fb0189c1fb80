import { sanitizeLine } from '../../../text/sanitize.ts'
import type { App } from '../app.ts'
import { openWithSystem } from '../open-with-system.ts'
import type { ExportResult } from './export-result.ts'

/** Opens what was written with the program that the system has for it. One sentence where that cannot be done. */
export async function openResult(app: App, { files }: ExportResult): Promise<void> {
  const file = files.find(({ holds }) => holds === 'index') ?? files.find(({ holds }) => holds === 'session')
  if (!file) return
  const why = await openWithSystem(app, file.path)
  if (why !== undefined) app.err.line(`backscroll: it was not opened: ${sanitizeLine(why)}`)
}
