import type { Session } from '../../model/session.ts'
import { leafKey } from '../../model/summary-leaves.ts'
import type { Request, RequestPlace } from '../../model/usage/request.ts'
import { listFiles, type SessionSource } from '../../source/session-source.ts'
import { readWhole } from '../../source/usage-scan-whole.ts'
import { listCopies } from './list-copies.ts'
import type { ScanPlace, SettledScans } from './settle-scans.ts'
import type { CopiedLines, LinePlace, RequestPlaces, UsageSource } from './usage-source.ts'

/** Sessions that are held at once: a request and its copies are asked for together. */
const MAX_HELD = 4

/** Finds where requests stand by reading their sessions again, whole: a scan keeps numbers alone. */
export function createPlaceFinder(
  sources: readonly SessionSource[],
  settling: Pick<SettledScans, 'keyOf' | 'repeats'>,
): UsageSource['placesOf'] {
  const held = new Map<number, ReadonlyMap<string, Holder>>()

  function holdersOf(at: number): ReadonlyMap<string, Holder> {
    const found = held.get(at) ?? readHolders(sources[at] as SessionSource)
    held.delete(at)
    held.set(at, found)
    const [oldest] = held.keys()
    if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest)
    return found
  }

  return (session, facts) =>
    facts.flatMap(({ number, isAdvisor }) => {
      const place: ScanPlace = { at: session.number - 1, number }
      const key = nameKey(settling.keyOf(place), isAdvisor)
      const { places, winner } = settling.repeats(place) ?? { places: [place], winner: place }
      // Each session once: one that was let go and read again would be another object.
      const byPlace = new Map(places.map(({ at }) => [at, holdersOf(at).get(key)]))
      const own = byPlace.get(place.at)
      const holders = [...byPlace.values()].filter(holder => holder !== undefined)
      return own ? [describePlaces(own, byPlace.get(winner.at) ?? own, holders)] : []
    })
}

/** A request as one session holds it. */
interface Holder {
  readonly request: Request
  readonly source: SessionSource
  /** Lines of the response in the thread that it belongs to. */
  readonly lines: readonly number[]
}

/** A message may have the very id that an advisor's call is known by. */
function nameKey(key: number, isAdvisor: boolean): string {
  return `${key} ${isAdvisor}`
}

function readHolders(source: SessionSource): ReadonlyMap<string, Holder> {
  const { session } = readWhole(source)
  const lines = listLines(session)
  return new Map(
    session.requests.map(request => {
      const key = nameKey(leafKey(request.key), request.isAdvisor)
      return [key, { request, source, lines: lines.get(nameOf(request.at)) ?? [] }]
    }),
  )
}

/** By each line of a response: all its lines in the same thread. */
function listLines(session: Session): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[]>()
  for (const { file, agentId, messages } of [session.main, ...session.agents.map(agent => agent.thread)]) {
    for (const { entries } of messages) {
      const lines = entries.map(({ line }) => line)
      for (const { start } of entries) found.set(nameOf({ file, agentId, start }), lines)
    }
  }
  return found
}

function nameOf({ file, agentId, start }: Pick<RequestPlace, 'file' | 'agentId' | 'start'>): string {
  return `${file} ${start} ${agentId ?? ''}`
}

/** `holders` are all sessions that hold it, in their order; `winning` is the one whose numbers count. */
function describePlaces(own: Holder, winning: Holder, holders: readonly Holder[]): RequestPlaces {
  const { request } = own
  const winner = placeIn(winning.source, winning.request.winner)
  const ownFirst = [own, ...holders.filter(holder => holder !== own)]
  return {
    key: request.key,
    messageId: request.messageId,
    requestId: request.requestId,
    at: placeIn(own.source, request.at),
    winner,
    copies: ownFirst.flatMap(holder => listCopies(linesIn(holder), holder === winning ? winner : undefined)),
  }
}

function linesIn({ request, source, lines }: Holder): CopiedLines {
  return { sessionId: source.id, file: placeIn(source, request.at).file, lines, count: request.lines }
}

function placeIn(source: SessionSource, { file, line }: RequestPlace): LinePlace {
  return { file: listFiles(source)[file]?.path ?? '', line }
}
