import { z } from 'zod'
import type { SearchAnswer, SearchHit } from '../../../query/search/answer.ts'
import { findHitEntry } from '../../../query/search/hit-entry.ts'
import { readWords } from '../../../query/search/query-words.ts'
import { completeSearch } from '../../../query/search/search-request.ts'
import { searchSessions } from '../../../query/search/search-sessions.ts'
import { hitLabels, roleWords, STEP_WORDS, snippetLines } from '../../../render/search-words.ts'
import type { UnitKind } from '../../../store/full-text.ts'
import type { Store } from '../../../store/store.ts'
import { formatInteger, formatNumberOf } from '../../../text/count.ts'
import { quoteLines } from '../../../text/quote-history.ts'
import type { Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import { answerLine, isOpeningOf } from '../answer-line.ts'
import { cite, nextCall, target } from '../cite.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { nameEntry } from '../entry-name.ts'
import { limitsElsewhere, limitsOf } from '../limits.ts'
import { formatWhen, oneLine } from '../lines.ts'
import { nameProjects } from '../name-projects.ts'
import type { CallScope, McpWorld } from '../world.ts'

const KINDS = { said: ['prose'], done: ['tool'] } as const satisfies { readonly [name: string]: readonly UnitKind[] }

const input = z.object({
  query: z
    .string()
    .min(1)
    .max(4000)
    .describe(
      'Words, a question, a name, a path or an error; "quoted words" must stand so, -word must not. Filters, alone or with words: ' +
        'file:PATH cmd:TEXT tool:NAME commit:SHA pr:NUMBER branch:NAME before:DATE after:DATE on:DATE (2w, yesterday, 2026-11-01) ' +
        'role:prompt|answer|thinking|tool|output|summary|plan is:error|subagent|rewound|deleted|pinned ' +
        'session:ID agent:TYPE model:NAME tag:NAME project:NAME; -filter:value excludes.',
    ),
  limit: z.number().int().min(1).max(50).optional().describe('Conversations at most; 10 where not given.'),
  kind: z
    .enum(['said', 'done'])
    .optional()
    .describe('said: only prompts and answers; done: only tool calls and their output. Both where not given.'),
})
type Input = z.output<typeof input>

export const searchTool = defineTool({
  name: 'search',
  title: 'Search past sessions',
  description:
    'Finds earlier conversations of this project by what was said or done in them. Call it before investigating again what ' +
    'may have been investigated, before redesigning or undoing something whose reasons you do not know, and whenever the user ' +
    'says "last time", "as before", "again", "we decided", "why did we" or names work you have not seen. Few telling words ' +
    '(names, paths, error words) do better than a sentence. Each hit has a citation [id:turn]: open it with `read`, see its ' +
    'session with `timeline`. For an error use `find_fix`, for one file `file_history`.',
  isAlwaysLoaded: true,
  input,
  run: (world, call) => world.ask(keep => answerSearch(world, keep, call), call.signal),
})

const DEFAULT_LIMIT = 10
const SNIPPET_LINES = 3
/** Only their number and projects are told. */
const ELSEWHERE_LIMIT = 20

type Keep = Parameters<typeof searchSessions>[0]

async function answerSearch(world: McpWorld, keep: Keep, call: ToolCall<Input>): Promise<ToolAnswer> {
  const { scope, from } = call
  const answer = ask(world, keep, call, scope.kind)
  if (answer.hits.length === 0) {
    await world.pause(call.signal)
    const elsewhere = scope.kind === 'project' ? findElsewhere(keep, ask(world, keep, call, 'all'), scope) : undefined
    return {
      head: nothingWords(answer, scope, world.zone),
      blocks: [],
      total: 0,
      isEmpty: true,
      ...(elsewhere ? { elsewhere } : {}),
    }
  }
  const words = { store: keep.store, zone: world.zone, isAll: scope.kind === 'all', best: answer.step }
  const blocks = answer.hits.map(hit => formatHit(hit, words))
  return {
    head: foundWords(answer, scope, world.zone),
    blocks: blocks.slice(from),
    total: blocks.length,
    tail: nextWords(call, answer),
    isEmpty: false,
  }
}

function ask(
  world: McpWorld,
  keep: Keep,
  { input: asked, scope, signal }: ToolCall<Input>,
  kind: CallScope['kind'],
): SearchAnswer {
  signal.throwIfAborted()
  const now = world.now()
  const query = readWords([asked.query], now)
  if (query.words.length + query.phrases.length + query.without.length + query.filters.length === 0) throw emptyQuery()
  const isWide = kind !== scope.kind
  const request = completeSearch(world.keepDir, {
    query,
    limit: isWide ? ELSEWHERE_LIMIT : (asked.limit ?? DEFAULT_LIMIT),
    context: SNIPPET_LINES,
    isDeep: false,
    now,
    signal,
  })
  return searchSessions(keep, {
    ...request,
    limits: isWide ? limitsElsewhere(scope) : limitsOf(scope),
    kinds: asked.kind && KINDS[asked.kind],
  })
}

function emptyQuery(): UserError {
  return new UserError({
    code: 'empty-query',
    message: 'there is nothing to look for in this query',
    hint: 'Give words, a path, an error, or a filter such as is:error.',
  })
}

function findElsewhere({ store }: Keep, { total, hits }: SearchAnswer, scope: CallScope): ToolAnswer['elsewhere'] {
  return {
    count: total,
    what: total === 1 ? 'conversation' : 'conversations',
    projects: nameProjects(store, hits, scope),
  }
}

/** How many, how exact, and how the words were understood. */
function foundWords(answer: SearchAnswer, scope: CallScope, zone: Zone): string {
  const { hits, total, step } = answer
  const shown =
    total > hits.length
      ? `${hits.length} of ${formatNumberOf(total, 'conversation')}, best first`
      : formatNumberOf(hits.length, 'conversation')
  const searched = `searched ${coverageWords(answer, scope, zone)}`
  return [`${shown}; match: ${STEP_WORDS[step ?? 'any']}; ${searched}.`, ...noteLines(answer)].join('\n')
}

function nothingWords(answer: SearchAnswer, scope: CallScope, zone: Zone): string {
  if (answer.coverage.sessions === 0)
    return `There are no ${scope.ownSession === undefined ? '' : 'other '}sessions of ${whereWords(scope)}.`
  return [`Nothing found in ${coverageWords(answer, scope, zone)}.`, ...noteLines(answer), tryWords(answer)].join('\n')
}

function coverageWords({ coverage }: SearchAnswer, scope: CallScope, zone: Zone): string {
  const { sessions, newestAt } = coverage
  const newest = newestAt === undefined ? '' : ` up to ${zone.dayOf(Date.parse(newestAt))}`
  return `${formatNumberOf(sessions, 'session')} of ${whereWords(scope)}${newest}`
}

function whereWords({ kind, project }: CallScope): string {
  return kind === 'project' ? `project ${oneLine(project.name, 60)}` : 'all projects'
}

function noteLines({ notes }: SearchAnswer): readonly string[] {
  return notes.map(note => `Note: ${oneLine(note, 300)}.`)
}

function tryWords({ query: { words, phrases, filters } }: SearchAnswer): string {
  if (filters.length > 0 && words.length + phrases.length > 0) return 'Try it without the filters, or with fewer words.'
  if (filters.length > 0) return 'Try another filter, or words.'
  if (phrases.length > 0) return 'Try it without the quotes.'
  return 'Try other words: names, paths or error words as they stood there.'
}

const MAX_TITLE = 80
const MAX_ANSWER = 200
const MAX_LINE = 300

interface HitWords {
  readonly store: Store
  readonly zone: Zone
  /** Hits are of several projects. */
  readonly isAll: boolean
  readonly best: SearchAnswer['step']
}

/** Where and what, the place itself, and how the turn ended. */
function formatHit(hit: SearchHit, { store, zone, isAll, best }: HitWords): string {
  const about = [
    hit.at === undefined ? '' : formatWhen(zone, Date.parse(hit.at)),
    isAll ? oneLine(hit.project, 40) : '',
    hit.branch === undefined ? '' : oneLine(hit.branch, 40),
    `${roleWords(hit.role)}${placeWords(store, hit)}`,
    ...hitLabels(hit).map(label => oneLine(label, 40)),
    hit.step === best ? '' : STEP_WORDS[hit.step],
  ].filter(part => part !== '')
  const lines = snippetLines(hit).map(({ text }) => oneLine(text, MAX_LINE))
  const title = oneLine(hit.title, MAX_TITLE)
  // A session is mostly called by its first prompt.
  const isSaid = title === '' || isOpeningOf(hit.title, lines[0] ?? '')
  return [
    `${cite(hit.shortId, hit.mainTurn)} ${about.join(' · ')}${isSaid ? '' : ` "${title}"`}`,
    ...lines.map(quoteLines),
    ...(hit.answer === undefined ? [] : [`  => ${answerLine(hit.answer, MAX_ANSWER)}`]),
    ...moreLines(hit),
  ].join('\n')
}

/** Prompts and last answers stand in the turn as it is read; for the rest `read` is told which entry. */
function placeWords(store: Store, hit: SearchHit): string {
  const { role, agent, entryUuid } = hit
  const entry = findHitEntry(store, hit)
  const isInTurn = agent === undefined && (role === 'prompt' || (role === 'answer' && entry.isLastAnswer))
  const place = isInTurn ? '' : nameEntry(entryUuid, entry.isAlone)
  return `${agent === undefined ? '' : ` agent=${oneLine(agent, 40)}`}${place}`
}

function moreLines({ more, alsoIn }: SearchHit): readonly string[] {
  const others = alsoIn.slice(0, 3).map(({ shortId }) => shortId)
  const words = [
    ...(more > 0 ? [`${formatNumberOf(more, 'more place')} there`] : []),
    ...(others.length > 0 ? [`also in ${others.join(', ')}${alsoIn.length > 3 ? ' …' : ''}`] : []),
  ]
  return words.length > 0 ? [`  (${words.join('; ')})`] : []
}

function nextWords(call: ToolCall<Input>, { hits, total }: SearchAnswer): string {
  const [best] = hits
  const read = best ? `${nextCall(call, 'read', { at: target(best.shortId, best.mainTurn) })} opens the first hit.` : ''
  const more = total > hits.length ? ` ${formatInteger(total - hits.length)} more fit: narrow it, or raise limit.` : ''
  return `${read}${more}`
}
