import { z } from 'zod'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import type { ErrorEnd } from '../../../query/lookups/error-end.ts'
import type { FoundError } from '../../../query/lookups/find-errors.ts'
import { type FixStep, type FoundFixes, findFixes } from '../../../query/lookups/find-fixes.ts'
import { createEndingFinder } from '../../../query/lookups/place-endings.ts'
import type { SearchHit } from '../../../query/search/answer.ts'
import { readWords } from '../../../query/search/query-words.ts'
import { completeSearch } from '../../../query/search/search-request.ts'
import { searchSessions } from '../../../query/search/search-sessions.ts'
import type { SessionLimits } from '../../../query/session-limits.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { head } from '../../../text/head.ts'
import { quoteLines } from '../../../text/quote-history.ts'
import type { Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import { answerLine } from '../answer-line.ts'
import { cite, nextCall, target } from '../cite.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { limitsElsewhere, limitsOf } from '../limits.ts'
import { formatWhen, oneLine } from '../lines.ts'
import { nameProjects } from '../name-projects.ts'
import { placeBelow } from '../place-below.ts'
import type { CallScope, McpWorld } from '../world.ts'

const input = z.object({
  error: z
    .string()
    .min(1)
    .max(20_000)
    .describe(
      'The error as it was printed, a whole stack trace or one line of it; numbers, paths and hashes may differ.',
    ),
  limit: z.number().int().min(1).max(50).optional().describe('Conversations at most; 5 where not given.'),
})
type Input = z.output<typeof input>

export const findFixTool = defineTool({
  name: 'find_fix',
  title: 'How an error was fixed before',
  description:
    'Where earlier sessions met an error, and what ended it: the turn after which the same call worked, the files changed ' +
    'until then, and what was answered. Call it as soon as a command, test, build or tool fails with something that is not ' +
    'obvious, before you investigate: it may have been fixed before, or tried in vain. Also says where it never went away. ' +
    'Next: `read` with a citation [id:turn] for the fix itself.',
  input,
  run: (world, call) => world.ask(keep => answerFix(world, keep, call), call.signal),
})

const DEFAULT_LIMIT = 5
/** Only their number and projects are told. */
const ELSEWHERE_LIMIT = 20

async function answerFix(world: McpWorld, keep: IndexedKeep, call: ToolCall<Input>): Promise<ToolAnswer> {
  const { scope, from } = call
  // Without a word every line is alike.
  if (!/[\p{L}\p{N}]/u.test(call.input.error)) throw emptyError()
  const found = await ask(world, keep, call, limitsOf(scope))
  const isProject = scope.kind === 'project'
  await world.pause(call.signal)
  if (found.step !== undefined) {
    const endingOf = createEndingFinder(keep)
    const blocks = found.errors.map(error => formatError(error, { zone: world.zone, scope }, endingOf))
    return {
      head: foundWords(found),
      blocks: blocks.slice(from),
      total: blocks.length,
      tail: nextWords(call, found),
      isEmpty: false,
    }
  }
  const elsewhere = isProject ? await ask(world, keep, call, limitsElsewhere(scope)) : undefined
  await world.pause(call.signal)
  const alike = searchAlike(world, keep, call, found.line)
  if (alike.length > 0) return answerAlike(alike, found, { world, keep, call, elsewhere })
  return {
    head: `${nothingWords(found, scope)} Nothing alike is there either.`,
    blocks: [],
    total: 0,
    isEmpty: true,
    ...(elsewhere ? { elsewhere: countElsewhere(keep, elsewhere, scope) } : {}),
  }
}

function emptyError(): UserError {
  return new UserError({
    code: 'empty-error',
    message: 'there is nothing to look for in this error',
    hint: 'Give it as it was printed, or a few of its words.',
  })
}

async function ask(
  world: McpWorld,
  keep: IndexedKeep,
  { input: { error, limit = DEFAULT_LIMIT }, scope, signal }: ToolCall<Input>,
  limits: SessionLimits,
): Promise<FoundFixes> {
  const isWide = scope.kind === 'project' && limits.project === undefined
  return await findFixes(keep, {
    text: error,
    pause: () => world.pause(signal),
    scope: { project: undefined, since: undefined, until: undefined, limit: isWide ? ELSEWHERE_LIMIT : limit, limits },
  })
}

/** What only comes near is no reason to look further. */
function countElsewhere(
  { store }: IndexedKeep,
  { errors, total, step }: FoundFixes,
  scope: CallScope,
): NonNullable<ToolAnswer['elsewhere']> {
  if (step === 'most') return { count: 0, what: '', projects: [] }
  const last = errors.map(error => error.last)
  const projects = total > errors.length ? [] : nameProjects(store, last, scope)
  return { count: total, what: total === 1 ? 'conversation that met it' : 'conversations that met it', projects }
}

const STEP_WORDS: { readonly [Step in FixStep]: string } = {
  words: 'the message has all words given',
  same: 'the same line, whatever its numbers and paths',
  telling: 'all words of its telling line',
  most: 'most words of its telling line: check that it is the same error',
}

const MAX_LINE = 300

function foundWords({ errors, total, isMore, step, line }: FoundFixes): string {
  const it = step === 'most' ? 'something like it' : 'it'
  const met = `${total}${isMore ? '+' : ''} ${total === 1 ? 'conversation' : 'conversations'} met ${it}`
  const shown = total > errors.length ? `${met}, ${errors.length} here` : met
  const looked = step === undefined || step === 'words' ? '' : ` Looked for: ${oneLine(line, MAX_LINE)}`
  return `${shown}; match: ${step === undefined ? 'none' : STEP_WORDS[step]}. Those that ended come first.${looked}`
}

function nothingWords({ coverage, line }: FoundFixes, { kind }: CallScope): string {
  const where = kind === 'project' ? ' of this project' : ''
  return `No session met this error (${formatNumberOf(coverage.sessions, 'session')}${where}; looked for: ${oneLine(line, MAX_LINE)}).`
}

interface Drawing {
  readonly zone: Zone
  readonly scope: CallScope
}

const MAX_TITLE = 80

type EndingOf = ReturnType<typeof createEndingFinder>

function formatError(error: FoundError, { zone, scope }: Drawing, endingOf: EndingOf): string {
  const { last, first, count } = error
  const about = [
    last.at === undefined ? '' : formatWhen(zone, Date.parse(last.at)),
    scope.kind === 'all' ? oneLine(last.project, 40) : '',
    oneLine(last.branch ?? '', 40),
    last.isRewound ? 'taken back later (rewound)' : '',
  ].filter(part => part !== '')
  const times = count > 1 ? ` (${count} times, first in ${cite(first.shortId, first.mainTurn)})` : ''
  return [
    `${cite(last.shortId, last.mainTurn)} ${about.join(' · ')} "${oneLine(last.title, MAX_TITLE)}"`,
    `  error: ${oneLine(error.line, MAX_LINE)}${times}`,
    ...callLines(error),
    ...endLines(error, endingOf),
  ].join('\n')
}

function callLines({ tool, headline }: FoundError): readonly string[] {
  return tool === undefined ? [] : [`  from: ${oneLine(`${tool} ${headline ?? ''}`.trim(), 200)}`]
}

const MAX_PROMPT = 200
const MAX_ANSWER = 300

/** What nobody ran again may have ended in the very turn that met it: that one is quoted. */
function endLines({ last, endedBy }: FoundError, endingOf: EndingOf): readonly string[] {
  if (endedBy.how === 'still-there') return ['  end: never went away, as far as that session goes']
  const { how, turn, prompt } = endedBy
  const isProven = how === 'succeeded'
  const isSameTurn = turn === last.mainTurn
  const where = isSameTurn ? 'in the same turn' : `in ${cite(last.shortId, turn)}`
  const verdict = isProven ? `the same call worked ${where}` : 'not seen again, though nothing proves it gone'
  const { answer } = endingOf({ shortId: last.shortId, mainTurn: isProven ? turn : last.mainTurn })
  return [
    `  end: ${verdict}${changedWords(endedBy, last.projectPath)}`,
    ...(isSameTurn || !isProven || prompt === '' ? [] : [`  asked there: ${oneLine(prompt, MAX_PROMPT)}`]),
    ...(answer === undefined ? [] : [`  => ${answerLine(answer, MAX_ANSWER)}`]),
  ]
}

const MAX_FILES = 5

function changedWords({ changedFiles }: Exclude<ErrorEnd, { how: 'still-there' }>, projectPath: string): string {
  if (changedFiles.length === 0) return '; no file was changed in between'
  const names = changedFiles.slice(0, MAX_FILES).map(path => oneLine(placeBelow(projectPath, path), 120))
  const more = changedFiles.length - MAX_FILES
  return `; changed in between: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function nextWords(call: ToolCall<Input>, { errors, total }: FoundFixes): string {
  const [best] = errors
  if (!best) return ''
  const turn = best.endedBy.how === 'succeeded' ? best.endedBy.turn : best.last.mainTurn
  const more = total > errors.length ? ` ${formatNumberOf(total - errors.length, 'more')} left out: raise limit.` : ''
  const read = nextCall(call, 'read', { at: target(best.last.shortId, turn), level: 'tools' })
  return `${read} shows what was done.${more}`
}

const SNIPPET_LINES = 2
/** A line may be a whole program. */
const MAX_SEARCHED = 300

/** Nobody met it so: what comes near, among turns in which something failed. */
function searchAlike(
  world: McpWorld,
  keep: IndexedKeep,
  { input: { limit = DEFAULT_LIMIT }, scope, signal }: ToolCall<Input>,
  line: string,
): readonly SearchHit[] {
  const now = world.now()
  // Words alone: what looks like a filter in an error is part of it.
  const words = head(line, MAX_SEARCHED)
    .replace(/["“”:-]+/g, ' ')
    .trim()
  if (words === '') return []
  const query = readWords([`${words} is:error`], now)
  const asked = { query, limit, context: SNIPPET_LINES, isDeep: false, now, signal }
  const request = { ...completeSearch(world.keepDir, asked), limits: limitsOf(scope) }
  return searchSessions(keep, request).hits
}

interface Alike {
  readonly world: McpWorld
  readonly keep: IndexedKeep
  readonly call: ToolCall<Input>
  readonly elsewhere: FoundFixes | undefined
}

function answerAlike(
  hits: readonly SearchHit[],
  found: FoundFixes,
  { world, keep, call, elsewhere }: Alike,
): ToolAnswer {
  const endingOf = createEndingFinder(keep)
  const blocks = hits.map(hit => formatHit(hit, { zone: world.zone, scope: call.scope }, endingOf(hit).answer))
  const others = elsewhere ? countElsewhere(keep, elsewhere, call.scope).count : 0
  const wide =
    others > 0
      ? `\n${formatNumberOf(others, 'conversation')} of other projects met it: repeat this call with scope: "all".`
      : ''
  return {
    head: `${nothingWords(found, call.scope)} Turns with errors that share words with it, best first:${wide}`,
    blocks: blocks.slice(call.from),
    total: blocks.length,
    isEmpty: false,
  }
}

function formatHit(hit: SearchHit, { zone, scope }: Drawing, answer: string | undefined): string {
  const about = [
    hit.at === undefined ? '' : formatWhen(zone, Date.parse(hit.at)),
    scope.kind === 'all' ? oneLine(hit.project, 40) : '',
    oneLine(hit.branch ?? '', 40),
  ].filter(part => part !== '')
  return [
    `${cite(hit.shortId, hit.mainTurn)} ${about.join(' · ')} "${oneLine(hit.title, MAX_TITLE)}"`,
    ...hit.snippet.split('\n').map(text => quoteLines(oneLine(text, MAX_LINE))),
    ...(answer === undefined ? [] : [`  => ${answerLine(answer, MAX_ANSWER)}`]),
  ].join('\n')
}
