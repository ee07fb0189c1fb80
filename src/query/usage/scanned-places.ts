import type { Session } from '../../model/session.ts'
import { leafKey } from '../../model/summary-leaves.ts'
import type { Request, RequestPlace } from '../../model/usage/request.ts'
import { listFiles, type SessionSource } from '../../source/session-source.ts'
import { readWhole } from '../../source/usage-scan-whole.ts'
import { compareCounts, pickFirst, type ScanPlace, type SettledScans } from './settle-scans.ts'
import type { CopiedLines, LinePlace, RequestPlaces, UsageSource } from './usage-source.ts'

/** Sessions that are held at once: a request and its copies are asked for together. */
const MAX_HELD = 4

/** Finds where requests stand by reading their sessions again, whole: a scan keeps numbers alone. */
export function createPlaceFinder(
  sources: readonly SessionSource[],
  { keyOf, repeats }: Pick<SettledScans, 'keyOf' | 'repeats'>,
): UsageSource['placesOf'] {
  const held = new Map<number, ReadonlyMap<number, Holder>>()

  function holdersOf(at: number): ReadonlyMap<number, Holder> {
    const found = held.get(at) ?? readHolders(sources[at] as SessionSource)
    held.delete(at)
    held.set(at, found)
    const [oldest] = held.keys()
    if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest)
    return found
  }

  return (session, facts) =>
    facts.flatMap(({ number }) => {
      const place: ScanPlace = { at: session.number - 1, number }
      const key = keyOf(place)
      const repeated = repeats(place)
      const places = repeated.length > 0 ? repeated : [place]
      const holders = places.flatMap(({ at }) => holdersOf(at).get(key) ?? [])
      const own = holdersOf(place.at).get(key)
      return own ? [describePlaces(own, holders)] : []
    })
}

/** A request as one session holds it. */
interface Holder {
  readonly request: Request
  readonly source: SessionSource
  /** Lines of the response in the thread that it belongs to. */
  readonly lines: readonly number[]
}

function readHolders(source: SessionSource): ReadonlyMap<number, Holder> {
  const { session } = readWhole(source)
  const lines = listLines(session)
  return new Map(
    session.requests.map(request => {
      return [leafKey(request.key), { request, source, lines: lines.get(nameOf(request.at)) ?? [] }]
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

/** `holders` are all sessions that hold it, in their order. */
function describePlaces(own: Holder, holders: readonly Holder[]): RequestPlaces {
  const { request } = own
  const winning = holders[pickFirst(holders, (a, b) => compareCounts(b.request.tokens, a.request.tokens))] ?? own
  const winner = placeIn(winning.source, winning.request.winner)
  const ownFirst = [own, ...holders.filter(holder => holder !== own)]
  return {
    key: request.key,
    messageId: request.messageId,
    requestId: request.requestId,
    at: placeIn(own.source, request.at),
    winner,
    copies: ownFirst.flatMap(holder => listCopies(holder, holder === winning ? winner : undefined)),
  }
}

/** Every line of the response in one session but the one whose counts were taken. */
function listCopies({ request, source, lines }: Holder, winner: LinePlace | undefined): readonly CopiedLines[] {
  const count = request.lines - (winner ? 1 : 0)
  if (count <= 0) return []
  const { file } = placeIn(source, request.at)
  const others = lines.filter(line => winner?.file !== file || line !== winner.line)
  return [{ sessionId: source.id, file, lines: others.slice(0, count), count }]
}

function placeIn(source: SessionSource, { file, line }: RequestPlace): LinePlace {
  return { file: listFiles(source)[file]?.path ?? '', line }
}
