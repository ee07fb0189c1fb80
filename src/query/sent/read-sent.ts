import { asString } from '../../format/json.ts'
import { agentKeys } from '../../model/agent-keys.ts'
import { compareRequests } from '../../model/sent/compare-requests.ts'
import { openRequestLog, type RequestRebuilder } from '../../model/sent/rebuild-request.ts'
import type { LoggedRequest, LoggedSend } from '../../model/sent/request-log.ts'
import type { Thread } from '../../model/session.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { hashOf } from '../../source/tail-hash.ts'
import { head } from '../../text/head.ts'
import { formatIso } from '../../time/day.ts'
import { UserError } from '../../user-error.ts'
import type { ContextRow } from '../context/context-rows.ts'
import { requireAgent } from '../context/require-agent.ts'
import { listModelRows } from '../inspect/model-context.ts'
import type { SentAbsence, SentAttempt, SentDetails, SentReport } from './sent-report.ts'

export interface SentQuestion {
  /** Id of a subagent, or the beginning of it; undefined: the main conversation. */
  readonly agent: string | undefined
  /** Its number as `context` counts, or the id of a recorded request or the beginning of it; undefined: the last one. */
  readonly request: number | string | undefined
  /** Opens another session by its id: in a fork, answers are copies and their requests stand where they were sent. */
  openOther(sessionId: string): LoadedSession | undefined
}

/** What the model was given with one request, whether that is proven, and what changed since the request before. */
export function readSent(loaded: LoadedSession, question: SentQuestion): SentReport {
  const { session } = loaded
  const agent = question.agent === undefined ? undefined : findAgent(loaded, question.agent)
  const desk = openDesk(loaded, agent?.thread ?? session.main)
  const asked = desk.findNumber(question.request)
  const row = asked === undefined ? undefined : desk.rows[asked - 1]
  if (asked !== undefined && !row) throw noSuchRequest(asked, desk)
  const request = row ? undefined : desk.findUnanswered(question.request)
  const answer = asked === undefined ? undefined : desk.answers[asked - 1]
  const found = request ? { sent: describe(desk, request, undefined) } : findSent(desk, answer, question)
  return {
    schema: 'backscroll.sent/1',
    session: { id: session.id, title: session.title.text },
    agent: agent?.id,
    number: asked,
    turn: row?.turn ?? request?.entry.turn ?? 0,
    at: formatIso(row?.firstAt ?? request?.entry.at),
    model: row?.model ?? asString(request?.params.model) ?? '',
    version: row?.version ?? request?.version,
    sent: undefined,
    absence: undefined,
    ...found,
    requests: desk.rows.length,
    unanswered: desk.listUnanswered().map(toAttempt),
  }
}

/** The conversation whose requests are asked for. */
function findAgent({ session }: LoadedSession, text: string): { readonly id: string; readonly thread: Thread } {
  const keyOf = agentKeys(session).of
  const agents = session.agents.map(({ thread }) => ({ id: keyOf(thread), thread }))
  return requireAgent(agents, text)
}

/** What an answer says of the request it belongs to. */
interface AnswerRef {
  readonly id: string | undefined
  /** Set on copies. */
  readonly sessionId: string | undefined
}

/** One conversation with its numbered requests and its log; kept as long as the session is as it was. */
class SentDesk {
  readonly loaded: LoadedSession
  readonly rows: readonly ContextRow[]
  readonly answers: readonly AnswerRef[]
  readonly rebuilder: RequestRebuilder

  constructor(loaded: LoadedSession, thread: Thread) {
    this.loaded = loaded
    this.rows = listModelRows(loaded.session, thread, () => undefined).filter(({ isAdvisor }) => !isAdvisor)
    this.answers = this.rows.map(({ entry }) => {
      const kept = thread.entries[entry]
      const json = kept?.kind === 'assistant' ? loaded.read(thread, kept) : undefined
      return { id: asString(json?.requestRef), sessionId: asString(json?.requestSessionId) }
    })
    this.rebuilder = openRequestLog({
      thread,
      read: entry => loaded.read(thread, entry),
      sha256: text => hashOf(Buffer.from(text)),
    })
  }

  get sends(): readonly LoggedSend[] {
    return this.rebuilder.log.sends
  }

  numberOf(id: string): number | undefined {
    const at = this.answers.findIndex(answer => answer.id === id)
    return at < 0 ? undefined : at + 1
  }

