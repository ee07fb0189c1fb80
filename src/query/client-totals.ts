import type { Pricer } from '../pricing/pricer.ts'
import type { Library } from './library.ts'
import type { ClientCheck } from './usage/client/check-session.ts'
import { listClientChecks } from './usage/client/list-checks.ts'
import { openIndexedUsage } from './usage/indexed-usage.ts'
import { limitToLibrary } from './usage/limit-to-library.ts'
import { scanUsage } from './usage/scanned-usage.ts'
import type { SessionUsage } from './usage/usage-source.ts'
import { NANO } from './usage/usage-sum.ts'

/** The client's own totals of all sessions beside ours. */
export interface ClientTotalsReport {
  /** Sessions whose client left one. */
  readonly sessions: number
  /** Of those, the same as ours. */
  readonly equal: number
  /** What clients counted, without what forks brought along. */
  readonly clientUsd: number
  readonly recordedUsd: number
  readonly notInTranscriptsUsd: number
  /** Those that are not the same, the most missing first. */
  readonly differing: readonly ClientCheck[]
}

/** Undefined where no client left a total. */
export async function describeClientTotals(library: Library, pricer: Pricer): Promise<ClientTotalsReport | undefined> {
  const { all, asked } = await readGroups(library)
  const checks = listClientChecks(all, asked, { pricer, recalculates: false })
  if (checks.length === 0) return undefined
  const differing = checks.filter(({ because }) => !because.includes('equal'))
  const known = checks.filter(({ carried }) => carried?.costUsd !== null)
  return {
    sessions: checks.length,
    equal: checks.length - differing.length,
    clientUsd: sumUsd(known.map(({ clientUsd, carried }) => clientUsd - (carried?.costUsd ?? 0))),
    recordedUsd: sumUsd(known.map(({ recordedUsd }) => recordedUsd ?? 0)),
    notInTranscriptsUsd: sumUsd(known.map(({ notInTranscripts }) => notInTranscripts.costUsd ?? 0)),
    differing: differing.toSorted((a, b) => missingUsd(b) - missingUsd(a) || (a.sessionId < b.sessionId ? -1 : 1)),
  }
}

/** From the index, else from the transcripts themselves. */
async function readGroups(library: Library): Promise<{ readonly [name in 'all' | 'asked']: readonly SessionUsage[] }> {
  const store = library.keep?.store
  const range = { since: undefined, until: undefined }
  if (!store) {
    const { groups } = await scanUsage(library.sources, { range })
    return { all: groups, asked: groups }
  }
  const indexed = openIndexedUsage(store, range, 'bundles')
  return { all: indexed.groups, asked: limitToLibrary(library, indexed).groups }
}

function missingUsd({ notInTranscripts }: ClientCheck): number {
  return notInTranscripts.costUsd ?? 0
}

/** Whole nano-dollars while adding. */
function sumUsd(costs: readonly number[]): number {
  return costs.reduce((sum, cost) => sum + Math.round(cost * NANO), 0) / NANO
}
