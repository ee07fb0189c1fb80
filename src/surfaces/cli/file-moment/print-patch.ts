import { sanitizeText } from '../../../text/sanitize.ts'
import type { App } from '../app.ts'

/** To a terminal in colour and without what would control it; elsewhere byte for byte. */
export function printPatch(app: App, patch: string): void {
  if (patch === '') return
  if (app.isTerminal) app.out.lines(formatPatchLines(app, patch))
  else app.out.write(patch)
}

export function formatPatchLines({ colors }: App, patch: string): string[] {
  const lines = sanitizeText(patch).replace(/\n$/, '').split('\n')
  return lines.map(line => {
    if (/^(?:diff |--- |\+\+\+ |index |new file |deleted file )/.test(line)) return colors.bold(line)
    if (line.startsWith('@@')) return colors.cyan(line)
    return line.startsWith('+') ? colors.green(line) : line.startsWith('-') ? colors.red(line) : line
  })
}
