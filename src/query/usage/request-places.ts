import type { RequestFact } from '../../model/usage/request-facts.ts'
import type { Row, Store } from '../../store/store.ts'
import { listCopies } from './list-copies.ts'
import type { CopiedLines, RequestPlaces, UsageSession } from './usage-source.ts'

/** Where requests of the index stand: the files as they were named on disk. */
export function findRequestPlaces(
  store: Store,
  session: UsageSession,
  facts: readonly RequestFact[],
): readonly RequestPlaces[] {
  const linesOf = lineFinder(store)
  return facts.map(({ number }) => {
    const own = store.get(REQUEST, [session.number, number]) as Row
    const holders = [own, ...store.all(REPEATS, [own.key as string, session.number, own.is_advisor as number])]
    return describePlaces(own, holders, linesOf)
  })
}

const COLUMNS = `r.*, s.id, own.path AS path, won.path AS winner_path
FROM requests AS r JOIN sessions AS s ON s.session = r.session
LEFT JOIN files AS own ON own.file = r.file LEFT JOIN files AS won ON won.file = r.winner_file`

const REQUEST = `SELECT ${COLUMNS} WHERE r.session = ?1 AND r.number = ?2`

const REPEATS = `SELECT ${COLUMNS} WHERE r.key = ?1 AND r.session <> ?2 AND r.is_advisor = ?3 ORDER BY r.session`

type LineFinder = (holder: Row) => readonly number[]

function describePlaces(own: Row, holders: readonly Row[], linesOf: LineFinder): RequestPlaces {
  const winning = holders.find(holder => holder.session === (own.counted_session ?? own.session)) ?? own
  const winner = { file: (winning.winner_path ?? '') as string, line: winning.winner_line as number }
  return {
    key: own.key as string,
    messageId: (own.message_id ?? undefined) as string | undefined,
    requestId: (own.request_id ?? undefined) as string | undefined,
    at: { file: (own.path ?? '') as string, line: own.line as number },
    winner,
    copies: holders.flatMap(holder => listCopies(linesIn(holder, linesOf), holder === winning ? winner : undefined)),
  }
}

function linesIn(holder: Row, linesOf: LineFinder): CopiedLines {
  return {
    sessionId: holder.id as string,
    file: (holder.path ?? '') as string,
    lines: linesOf(holder),
    count: holder.lines as number,
  }
}

/** The lines of a response in its own thread, by the line it is attributed to. A thread is read once. */
function lineFinder(store: Store): LineFinder {
  const threads = new Map<string, ReadonlyMap<string, readonly number[]>>()
  return ({ session, agent, file, start }) => {
    const name = `${session} ${agent}`
    let lines = threads.get(name)
    if (!lines) {
      lines = readThread(store, session as number, agent as string)
      threads.set(name, lines)
    }
    return lines.get(`${file} ${start}`) ?? []
  }
}

function readThread(store: Store, session: number, agent: string): ReadonlyMap<string, readonly number[]> {
  const byMessage = new Map<number, number[]>()
  const byPlace = new Map<string, readonly number[]>()
  for (const row of store.all(ENTRIES, [session, agent])) {
    const message = row.message as number
    const lines = byMessage.get(message) ?? []
    lines.push(row.line as number)
    byMessage.set(message, lines)
    byPlace.set(`${row.file} ${row.start}`, lines)
  }
  return byPlace
}

const ENTRIES = `SELECT file, start, line, message FROM entries
WHERE session = ?1 AND agent = ?2 AND kind = 'assistant' AND message IS NOT NULL ORDER BY number`
