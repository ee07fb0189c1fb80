import type { RequestFact } from '../../../model/usage/request-facts.ts'
import type { Row, Store } from '../../../store/store.ts'
import type { UsageSession } from '../usage-source.ts'

/** To which turn of the main thread something belongs that stands in the thread of an agent. */
export interface MainTurns {
  ofRequest(fact: RequestFact, session: UsageSession): number
  ofFact(fact: FactPlace): number
}

/** Where a fact of the index stands. */
export interface FactPlace {
  readonly session: number
  readonly agent: string
  /** Of its own thread. */
  readonly turn: number
  readonly at: number | null
}

/** Agents that no known call started, such as those of compactions, belong to the turn that ran at the time. */
export function openMainTurns(store: Store): MainTurns {
  let times: ReadonlyMap<number, readonly TurnTime[]> | undefined
  let agents: ReadonlyMap<number, ReadonlyMap<string, Caller>> | undefined
  const byTime = (session: number, at: number | null | undefined): number => {
    times ??= readTimes(store)
    return turnAt(times.get(session) ?? [], at ?? Number.NEGATIVE_INFINITY)
  }
  return {
    ofRequest: (fact, { number }) => (fact.turn === 0 && fact.agent !== '' ? byTime(number, fact.firstAt) : fact.turn),
    ofFact({ session, agent, turn, at }) {
      if (agent === '') return turn
      agents ??= readCallers(store)
      return climb(agents.get(session), agent) ?? byTime(session, at)
    },
  }
}

interface TurnTime {
  readonly turn: number
  readonly at: number
}

function readTimes(store: Store): ReadonlyMap<number, readonly TurnTime[]> {
  const times = new Map<number, TurnTime[]>()
  for (const row of store.all(TIMES)) {
    const known = times.get(row.session as number)
    const time = { turn: row.number as number, at: row.started_at as number }
    if (known) known.push(time)
    else times.set(row.session as number, [time])
  }
  return times
}

const TIMES = `SELECT session, number, started_at FROM turns
WHERE agent = '' AND started_at IS NOT NULL AND session IN (SELECT session FROM agents WHERE call_number IS NULL)
ORDER BY session, started_at, number`

function turnAt(times: readonly TurnTime[], at: number): number {
  let turn = 0
  for (const time of times) {
    if (time.at > at) break
    turn = time.turn
  }
  return turn
}

/** The thread of the call that started an agent, and its turn there. */
interface Caller {
  readonly thread: string
  readonly turn: number
}

function readCallers(store: Store): ReadonlyMap<number, ReadonlyMap<string, Caller>> {
  const callers = new Map<number, Map<string, Caller>>()
  for (const row of store.all(CALLERS)) {
    const known = callers.get(row.session as number) ?? new Map<string, Caller>()
    known.set(row.agent as string, toCaller(row))
    callers.set(row.session as number, known)
  }
  return callers
}

/** Only of sessions in which an agent did something that reports ask for. */
const CALLERS = `SELECT a.session, a.agent, a.call_agent, c.turn FROM agents AS a
JOIN tool_calls AS c ON c.session = a.session AND c.agent = a.call_agent AND c.number = a.call_number
WHERE a.session IN (SELECT session FROM commits WHERE agent <> '' UNION SELECT session FROM pull_requests WHERE agent <> '')`

function toCaller({ call_agent, turn }: Row): Caller {
  return { thread: call_agent as string, turn: turn as number }
}

/** Agents start agents; two that name each other have no turn. */
function climb(callers: ReadonlyMap<string, Caller> | undefined, agent: string): number | undefined {
  let thread = agent
  for (let depth = 0; depth <= (callers?.size ?? 0); depth++) {
    const caller = callers?.get(thread)
    if (!caller) return undefined
    if (caller.thread === '') return caller.turn
    thread = caller.thread
  }
  return undefined
}