  /** Undefined for one that nobody answered, and where there is none at all. */
  findNumber(request: SentQuestion['request']): number | undefined {
    if (typeof request === 'number') return request
    if (request === undefined) return this.rows.length || undefined
    const at = this.answers.findIndex(({ id }) => request !== '' && id?.startsWith(request))
    return at < 0 ? undefined : at + 1
  }

  listUnanswered(): readonly LoggedSend[] {
    const answered = new Set(this.answers.map(({ id }) => id))
    return this.sends.filter(({ attempts }) => !attempts.some(({ id }) => answered.has(id)))
  }

  findUnanswered(request: SentQuestion['request']): LoggedRequest | undefined {
    if (request === undefined) return this.sends.at(-1)?.attempts.at(-1)
    const text = String(request)
    const all = this.sends.flatMap(({ attempts }) => attempts)
    const found = text === '' ? undefined : all.find(({ id }) => id.startsWith(text))
    if (found) return found
    throw new UserError({
      code: 'no-such-request',
      message: `no recorded request of this conversation is called "${head(text, 60)}"`,
      hint: '`backscroll context ID --all` lists requests with their numbers.',
    })
  }
}

/** Another state of a session is another value, so what is kept here is never old. */
const desks = new WeakMap<LoadedSession, Map<Thread, SentDesk>>()

function openDesk(loaded: LoadedSession, thread: Thread): SentDesk {
  const known = desks.get(loaded) ?? new Map<Thread, SentDesk>()
  desks.set(loaded, known)
  const desk = known.get(thread) ?? new SentDesk(loaded, thread)
  known.set(thread, desk)
  return desk
}

function findSent(
  desk: SentDesk,
  answer: AnswerRef | undefined,
  { openOther }: SentQuestion,
): { readonly sent: SentDetails } | { readonly absence: SentAbsence } {
  const { id, sessionId } = answer ?? {}
  if (id === undefined) return absent(desk.sends.length > 0 ? 'not-logged' : 'no-log')
  const own = desk.rebuilder.log.find(id)
  if (own) return { sent: describe(desk, own, undefined) }
  if (sessionId === undefined || sessionId === desk.loaded.session.id) return absent('lost')
  const other = openOther(sessionId)
  const there = other && openDesk(other, other.session.main)
  const request = there?.rebuilder.log.find(id)
  if (!there || !request) return absent(other ? 'lost' : 'elsewhere', sessionId)
  return { sent: describe(there, request, sessionId) }
}

function absent(why: SentAbsence['why'], sessionId?: string): { readonly absence: SentAbsence } {
  return { absence: { why, sessionId } }
}

function describe(desk: SentDesk, request: LoggedRequest, storedIn: string | undefined): SentDetails {
  const { rebuilder, sends } = desk
  const at = sends.findIndex(({ attempts }) => attempts.includes(request))
  const sent = rebuilder.rebuild(request)
  const earlier = sends[at - 1]?.attempts.at(-1)
  return {
    id: request.id,
    storedIn,
    querySource: request.querySource,
    attempts: (sends[at]?.attempts ?? []).map(attempt => toAttempt({ attempts: [attempt] })),
    params: request.params,
    system: sent.system,
    tools: sent.tools,
    messages: sent.messages.map(({ message: _, ...rest }) => rest),
    cacheMarks: sent.marks,
    digest: request.digest,
    check: sent.check,
    before: earlier && { id: earlier.id, number: storedIn === undefined ? desk.numberOf(earlier.id) : undefined },
    change: earlier && compareRequests(rebuilder.rebuild(earlier), sent),
  }
}

function toAttempt({ attempts }: LoggedSend): SentAttempt {
  const last = attempts.at(-1)
  return { id: last?.id ?? '', at: formatIso(last?.entry.at), attempts: attempts.length }
}

function noSuchRequest(number: number, desk: SentDesk): UserError {
  const count = desk.rows.length
  const [first] = desk.listUnanswered().map(toAttempt)
  const none = first ? `None was answered; one of those that were sent is --request ${first.id}.` : 'It has none.'
  return new UserError({
    code: 'no-such-request',
    message: `this conversation has no request ${number}`,
    hint: count === 0 ? none : `They are numbered 1 to ${count}; \`backscroll context ID --all\` lists them.`,
  })
}
