import { leafKey } from '../summary-leaves.ts'
import { messageKeyOf } from './advisor-key.ts'
import { compareWinners, isAsGood, isSidechainRank, type RequestWinner } from './compare-winners.ts'
import type { Request, Tokens } from './request.ts'

/**
 * The requests of a session as numbers, to be compared with those of other sessions: resumes and forks repeat the
 * requests of their original (R3). One row is `STRIDE` numbers, so a thousand sessions travel between threads cheaply.
 */
export type RequestColumns = Float64Array

/** What columns are made of. */
export type ColumnRequest = Pick<Request, 'key' | 'isAdvisor' | 'firstAt' | 'rank' | 'winnerAt' | 'isUnfinished'> &
  Pick<Request, 'tokens' | 'webSearches' | 'recordedCostUsd'>

const KEY = 0
const MESSAGE_KEY = 1
const FIRST_AT = 2
const RANK = 3
const INPUT = 4
const OUTPUT = 5
const CACHE_READ = 6
const CACHE_WRITE_5M = 7
const CACHE_WRITE_1H = 8
const THINKING = 9
const WINNER_AT = 10
const IS_UNFINISHED = 11
const SEARCHES = 12
const COST = 13
const STRIDE = 14

export function toColumns(requests: Iterable<ColumnRequest>): RequestColumns {
  const columns: number[] = []
  for (const request of requests) {
    const { key, isAdvisor, tokens } = request
    const ownKey = leafKey(key)
    columns.push(ownKey, isAdvisor ? leafKey(messageKeyOf(key, true)) : ownKey)
    columns.push(request.firstAt ?? Number.MAX_VALUE, request.rank)
    columns.push(tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite5m, tokens.cacheWrite1h)
    columns.push(tokens.thinking, request.winnerAt ?? Number.NaN, Number(request.isUnfinished))
    columns.push(request.webSearches, request.recordedCostUsd ?? 0)
  }
  return Float64Array.from(columns)
}

/** Tokens of the requests that belong to a session itself. */
export type OwnTokens = Pick<Tokens, 'input' | 'output' | 'cacheRead'> & { readonly cacheWrite: number }

export interface SessionColumns {
  readonly id: string
  readonly columns: RequestColumns
}

/** What decides which of several sessions owns a request (R7). */
export interface RequestOwner {
  /** When the request stands first in the session; undefined is later than any time. */
  readonly firstAt: number | undefined
  readonly rank: number
  /** The session's latest request. A fork repeats all that was there and goes on: the original ends earlier. */
  readonly sessionLastAt: number
  readonly sessionId: string
}

/** Below 0: `a` owns it. 0 only for sessions of one id. */
export function compareOwners(a: RequestOwner, b: RequestOwner): number {
  const first = (a.firstAt ?? Number.MAX_VALUE) - (b.firstAt ?? Number.MAX_VALUE)
  if (first !== 0) return first
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.sessionLastAt !== b.sessionLastAt) return a.sessionLastAt - b.sessionLastAt
  return a.sessionId < b.sessionId ? -1 : a.sessionId > b.sessionId ? 1 : 0
}

/**
 * Counts each request once over all sessions: the record with most output (R8), for the session it belongs to (R7).
 * Nothing depends on the order of the sessions, unless two have one id. Same rule as store/settle-requests.ts.
 */
export function countOnce(sessions: readonly SessionColumns[]): readonly OwnTokens[] {
  const own = sessions.map(() => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }))
  const messages = settleMessages(sessions)
  for (const { owner, winner } of messages.values()) addTokens(own[owner.session], sessions[winner.session], winner.row)
  for (const { session, winner } of settleAdvisors(sessions, messages)) {
    addTokens(own[session], sessions[winner.session], winner.row)
  }
  return own
}

/** A row by the position of its session. */
interface RowPlace {
  readonly session: number
  readonly row: number
}

/** Rows of one request. */
interface SettledMessage {
  owner: RowPlace
  winner: RowPlace
}

