import { z } from 'zod'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { readKeptSessions } from '../../../query/lookups/kept-sessions.ts'
import { listWithin } from '../../../query/session-limits.ts'
import { completeUsage, readUsageRequest, sourceFor } from '../../../query/usage/asked-usage.ts'
import { buildUsage } from '../../../query/usage/build-usage.ts'
import { CUTS, requireCut } from '../../../query/usage/cuts/table.ts'
import { openIndexedUsage } from '../../../query/usage/indexed-usage.ts'
import { limitToSessions } from '../../../query/usage/limit-to-sessions.ts'
import { selectRequests } from '../../../query/usage/select-requests.ts'
import type { UsageReport, UsageRow } from '../../../query/usage/usage-report.ts'
import type { UsageNumbers } from '../../../query/usage/usage-sum.ts'
import { NOT_IN_TRANSCRIPTS } from '../../../render/client-check-words.ts'
import { accuracyParts } from '../../../render/usage-words.ts'
import { formatCount, formatNumberOf } from '../../../text/count.ts'
import { formatCost, markBound } from '../../../text/money.ts'
import { tellApart } from '../../../text/tell-apart.ts'
import { UserError } from '../../../user-error.ts'
import { cite } from '../cite.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { limitsOf } from '../limits.ts'
import { oneLine } from '../lines.ts'
import type { CallScope, McpWorld } from '../world.ts'

/** Blocks are about the limits of a subscription, which the status line shows. */
const REPORTS = CUTS.map(({ name }) => name).filter(name => name !== 'blocks')

const input = z.object({
  by: z.enum(REPORTS).optional().describe('What each row is about; daily where not given.'),
  since: z
    .string()
    .max(100)
    .optional()
    .describe('From then on: 7d, 12h, today, yesterday, last month, 2026-11, 2026-11-01.'),
  until: z.string().max(100).optional().describe('Until then; a day, week or month is included.'),
})
type Input = z.output<typeof input>

export const usageTool = defineTool({
  name: 'usage',
  title: 'Tokens and money',
  description:
    'Tokens, requests, sessions and cost of this project or of all, by day, model, session, prompt, file, pull request and ' +
    'more; each request once. Call it only when the user asks what something cost or how much was used. Unlike in other ' +
    'tools the running session counts too. A + behind a number means at least that much.',
  input,
  run: (world, call) => world.ask(keep => answerUsage(world, keep, call), call.signal),
})

function answerUsage(world: McpWorld, keep: IndexedKeep, call: ToolCall<Input>): ToolAnswer {
  const { scope, from } = call
  const { report, sessions } = count(world, keep, call, scope)
  if (report.totals.requests === 0) return answerNothing(world, keep, call)
  const names = nameSessions(keep)
  const labels = labelRows(report)
  const blocks = report.rows.map((row, at) => formatRow(row, labels[at] ?? '', report, names))
  return {
    head: `${describeScope(call)}: ${formatNumbers(report.totals)} in ${formatNumberOf(sessions, 'session')}, by ${requireCut(report.report).title.toLowerCase()}:`,
    blocks: blocks.slice(from),
    total: blocks.length,
    tail: `Accuracy: ${[...accuracyParts(report.accuracy, report.knownByResult), ...describeMissing(report)]
      .map(part => oneLine(part, 200))
      .join('; ')}.`,
    isEmpty: false,
  }
}

/** What clients counted and no line holds: beside the total. */
function describeMissing({ notInTranscripts: missing }: UsageReport): readonly string[] {
  if (!missing || missing.totalTokens === 0) return []
  return [`${NOT_IN_TRANSCRIPTS}, beside the total: ${formatCost(missing)}, ${formatCount(missing.totalTokens)} tokens`]
}

/** Several files may bear one id, and count as one session: the largest names it. */
function nameSessions({ store }: IndexedKeep): ReadonlyMap<string, string> {
  const kept = [...readKeptSessions(store).values()].sort((a, b) => b.shortId.length - a.shortId.length)
  return new Map(kept.map(({ sessionId, shortId }) => [sessionId, shortId]))
}

