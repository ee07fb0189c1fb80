import type { Issue } from '../../format/issue.ts'
import type { Agent, Session, Thread, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { stripContext } from '../../model/user-role.ts'
import { formatIso } from '../../time/day.ts'
import { type Level, levelShows } from '../level.ts'
import { joinText, readBlocks } from '../view/content.ts'
import { agentTurn, isInRange } from '../view/turn-range.ts'
import type { AgentsMode, ReadEntry, TurnRange } from '../view/view-options.ts'
import { callJson, entryRef, factsJson } from './fact-json.ts'

export interface SessionJsonOptions {
  readonly read: ReadEntry
  /** Paths, in the order `file` numbers refer to. */
  readonly files: readonly string[]
  readonly issues: readonly { readonly file: number; readonly issue: Issue }[]
  /** Only these turns of the main conversation. */
  readonly turns?: TurnRange | undefined
  /** The client's own file is gone: this comes from the archive. */
  readonly keptOnly?: boolean | undefined
}

/** What of a session is told; everything where it is not said. */
export interface SessionJsonScope {
  readonly level: Level | 'raw'
  readonly agents: AgentsMode
}

export const SESSION_SCHEMA = 'backscroll.session/1'

/**
 * The session model as one JSON document without cycles: an entry is named by its file, line, bytes and uuid, a call and
 * an agent by their ids. Times are ISO 8601 in UTC; prompts and answers are whole.
 */
export function buildSessionJson(session: Session, options: SessionJsonOptions) {
  return {
    schema: SESSION_SCHEMA,
    session: headJson(session),
    keptOnly: options.keptOnly ?? false,
    files: options.files,
    ...threadJson(session.main, options),
    agents: session.agents.map(agent => agentJson(agent, options)),
    requests: session.requests.map(requestJson),
    links: session.links,
    issues: options.issues.map(({ file, issue }) => ({ file, ...issue })),
    counts: Object.fromEntries(session.kindCounts),
  }
}

/**
 * The same document member by member, lists item by item as they are asked for, and of it only what the scope tells:
 * below `answers` no answers, below `tools` neither calls and facts nor what agents are about.
 */
export function* sessionMembers(
  session: Session,
  options: SessionJsonOptions,
  scope: SessionJsonScope,
): Iterable<readonly [name: string, value: unknown]> {
  const hasTools = scope.level === 'raw' || levelShows(scope.level, 'tools')
  const hasAnswers = scope.level === 'raw' || levelShows(scope.level, 'answers')
  yield ['schema', SESSION_SCHEMA]
  yield ['session', headJson(session)]
  yield ['keptOnly', options.keptOnly ?? false]
  yield ['files', options.files]
  const { turns, segments, forks, toolCalls, facts } = lazyThreadJson(session.main, options)
  const isMainTold = scope.agents !== 'only'
  yield ['turns', isMainTold ? map(turns(), turn => (hasAnswers ? turn : { ...turn, answer: undefined })) : []]
  yield ['segments', segments()]
  yield ['forks', forks()]
  if (hasTools && isMainTold) yield ['toolCalls', toolCalls()]
  if (hasTools && isMainTold) yield ['facts', facts()]
  const agents = scope.agents === 'none' ? [] : session.agents.filter(agent => isAgentTold(agent, options))
  yield ['agents', map(agents, agent => (hasTools ? agentJson(agent, options) : agentHeadJson(agent)))]
  yield ['requests', map(session.requests, requestJson)]
  yield ['links', session.links]
  yield ['issues', options.issues.map(({ file, issue }) => ({ file, ...issue }))]
  yield ['counts', Object.fromEntries(session.kindCounts)]
}

/** Agents of the turns asked for; those that no call accounts for belong to the session as a whole. */
function isAgentTold(agent: Agent, { turns }: SessionJsonOptions): boolean {
  const turn = agentTurn(agent)
  return turn === undefined ? turns === undefined : isInRange(turn, { turns })
}

function headJson(session: Session) {
  return {
    id: session.id,
    title: session.title.text,
    titleFrom: session.title.from,
    cwd: session.cwds[0],
    cwds: session.cwds,
    branches: session.branches,
    versions: session.versions,
    models: session.models,
    slugs: session.slugs,
    entrypoints: session.entrypoints,
    mcpServers: session.mcpServers,
    startedAt: formatIso(session.startedAt),
    endedAt: formatIso(session.endedAt),
    activeMs: session.activeMs,
    usage: session.usage,
    usageSeenInProgress: session.usageSeenInProgress,
  }
}

export type SessionHeadJson = ReturnType<typeof headJson>

/** Turns, calls and facts of one thread; of the main one only in the turns asked for. */
function threadJson(thread: Thread, options: SessionJsonOptions) {
  const { turns, segments, forks, toolCalls, facts } = lazyThreadJson(thread, options)
  return { turns: [...turns()], segments: segments(), forks: forks(), toolCalls: [...toolCalls()], facts: facts() }
}

function lazyThreadJson(thread: Thread, options: SessionJsonOptions) {
  const turns = thread.agentId === undefined ? options.turns : undefined
  const isIn = (turn: number): boolean => isInRange(turn, { turns })
  const isCallIn = (call: ToolCall): boolean => isIn((call.use ?? call.result)?.turn ?? 0)
  return {
    turns: () =>
      map(
        thread.turns.filter(turn => isIn(turn.number)),
        turn => turnJson(thread, turn, options),
      ),
    segments: () => thread.segments.map(segment => segmentJson(thread, segment)),
    forks: () => thread.forks.map(fork => forkJson(thread, fork)),
    toolCalls: () => map(thread.toolCalls.filter(isCallIn), call => callJson(thread, call)),
    facts: () => factsJson(thread, isIn),
  }
}

function segmentJson(thread: Thread, { boundary, summary, ...segment }: Thread['segments'][number]) {
  return { ...segment, boundary: entryRef(thread, boundary), summary: entryRef(thread, summary) }
}

export type SegmentJson = ReturnType<typeof segmentJson>

function forkJson(thread: Thread, fork: Thread['forks'][number]) {
  return { at: entryRef(thread, fork.at), sides: fork.sides.map(side => forkSideJson(thread, side)) }
}

export type ForkJson = ReturnType<typeof forkJson>

function forkSideJson(thread: Thread, side: Thread['forks'][number]['sides'][number]) {
  return { ...side, first: entryRef(thread, side.first) }
}

export type ForkSideJson = ReturnType<typeof forkSideJson>

function turnJson(thread: Thread, turn: Turn, options: SessionJsonOptions) {
  return {
    number: turn.number,
    origin: turn.origin,
    starts: turn.starts,
    prompt: textJson(thread, turn.prompt, options),
    answer: textJson(thread, turn.answer, options),
    startedAt: formatIso(turn.startedAt),
    endedAt: formatIso(turn.endedAt),
    activeMs: turn.activeMs,
    toolCalls: turn.toolCalls,
    messages: turn.messages,
    isInterrupted: turn.isInterrupted,
    isRewound: turn.isRewound,
  }
}

export type TurnJson = ReturnType<typeof turnJson>

function textJson(thread: Thread, entry: ThreadEntry | undefined, { read }: SessionJsonOptions) {
  const ref = entryRef(thread, entry)
  if (!entry || !ref) return undefined
  const json = read(thread, entry)
  const text = json ? joinText(readBlocks(json)) : ''
  return { ...ref, text: entry.role === undefined ? text : stripContext(text) }
}

export type TextJson = NonNullable<ReturnType<typeof textJson>>

function agentJson(agent: Agent, options: SessionJsonOptions) {
  const { thread, call, parent, children, startedAt, endedAt, ...rest } = agent
  return {
    ...rest,
    call: call?.id,
    parent: parent?.id,
    children: children.map(child => child.id),
    file: thread.file,
    startedAt: formatIso(startedAt),
    endedAt: formatIso(endedAt),
    ...threadJson(thread, options),
  }
}

export type AgentJson = ReturnType<typeof agentJson>

/** That there was an agent, and what it took. */
function agentHeadJson(agent: Agent) {
  const { thread, call, parent, children, startedAt, endedAt, prompt, description, worktreePath, ...rest } = agent
  return {
    ...rest,
    parent: parent?.id,
    children: children.map(child => child.id),
    file: thread.file,
    startedAt: formatIso(startedAt),
    endedAt: formatIso(endedAt),
  }
}

function requestJson({ firstAt, lastAt, ...request }: Session['requests'][number]) {
  return { ...request, firstAt: formatIso(firstAt), lastAt: formatIso(lastAt) }
}

export type RequestJson = ReturnType<typeof requestJson>

function* map<From, To>(items: Iterable<From>, change: (item: From) => To): Iterable<To> {
  for (const item of items) yield change(item)
}
