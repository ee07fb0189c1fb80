import { dirname } from 'node:path'
import type { LearnedSession } from '../../../query/export/learned-session.ts'
import { openRedacted } from '../../../query/export/open-redacted.ts'
import { buildRedactReport, type RedactReport } from '../../../query/export/redact-report.ts'
import { redactedLines } from '../../../query/export/redacted-lines.ts'
import { requireContent } from '../../../query/require-content.ts'
import type { Redaction } from '../../../redact/redaction.ts'
import { explainFailure, type MadeRedaction, orFailClosed } from '../../../share/learn-sessions.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { sanitizeText } from '../../../text/sanitize.ts'
import { shortenPath } from '../../../text/shorten-path.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { type CommandRequest, flagOption, textArg, textOption } from '../define-command.ts'
import { makeRedaction } from '../export/make-redaction.ts'
import { formatReport } from '../export/report-lines.ts'
import { throughSpool } from '../export/spool.ts'
import { requireTarget, type Target } from '../export/target.ts'
import { type WrittenTranscript, writeTranscript } from '../export/write-transcript.ts'
import { reportProblems } from '../report-problems.ts'
import { withSession } from '../require-kept.ts'

/** Lists what an export would take out of a session, or writes the transcript without it. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const isCheck = flagOption(request, 'check')
  const output = textOption(request, 'output')
  requireSense(app, { isCheck, output })
  const target = requireTarget(app, output, false) ?? { kind: 'stdout' }
  return await withSession(app, textArg(request, 'id') ?? '', async ({ library, source }) => {
    const wish = {
      wordsFile: textOption(request, 'redact-words'),
      isReviewed: false,
      takesPeople: textOption(request, 'redact') === 'people',
    }
    const made = (await makeRedaction(app, library, [source], wish)) as MadeRedaction
    const [learned] = made.learned as [LearnedSession]
    const loaded = orFailClosed(() => openRedacted(learned, made.redaction))
    requireContent(loaded)
    const report = buildRedactReport(loaded, made.redaction)
    if (isCheck) printReport(app, report)
    else await write(app, { redaction: made.redaction, learned, report, target })
    reportProblems(app, loaded.problems)
    if (loaded.problems.length > 0) return 'incomplete'
    return isCheck && report.hits.length > 0 ? 'findings' : 'done'
  })
}

function requireSense(app: App, { isCheck, output }: { isCheck: boolean; output: string | undefined }): void {
  if (isCheck && output !== undefined) {
    throw new UserError({
      code: 'check-writes-nothing',
      message: '--check only lists what is found, so there is nothing for -o to hold',
      hint: 'Leave out one of the two.',
    })
  }
  if (isCheck || !app.json || (output !== undefined && output !== '-')) return
  throw new UserError({
    code: 'two-outputs',
    message: '--json would stand in the middle of the transcript',
    hint: 'Name a file for the transcript with -o FILE, or list what is found with --check.',
  })
}

function printReport(app: App, report: RedactReport): void {
  if (app.json) printJson(app, { ...report })
  else app.out.lines(formatReport(app, report))
}

interface Writing {
  readonly redaction: Redaction
  readonly learned: LearnedSession
  readonly report: RedactReport
  readonly target: Target
}

async function write(app: App, { redaction, learned, report, target }: Writing): Promise<void> {
  try {
    const { files, left } =
      target.kind === 'stdout'
        ? await printTranscript(app, redaction, learned)
        : writeTranscript(app, { redaction, learned, target })
    if (app.json) printJson(app, { ...report, files })
    else if (files.length > 0) app.err.line(describeWritten(app, files, report))
    for (const name of left) app.err.line(`backscroll: left out: subagent in ${shortenPath(app, name)}`)
  } catch (error) {
    throw explainFailure(error)
  }
}

function describeWritten(app: App, files: readonly string[], { values }: RedactReport): string {
  const [first = ''] = files
  const what =
    files.length === 1
      ? shortenPath(app, first)
      : `${formatNumberOf(files.length, 'file')} to ${shortenPath(app, dirname(first))}`
  return `backscroll: wrote ${what}, ${formatNumberOf(values, 'value')} taken out`
}

/** The main transcript on stdout; a terminal would obey what stands in lines that are no JSON. */
async function printTranscript(app: App, redaction: Redaction, learned: LearnedSession): Promise<WrittenTranscript> {
  const { main, agents } = learned.source
  await throughSpool(app, file => {
    for (const line of main ? redactedLines(learned, main.path, redaction) : []) {
      file.write(app.isTerminal ? sanitizeText(line) : line)
    }
  })
  return { files: [], left: agents.map(({ path }) => redaction.redactText(path)) }
}
