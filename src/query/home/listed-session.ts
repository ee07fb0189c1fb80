/**
 * home/ answers what a start page and a long list ask: what happened lately, what runs now, what will be deleted, what it
 * cost. Rows come from the lists, money from the usage engine, so that no number is counted in two ways.
 */
import type { Marks } from '../../archive/marks.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import type { Library } from '../library.ts'
import type { LiveStatus } from '../live/live-status.ts'
import type { RankedRow, SessionRow } from '../session-row.ts'
import { type ChangedFiles, listChangedFiles } from './changed-files.ts'
import { type LeftOpen, listLeftOpen } from './left-open.ts'
import { findCosts } from './session-costs.ts'

/** A session in a list, with what it cost, what it changed and how somebody marked it. */
export interface ListedSession extends SessionRow {
  /** What names it in an address: its id, with `~2`, `~3` … where several files bear it. */
  readonly name: string
  /** As `usage sessions` has it: what a resume or fork repeats counts for its original. Null where no price is known. */
  readonly costUsd: number | null
  readonly isLowerBound: boolean
  /** Tokens that `costUsd` is about. */
  readonly ownTokens: number
  readonly filesChanged: ChangedFiles
  /** Undefined where nothing was left open, or the index does not know. */
  readonly leftOpen: LeftOpen | undefined
  readonly tags: readonly string[]
  readonly isPinned: boolean
  /** Where it is running, or was until just now. */
  readonly status: LiveStatus | undefined
}

/** What stands beside index and disk. */
export interface ListedFacts {
  readonly marks: Pick<Marks, 'isPinned' | 'tagsOf'>
  readonly pricer: Pricer
  statusOf(row: RankedRow): LiveStatus | undefined
}

export function describeListed(
  library: Library,
  rows: readonly RankedRow[],
  { marks, pricer, statusOf }: ListedFacts,
): readonly ListedSession[] {
  const costOf = findCosts(library, pricer)
  const numbers = rows.map(({ source }) => library.sessionOf(source))
  const indexed = numbers.filter(number => number !== undefined)
  const store = library.keep?.store
  const files = store ? listChangedFiles(store, indexed) : new Map<number, ChangedFiles>()
  const open = store ? listLeftOpen(store, indexed) : new Map<number, LeftOpen>()
  return rows.map((ranked, at) => {
    const { row } = ranked
    const cost = costOf(ranked)
    return {
      ...row,
      name: nameOf(row),
      costUsd: cost?.costUsd ?? null,
      // Nobody has counted what is not in the index yet.
      isLowerBound: cost?.isLowerBound ?? true,
      ownTokens: cost?.totalTokens ?? 0,
      filesChanged: files.get(numbers[at] ?? -1) ?? NO_FILES,
      leftOpen: open.get(numbers[at] ?? -1),
      tags: marks.tagsOf(row.id),
      isPinned: marks.isPinned(row.id),
      status: statusOf(ranked),
    }
  })
}

const NO_FILES: ChangedFiles = { count: 0, names: [] }

/** The whole id: a bookmark must not become ambiguous when other sessions come. */
function nameOf({ id, shortId }: Pick<SessionRow, 'id' | 'shortId'>): string {
  return id + (/~\d+$/.exec(shortId)?.[0] ?? '')
}
