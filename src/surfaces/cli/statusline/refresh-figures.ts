import { existsSync } from 'node:fs'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { requireIndex } from '../../../query/indexed-keep.ts'
import { openKeep } from '../../../query/keep.ts'
import { buildUsage } from '../../../query/usage/build-usage.ts'
import { openIndexedUsage } from '../../../query/usage/indexed-usage.ts'
import { detailFor } from '../../../query/usage/usage-detail.ts'
import type { UsageReport, UsageScope } from '../../../query/usage/usage-report.ts'
import type { UsageNumbers } from '../../../query/usage/usage-sum.ts'
import type { Store } from '../../../store/store.ts'
import type { App } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { syncAtAGlance } from '../freshen.ts'
import { usageZone } from '../usage/times.ts'
import { type Cost, type Figures, readFigures, writeFigures } from './figures.ts'
import { statusPlaces } from './status-host.ts'

/**
 * Counts what the status line shows, after a look at what is new, and leaves it in a small file. False where there is no
 * index yet: nothing is made that nobody asked for. A count that fails keeps the figures of the last one, and is noted, so
 * that it is not tried on every message.
 */
export async function refreshFigures(app: App): Promise<boolean> {
  const paths = keepPaths(app.keepDir)
  if (app.isDemo || !existsSync(paths.index)) return false
  const { figures: path } = statusPlaces(app.keepDir)
  let keep: ReturnType<typeof openKeep>
  try {
    await syncAtAGlance(app)
    keep = openKeep(paths)
    const figures = countFigures(app, requireIndex(keep).store)
    writeFigures(path, { at: figures.at, figures })
    return true
  } catch (error) {
    writeFigures(path, { at: app.now(), figures: readFigures(path)?.figures })
    throw error
  } finally {
    keep?.close()
  }
}

/** The same engine as `usage`, so the line says what the reports say. */
function countFigures(app: App, store: Store): Figures {
  const at = app.now()
  const zone = usageZone(app, { args: {}, options: {} })
  const day = zone.calendar.dayAt(at) ?? { from: at, to: at }
  // All of it: where a block begins depends on what was before (R31), and a session may be older than the day.
  const range = { since: undefined, until: undefined }
  const pricer = createAppPricer(app)
  const today = { ...EVERYTHING, since: day.from, until: day.to }
  const source = openIndexedUsage(store, range, detailFor({ report: 'sessions', scope: today, pricer }, range))
  const ask = (report: string, scope: UsageScope): UsageReport =>
    buildUsage(
      { source, store },
      {
        report,
        scope,
        zone,
        now: at,
        breakdown: 'none',
        order: 'usual',
        limit: undefined,
        pricer,
        recalculates: false,
      },
    )
  const byToday = ask('sessions', today)
  const sessions = ask('sessions', { ...EVERYTHING, sessions: byToday.rows.map(row => row.key) })
  return {
    at,
    day: { name: zone.dayOf(at), zone: zone.name, startsAt: day.from, endsAt: day.to },
    today: costOf(byToday.totals),
    block: activeBlock(ask('blocks', EVERYTHING)),
    sessions: Object.fromEntries(sessions.rows.map(row => [row.key, costOf(row)])),
  }
}

const EVERYTHING: UsageScope = {
  since: undefined,
  until: undefined,
  project: undefined,
  model: undefined,
  sessions: undefined,
}

function costOf({ costUsd, isLowerBound }: UsageNumbers): Cost {
  return { usd: costUsd ?? undefined, isLowerBound }
}

function activeBlock({ rows }: UsageReport): Figures['block'] {
  const row = rows.findLast(({ about }) => about.isActive === true)
  if (!row) return undefined
  const { startsAt, endsAt } = row.about
  return { ...costOf(row), startsAt: Date.parse(String(startsAt)), endsAt: Date.parse(String(endsAt)) }
}
