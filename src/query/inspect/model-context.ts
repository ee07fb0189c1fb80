import { agentKeys } from '../../model/agent-keys.ts'
import type { Agent, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { Request } from '../../model/usage/request.ts'
import { plainText } from '../../model/usage/to-request-fact.ts'
import type { ContextFacts } from '../context/build-context.ts'
import { type ContextCosts, sumKnown } from '../context/context-cost.ts'
import type { ContextMarks, ContextRow } from '../context/context-rows.ts'
import type { CompactionFacts } from '../context/read-compactions.ts'
import { listThreads } from './session-threads.ts'

/** Id of the session that a request was copied from: only an index of all sessions knows. */
export type CopiedFrom = (key: string) => string | undefined

/** What the index would say of a conversation, from the model: for sessions that are being written. */
export function modelContext(
  session: Session,
  agent: Agent | undefined,
  { costs, copiedFrom }: { readonly costs: ContextCosts; readonly copiedFrom: CopiedFrom },
): ContextFacts {
  const thread = agent?.thread ?? session.main
  const keyOf = agentKeys(session).of
  const rowsOf = (one: Thread): readonly ContextRow[] => listModelRows(session, one, copiedFrom)
  return {
    rows: rowsOf(thread),
    marks: findMarks(session, thread),
    compactions: {
      segments: listSegments(thread),
      summaries: listSummaryAgents(session, agent).map(one => {
        const rows = rowsOf(one.thread)
        const nanoUsd = sumKnown(rows.map(costs.ofRequest))
        return { id: keyOf(one.thread), endedAt: one.endedAt, requests: rows.length, nanoUsd }
      }),
    },
  }
}

/** The requests of one conversation, in the order in which `context` numbers them; advisors included. */
export function listModelRows(session: Session, thread: Thread, copiedFrom: CopiedFrom): readonly ContextRow[] {
  const keyOf = agentKeys(session).of
  return listRows(
    thread,
    session.requests.filter(({ at }) => keyOf(at) === keyOf(thread)),
    copiedFrom,
  )
}

function listRows(thread: Thread, requests: readonly Request[], copiedFrom: CopiedFrom): readonly ContextRow[] {
  const placeAt = findPlaces(thread)
  return requests
    .map(request => toRow(request, request.at.file === thread.file ? placeAt(request.at.start) : NOWHERE, copiedFrom))
    .sort((a, b) => a.entry - b.entry)
}

interface RequestPlace {
  readonly entry: number
  readonly segment: number
  readonly isRewound: boolean
  readonly sentAt: number | undefined
}

const NOWHERE: RequestPlace = { entry: 0, segment: 0, isRewound: false, sentAt: undefined }

function findPlaces(thread: Thread): (start: number) => RequestPlace {
  const answers = new Map<number, { readonly entry: ThreadEntry; readonly sentAt: number | undefined }>()
  let sentAt: number | undefined
  for (const entry of thread.entries) {
    if (entry.kind === 'user') sentAt = entry.at ?? sentAt
    else if (entry.kind === 'assistant') answers.set(entry.start, { entry, sentAt })
  }
  return start => {
    const found = answers.get(start)
    if (!found) return NOWHERE
    const { index, segment } = found.entry
    return { entry: index, segment, isRewound: !thread.isActive(found.entry), sentAt: found.sentAt }
  }
}

function toRow(request: Request, { sentAt, ...place }: RequestPlace, copiedFrom: CopiedFrom): ContextRow {
  const { tokens, at, firstAt } = request
  return {
    firstAt,
    sentAt: sentAt ?? firstAt,
    model: plainText(request.model),
    input: tokens.input,
    output: tokens.output,
    cacheRead: tokens.cacheRead,
    cacheWrite5m: tokens.cacheWrite5m,
    cacheWrite1h: tokens.cacheWrite1h,
    contextTokens: request.contextTokens,
    speed: plainText(request.speed),
    geo: plainText(request.geo),
    serviceTier: plainText(request.serviceTier),
    webSearches: request.webSearches,
    turn: at.turn,
    recordedCostUsd: request.recordedCostUsd,
    version: at.version,
    ...place,
    copiedFrom: copiedFrom(request.key),
    isUnfinished: request.isUnfinished,
    isAdvisor: request.isAdvisor,
  }
}

const RESUMES: ReadonlySet<string> = new Set(['/resume', '/continue'])

function findMarks(session: Session, thread: Thread): ContextMarks {
  const { facts, entries, agentId } = thread
  const resumes = [
    ...facts.hooks.filter(({ name }) => name === 'SessionStart:resume'),
    ...facts.slashCommands.filter(({ name }) => RESUMES.has(name)),
  ].map(({ entry }) => entry.index)
  const wakes = listThreads(session)
    .flatMap(other => other.thread.facts.spawns)
    .filter(spawn => agentId !== undefined && spawn.isResume && spawn.agentId === agentId)
    .flatMap(({ call }) => (call.use ?? call.result)?.at ?? [])
  return {
    resumes: resumes.sort((a, b) => a - b),
    clearings: entries.filter(({ kind }) => kind === 'system/microcompact_boundary').map(({ index }) => index),
    wakes: wakes.sort((a, b) => a - b),
  }
}

function listSegments(thread: Thread): CompactionFacts['segments'] {
  return thread.segments
    .filter(({ index }) => index > 0)
    .flatMap(({ index, boundary, summary, first, trigger, preTokens, postTokens }) => {
      const entry = boundary ?? summary ?? thread.entries[first]
      return entry ? [{ number: index, turn: entry.turn, at: entry.at, trigger, preTokens, postTokens }] : []
    })
}

/** One whose parent is not known may be of any thread: times tell. */
function listSummaryAgents({ agents }: Session, agent: Agent | undefined): readonly Agent[] {
  const own = agents.filter(
    one => one !== agent && one.purpose === 'compaction' && (one.parent === undefined || one.parent === agent),
  )
  return own.sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0) || (a.id < b.id ? -1 : 1))
}
