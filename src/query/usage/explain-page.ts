import type { Store } from '../../store/store.ts'
import type { UsageWorld } from './build-usage.ts'
import {
  checksOf,
  type ExplainedRequest,
  type ExplainedUsage,
  explainRequests,
  type FoundRequest,
  findRow,
} from './explain-usage.ts'
import type { UsageRequest } from './usage-report.ts'

/** Some of the requests behind a row: `explainUsage` in pieces, as a row may have a hundred thousand. */
export interface ExplainedPage extends Omit<ExplainedUsage, 'requests'> {
  readonly requests: readonly LocatedRequest[]
  /** All of the row's. */
  readonly requestCount: number
  /** How many of them come before these. */
  readonly offset: number
}

export interface LocatedRequest extends ExplainedRequest {
  /** The entry it is attributed to; undefined where that has no id of its own. */
  readonly entryUuid: string | undefined
}

/** `totals` are those of the whole row. Only the lines of these requests are looked up. */
export function explainPage(
  world: UsageWorld,
  request: UsageRequest,
  asked: { readonly row: string; readonly offset: number; readonly limit: number },
): ExplainedPage {
  const { requests: all, totals, ...row } = findRow(world, request, asked.row)
  const found = all.slice(asked.offset, asked.offset + asked.limit)
  const uuidOf = world.store ? uuidFinder(world.store) : () => undefined
  const requests = explainRequests(found, world, request).map((explained, at) => ({
    ...explained,
    entryUuid: uuidOf(found[at] as FoundRequest),
  }))
  const { offset } = asked
  const rest = { totals, clientChecks: checksOf(all, world, request), requestCount: all.length, offset }
  return { schema: 'backscroll.usage-requests/1', ...row, requests, ...rest }
}

/** A thread is read once. */
function uuidFinder(store: Store): (found: FoundRequest) => string | undefined {
  const threads = new Map<string, ReadonlyMap<string, string>>()
  return ({ fact, session }) => {
    const request = store.get(REQUEST, [session.number, fact.number])
    if (!request) return undefined
    const name = `${session.number} ${request.agent}`
    const uuids = threads.get(name) ?? readUuids(store, session.number, request.agent as string)
    threads.set(name, uuids)
    return uuids.get(`${request.file} ${request.start}`)
  }
}

const REQUEST = 'SELECT agent, file, start FROM requests WHERE session = ? AND number = ?'

function readUuids(store: Store, session: number, agent: string): ReadonlyMap<string, string> {
  const rows = store.all(ENTRIES, [session, agent])
  return new Map(rows.map(({ file, start, uuid }) => [`${file} ${start}`, uuid as string]))
}

const ENTRIES = `SELECT file, start, uuid FROM entries
WHERE session = ? AND agent = ? AND kind = 'assistant' AND uuid IS NOT NULL`
