import type { Generated } from '../../../narrative/generated.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { formatUsd } from '../../../text/money.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatTable } from '../../../text/table.ts'
import { cutToWidth } from '../../../text/width.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createProgressLine } from '../progress-line.ts'
import type { EnrichDocument } from './build-document.ts'
import type { Choice, Chosen } from './choose-sessions.ts'
import { createDocuments } from './create-documents.ts'
import type { Enriched, Enriching, StopReason } from './enrich-sessions.ts'
import type { Limits } from './limits.ts'
import type { Program } from './program-of.ts'
import type { Spent } from './spent.ts'

interface Report extends Required<Pick<Enriching, 'onStart' | 'onEnd'>> {
  end(enriched: Enriched, budget: { readonly spent: Spent; readonly limits: Limits }): void
  clear(): void
}

/** One line for each session as it is done, and at the end what was spent and why the rest was left. */
export function createReport(
  app: App,
  { program, choice }: { readonly program: Program; readonly choice: Choice },
): Report {
  const { out, err, colors, json } = app
  const line = createProgressLine(app)
  const total = choice.chosen.length
  return {
    clear: () => line.clear(),
    onStart(_chosen, done) {
      line.show({ doing: `Asking ${sanitizeLine(program.name)}`, sessions: { done, total }, bytes: 0, bytesDone: 0 })
    },
    onEnd(chosen, { result, costUsd }) {
      line.clear()
      if (json) return
      const name = nameOf(app, chosen)
      if (result.kind === 'failed') err.line(`backscroll: ${name}: ${sanitizeLine(result.reason)}`)
      else out.line(`${name}  ${colors.dim(describeMade(result, costUsd))}`)
    },
    end(enriched, { spent, limits }) {
      line.clear()
      const { made, left, stopped } = enriched
      const rest = left + choice.more
      const today = `${formatBytes(spent.bytes)} sent today of ${formatBytes(limits.dayBytes)}`
      const cost = spent.costUsd > 0 ? `, ${formatUsd(spent.costUsd)} of ${formatUsd(limits.dayUsd)}` : ''
      out.line(`${formatNumberOf(made.length, 'session')} summed up by ${sanitizeLine(program.name)}; ${today}${cost}.`)
      if (stopped) err.line(`backscroll: ${explainStop(stopped, { rest, program, app })}`)
      else if (rest > 0) out.line(colors.dim(`${formatNumberOf(rest, 'session')} left for the next time.`))
    },
  }
}

function describeMade(result: Extract<Generated['result'], { kind: 'made' }>, costUsd: number | undefined): string {
  const { decisions, dropped } = result
  return [
    formatNumberOf(decisions.length, 'decision'),
    dropped > 0 ? `${formatInteger(dropped)} left out` : '',
    costUsd === undefined ? '' : formatUsd(costUsd),
  ]
    .filter(part => part !== '')
    .join(', ')
}

function explainStop(
  stopped: StopReason,
  { rest, program, app }: { readonly rest: number; readonly program: Program; readonly app: App },
): string {
  const left = `${formatNumberOf(rest, 'session')} left`
  const name = sanitizeLine(program.name)
  if (stopped.kind === 'missing') return `${sanitizeLine(stopped.reason)}; ${left}, and nothing was noted against them`
  if (stopped.kind === 'failing')
    return `${name} failed twice in a row; ${left}, and \`--again\` asks about the failed ones again`
  if (stopped.kind === 'interrupted') return `stopped; ${left}: \`${app.commandName} enrich\` goes on from here`
  const limit = stopped.kind === 'day-bytes' ? 'dayBytes' : 'dayUsd'
  return `the budget of today is spent (${limit} of the setting enrichLimits); ${left}`
}

/** Why there is nothing to ask about. */
export function reportNothing(app: App, { made, failed, running, excluded }: Choice): Outcome {
  if (app.json) {
    printJson(app, { schema: 'backscroll.enriched/1', sessions: [], made, failed, running, excluded })
    return 'nothing'
  }
  const parts = [
    made > 0 ? `${formatNumberOf(made, 'session has', 'sessions have')} a summary that fits` : '',
    failed > 0 ? `${formatInteger(failed)} failed before (\`--again\` asks again)` : '',
    running > 0 ? `${formatInteger(running)} may still be going on (name one to ask about it all the same)` : '',
    excluded > 0 ? `${formatInteger(excluded)} of projects that are kept out (the setting exclude)` : '',
  ].filter(part => part !== '')
  app.err.line(`backscroll: nothing to ask about${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`)
  return 'nothing'
}

/** No run has this number, so nobody's session is taken for one of ours. */
const NO_RUN = '0'.repeat(16)

/** What would be sent: the documents themselves where somebody named sessions, else how much. Runs nothing, notes nothing. */
export function printDryRun(
  app: App,
  { chosen, more }: Choice,
  { limits, isNamed }: { readonly limits: Limits; readonly isNamed: boolean },
): Outcome {
  const { build } = createDocuments(app)
  const built = chosen.flatMap(each => {
    const document = build(each, { run: NO_RUN, maxBytes: limits.sessionBytes })
    return document ? [{ chosen: each, document }] : []
  })
  const bytes = built.reduce((sum, { document }) => sum + document.bytes, 0)
  if (app.json) printJson(app, { schema: 'backscroll.enrich-dry-run/1', bytes, more, documents: built.map(toJson) })
  else if (isNamed) for (const { document } of built) app.out.write(document.text)
  else printTable(app, built)
  const rest = more > 0 ? `; ${formatNumberOf(more, 'more session')} for the next time` : ''
  const hint = isNamed || app.json ? '' : ' Name a session to see all of it.'
  app.err.line(
    `backscroll: ${formatNumberOf(built.length, 'session')}, ${formatBytes(bytes)}${rest}. Nothing was sent.${hint}`,
  )
  return 'done'
}

interface Built {
  readonly chosen: Chosen
  readonly document: EnrichDocument
}

function toJson({ chosen, document }: Built): object {
  const { bytes, passages, text } = document
  return { id: chosen.session.sessionId, bytes, passages, document: JSON.parse(text) as unknown }
}

function printTable(app: App, built: readonly Built[]): void {
  const { colors } = app
  const columns = [
    { title: 'ID', dropOrder: 0, style: colors.yellow },
    { title: 'TITLE', isFlexible: true, minWidth: 26, dropOrder: 0, style: colors.bold },
    { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 22, dropOrder: 3, style: colors.cyan },
    { title: 'BYTES', align: 'right' as const, dropOrder: 1 },
    { title: 'PASSAGES', align: 'right' as const, dropOrder: 2 },
  ]
  const rows = built.map(({ chosen: { session, story }, document: { bytes, passages } }) => [
    session.shortId,
    shownTitle(sanitizeLine(story.title)),
    sanitizeLine(session.projectName),
    formatInteger(bytes),
    `${formatInteger(passages.sent)} of ${formatInteger(passages.sent + passages.left)}`,
  ])
  app.out.lines(formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim }))
}

const MAX_TITLE = 60

function nameOf({ colors }: App, { session, story }: Chosen): string {
  return `${colors.yellow(sanitizeLine(session.shortId))} ${cutToWidth(shownTitle(sanitizeLine(story.title)), MAX_TITLE)}`
}