/** The running session is part of what was used. */
function count(world: McpWorld, { store }: IndexedKeep, { input }: ToolCall<Input>, scope: CallScope) {
  const asked = asArguments(() =>
    readUsageRequest(
      {
        report: input.by ?? 'daily',
        since: input.since,
        until: input.until,
        last: undefined,
        project: undefined,
        model: undefined,
        breakdown: 'none',
        order: 'usual',
        limit: undefined,
        recalculates: false,
      },
      { zone: world.zone, now: world.now(), pricer: world.pricer },
    ),
  )
  const { range, detail } = sourceFor(asked, { isExplained: false })
  const limits = { ...limitsOf(scope), without: undefined }
  const source = limitToSessions(openIndexedUsage(store, range, detail), listWithin(store, limits))
  const request = completeUsage(asked, source, undefined)
  const report = buildUsage({ source, store }, { ...request, order: asked.cut.isByTime ? 'desc' : 'usual' })
  const used = selectRequests(source.groups, request.scope).filter(({ facts }) => facts.length > 0)
  return { report, sessions: new Set(used.map(({ session }) => session.id)).size }
}

/** What is an option on a command line is an argument here. */
function asArguments<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const [message, hint] = [error.message, error.hint].map(text => text.replaceAll(/--(since|until)\b/g, '$1'))
    throw new UserError({ code: error.code, message: message ?? '', hint: hint ?? '', cause: error })
  }
}

function answerNothing(world: McpWorld, keep: IndexedKeep, call: ToolCall<Input>): ToolAnswer {
  const nothing = { head: `${describeScope(call)}: no request is recorded.`, blocks: [], total: 0, isEmpty: true }
  if (call.scope.kind === 'all') return nothing
  const others = count(world, keep, call, { ...call.scope, kind: 'all' })
  return {
    ...nothing,
    elsewhere: { count: others.sessions, what: others.sessions === 1 ? 'session' : 'sessions', projects: [] },
  }
}

function describeScope({ input: { since, until }, scope }: ToolCall<Input>): string {
  const who = scope.kind === 'project' ? `Project ${oneLine(scope.project.name, 60)}` : 'All projects'
  const from = since === undefined ? '' : ` since ${oneLine(since, 40)}`
  const to = until === undefined ? '' : ` until ${oneLine(until, 40)}`
  return `${who}${from}${to}`
}

const MAX_LABEL = 120

/** Projects of one name, and branches of one name in several projects, are told with where they are. */
function labelRows({ report, rows }: UsageReport): readonly string[] {
  const labels = rows.map(({ label, key }) => label || key)
  if (report === 'projects') {
    return tellApart(rows.map(({ key, about }, at) => ({ name: labels[at] ?? '', place: String(about.remote ?? key) })))
  }
  if (report !== 'branches') return labels
  const projects = new Map(rows.map(({ about }) => [about.projectPath, String(about.project ?? '')]))
  const names = tellApart([...projects].map(([path, name]) => ({ name, place: String(path ?? '') })))
  const nameOf = new Map([...projects.keys()].map((path, at) => [path, names[at]]))
  const byLabel = Map.groupBy(labels, label => label)
  return labels.map((label, at) => {
    const isShared = (byLabel.get(label)?.length ?? 0) > 1
    const project = nameOf.get(rows[at]?.about.projectPath)
    return isShared && project ? `${project}:${label}` : label
  })
}

function formatRow(row: UsageRow, label: string, { report }: UsageReport, names: ReadonlyMap<string, string>): string {
  const [id = '', turn] = row.key.split(':')
  const shortId = report === 'sessions' || report === 'prompts' ? names.get(id) : undefined
  // A branch or a file may be called as a line of ours begins; a day is not.
  const mark = requireCut(report).isByTime ? '' : '- '
  const place = shortId === undefined ? mark : `${cite(shortId, turn === undefined ? undefined : Number(turn))} `
  return `${place}${oneLine(label, MAX_LABEL)}: ${formatNumbers(row)}`
}

/** Cost first: it is what most ask for. Cached input is most of the tokens and least of the cost. */
function formatNumbers(numbers: UsageNumbers): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, totalTokens, requests } = numbers
  const parts = [
    `in ${formatCount(inputTokens)}`,
    `out ${markBound(formatCount(outputTokens), numbers.unfinished > 0)}`,
    ...(cacheReadTokens > 0 ? [`cache read ${formatCount(cacheReadTokens)}`] : []),
    ...(cacheWriteTokens > 0 ? [`cache write ${formatCount(cacheWriteTokens)}`] : []),
  ]
  return `${formatCost(numbers)}, ${formatCount(totalTokens)} tokens (${parts.join(', ')}), ${formatNumberOf(requests, 'request')}`
}
