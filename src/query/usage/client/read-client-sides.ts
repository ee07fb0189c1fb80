import type { ClientModelTotal, ClientTotal } from '../../../model/client-totals.ts'
import type { Row, Store } from '../../../store/store.ts'
import { type ClientSide, isUnreadable } from './client-side.ts'

/** Of every session whose client left a total, by number. */
export function readClientSides(store: Store): ReadonlyMap<number, ClientSide> {
  const totals = Map.groupBy(store.all(TOTALS), row => row.session as number)
  if (totals.size === 0) return new Map()
  const origins = Map.groupBy(store.all(ORIGINS), row => row.session as number)
  const spans = new Map(store.all(SPANS).map(row => [row.session as number, row]))
  return new Map(
    [...totals].map(([session, rows]) => {
      const span = spans.get(session)
      const all = rows.map(readTotal)
      const side: ClientSide = {
        totals: all,
        isUnreadable: isUnreadable(all),
        forkedFrom: (origins.get(session) ?? []).map(row => row.other_id as string),
        firstAt: (span?.first_at ?? undefined) as number | undefined,
        lastAt: (span?.last_at ?? undefined) as number | undefined,
        compactions: (span?.compactions ?? undefined) as number | undefined,
      }
      return [session, side]
    }),
  )
}

const TOTALS = `SELECT session, cost_usd, process_at, has_unknown_prices, models, line, at, next_at FROM client_totals
ORDER BY session, number`

const ORIGINS = `SELECT session, other_id FROM lineage
WHERE kind = 'forked-from' AND other_id IS NOT NULL AND session IN (SELECT session FROM client_totals)
ORDER BY session, number`

const SPANS = `SELECT s.session, s.compactions, min(f.first_at) AS first_at, max(f.last_at) AS last_at
FROM sessions AS s LEFT JOIN usage_facts AS f ON f.session = s.session
WHERE s.session IN (SELECT session FROM client_totals) GROUP BY s.session`

function readTotal(row: Row): ClientTotal {
  return {
    costUsd: row.cost_usd as number,
    startedAt: (row.process_at ?? undefined) as number | undefined,
    hasUnknownPrices: row.has_unknown_prices === 1,
    models: JSON.parse(row.models as string) as readonly ClientModelTotal[],
    line: row.line as number,
    at: (row.at ?? undefined) as number | undefined,
    nextAt: (row.next_at ?? undefined) as number | undefined,
  }
}
