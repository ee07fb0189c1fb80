import { formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import type { NotesReport } from './notes-request.ts'

const MAX_LINES = 10

/** Prints what became of the notes, and gives the exit code. */
export function reportNotes(app: App, report: NotesReport): Outcome {
  if (app.json) printJson(app, { ...report })
  else {
    if (report.isTrial) app.out.lines(report.written.map(path => sanitizeLine(path)))
    if (report.sessions > 0) app.out.line(describe(app, report))
  }
  tell(app, 'left alone', report.kept)
  tell(app, 'not written', report.failed)
  if (report.isStopped) {
    app.err.line('backscroll: stopped; the next run goes on from here')
    return 'interrupted'
  }
  if (report.kept.length + report.failed.length > 0) return 'incomplete'
  if (report.sessions > 0) return 'done'
  app.err.line('backscroll: no session to write a note of')
  app.err.line(`List the sessions with \`${app.commandName} ls\`; copies, and those without a prompt, need --all.`)
  return 'nothing'
}

function describe(app: App, { isTrial, written, unchanged, others, running, vault, folder }: NotesReport): string {
  const place = shortenPath(app, `${vault}/${folder}`)
  const what = `${formatNumberOf(written.length, 'note')} ${isTrial ? 'would be written' : 'written'} in ${place}`
  const rest = [
    unchanged > 0 ? `${unchanged} up to date` : '',
    others > 0 ? `${others} told by another machine` : '',
    running > 0 ? `${formatNumberOf(running, 'session')} still running` : '',
  ].filter(part => part !== '')
  return `${[what, ...rest].join(', ')}.`
}

function tell(app: App, word: string, notes: NotesReport['kept']): void {
  for (const { path, why } of notes.slice(0, MAX_LINES)) {
    app.err.line(`backscroll: ${word}: ${sanitizeLine(path)}: ${sanitizeLine(why)}`)
  }
  const more = notes.length - MAX_LINES
  if (more > 0) app.err.line(`backscroll: ${word}: ${formatNumberOf(more, 'more note')}; --json lists all`)
}