function settleMessages(sessions: readonly SessionColumns[]): ReadonlyMap<number, SettledMessage> {
  const messages = new Map<number, SettledMessage>()
  const lastTimes = sessions.map(({ columns }) => lastAtOf(columns))
  const ownerAt = ({ session, row }: RowPlace): RequestOwner => {
    const { id, columns } = sessions[session] as SessionColumns
    const [firstAt, rank] = [columns[row + FIRST_AT], columns[row + RANK] as number]
    return { firstAt, rank, sessionLastAt: lastTimes[session] as number, sessionId: id }
  }
  const winnerAt = ({ session, row }: RowPlace): RequestWinner => readWinner(sessions[session] as SessionColumns, row)
  for (const place of listPlaces(sessions, false)) {
    const key = keyAt(sessions, place, KEY)
    const known = messages.get(key)
    if (!known) {
      messages.set(key, { owner: place, winner: place })
      continue
    }
    if (compareOwners(ownerAt(place), ownerAt(known.owner)) < 0) known.owner = place
    if (compareWinners(winnerAt(place), winnerAt(known.winner)) < 0) known.winner = place
  }
  for (const message of messages.values()) {
    const { owner, winner } = message
    if (owner !== winner && isAsGood(winnerAt(owner), winnerAt(winner))) message.winner = owner
  }
  return messages
}

/** R14: advisors count as the record of their message that won has them, for its owner where that one has them too. */
function settleAdvisors(
  sessions: readonly SessionColumns[],
  messages: ReadonlyMap<number, SettledMessage>,
): readonly { readonly session: number; readonly winner: RowPlace }[] {
  const advisors = [...listPlaces(sessions, true)]
  const nameOf = (session: number, place: RowPlace) => `${session} ${keyAt(sessions, place, KEY)}`
  const held = new Set(advisors.map(place => nameOf(place.session, place)))
  return advisors.flatMap(place => {
    const message = messages.get(keyAt(sessions, place, MESSAGE_KEY))
    if (!message || message.winner.session !== place.session) return []
    const owner = message.owner.session
    return { session: held.has(nameOf(owner, place)) ? owner : place.session, winner: place }
  })
}

function* listPlaces(sessions: readonly SessionColumns[], isAdvisor: boolean): Iterable<RowPlace> {
  for (const [session, { columns }] of sessions.entries()) {
    for (let row = 0; row < columns.length; row += STRIDE) {
      if ((columns[row + KEY] !== columns[row + MESSAGE_KEY]) === isAdvisor) yield { session, row }
    }
  }
}

function keyAt(sessions: readonly SessionColumns[], { session, row }: RowPlace, column: number): number {
  return (sessions[session] as SessionColumns).columns[row + column] as number
}

function readWinner({ id, columns }: SessionColumns, row: number): RequestWinner {
  const winnerAt = columns[row + WINNER_AT] as number
  return {
    output: columns[row + OUTPUT] as number,
    isSidechain: isSidechainRank(columns[row + RANK] as number),
    winnerAt: Number.isNaN(winnerAt) ? undefined : winnerAt,
    isUnfinished: columns[row + IS_UNFINISHED] === 1,
    input: columns[row + INPUT] as number,
    cacheRead: columns[row + CACHE_READ] as number,
    cacheWrite5m: columns[row + CACHE_WRITE_5M] as number,
    cacheWrite1h: columns[row + CACHE_WRITE_1H] as number,
    thinking: columns[row + THINKING] as number,
    webSearches: columns[row + SEARCHES] as number,
    recordedCostUsd: columns[row + COST] as number,
    sessionId: id,
  }
}

function addTokens(
  sum: { -readonly [Name in keyof OwnTokens]: number } | undefined,
  from: SessionColumns | undefined,
  row: number,
): void {
  if (!sum || !from) return
  const { columns } = from
  sum.input += columns[row + INPUT] as number
  sum.output += columns[row + OUTPUT] as number
  sum.cacheRead += columns[row + CACHE_READ] as number
  sum.cacheWrite += (columns[row + CACHE_WRITE_5M] as number) + (columns[row + CACHE_WRITE_1H] as number)
}

function lastAtOf(columns: RequestColumns): number {
  let last = 0
  for (let row = 0; row < columns.length; row += STRIDE) {
    const at = columns[row + FIRST_AT] as number
    if (at > last && at < Number.MAX_VALUE) last = at
  }
  return last
}
