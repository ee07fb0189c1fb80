import type { Issue } from '../../format/issue.ts'
import type { Agent, Session, Thread, Turn } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { stripContext } from '../../model/user-role.ts'
import { formatIso } from '../../time/day.ts'
import { joinText, readBlocks } from '../view/content.ts'
import type { ReadEntry, TurnRange } from '../view/view-options.ts'
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
    requests: session.requests.map(({ firstAt, lastAt, ...request }) => ({
      ...request,
      firstAt: formatIso(firstAt),
      lastAt: formatIso(lastAt),
    })),
    links: session.links,
    issues: options.issues.map(({ file, issue }) => ({ file, ...issue })),
    counts: Object.fromEntries(session.kindCounts),
  }
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

/** Turns, calls and facts of one thread; of the main one only in the turns asked for. */
function threadJson(thread: Thread, options: SessionJsonOptions) {
  const range = thread.agentId === undefined ? options.turns : undefined
  const isIn = (turn: number): boolean => !range || (turn >= range.from && turn <= range.to)
  const isCallIn = (call: ToolCall): boolean => isIn((call.use ?? call.result)?.turn ?? 0)
  return {
    turns: thread.turns.filter(turn => isIn(turn.number)).map(turn => turnJson(thread, turn, options)),
    segments: thread.segments.map(({ boundary, summary, ...segment }) => ({
      ...segment,
      boundary: entryRef(thread, boundary),
      summary: entryRef(thread, summary),
    })),
    forks: thread.forks.map(fork => ({
      at: entryRef(thread, fork.at),
      sides: fork.sides.map(side => ({ ...side, first: entryRef(thread, side.first) })),
    })),
    toolCalls: thread.toolCalls.filter(isCallIn).map(call => callJson(thread, call)),
    facts: factsJson(thread, isIn),
  }
}

function turnJson(thread: Thread, turn: Turn, options: SessionJsonOptions) {
  return {
    number: turn.number,
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

function textJson(thread: Thread, entry: ThreadEntry | undefined, { read }: SessionJsonOptions) {
  if (!entry) return undefined
  const json = read(thread, entry)
  const text = json ? joinText(readBlocks(json)) : ''
  return { ...entryRef(thread, entry), text: entry.role === undefined ? text : stripContext(text) }
}

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
