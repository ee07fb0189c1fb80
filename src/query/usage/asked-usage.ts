import type { Pricer } from '../../pricing/pricer.ts'
import type { Zone } from '../../time/zone.ts'
import { UserError } from '../../user-error.ts'
import { limitToLastBlocks } from './cuts/blocks.ts'
import type { UsageCut } from './cuts/cut.ts'
import { requireCut } from './cuts/table.ts'
import { detailFor, type UsageDetail } from './usage-detail.ts'
import type { Breakdown, UsageOrder, UsageRequest } from './usage-report.ts'
import type { SourceRange, UsageSource } from './usage-source.ts'
import { readUsageTimes, type TypedTimes } from './usage-times.ts'

/** A question about usage as somebody typed it. */
export interface TypedUsage extends TypedTimes {
  /** Name of a report, or another word for it. */
  readonly report: string
  readonly project: string | undefined
  readonly model: string | undefined
  readonly breakdown: Breakdown
  readonly order: UsageOrder
  readonly limit: number | undefined
  readonly recalculates: boolean
}

/** The same, checked: nothing of it has been read yet. */
export interface AskedUsage {
  readonly cut: UsageCut
  /** Without the sessions, which only the index or the disk can name. */
  readonly request: UsageRequest
  /** The last so many blocks. */
  readonly lastBlocks: number | undefined
}

/** What it is asked with. */
interface UsageSetting {
  readonly zone: Zone
  readonly now: number
  /** Undefined: without money. */
  readonly pricer: Pricer | undefined
}

export function readUsageRequest(typed: TypedUsage, setting: UsageSetting): AskedUsage {
  const cut = requireCut(typed.report)
  const { since, until, lastBlocks } = readUsageTimes(typed, setting, cut)
  const [project, model] = [requireText('project', typed.project), requireText('model', typed.model)]
  return {
    cut,
    request: {
      report: cut.name,
      scope: { since, until, project, model, sessions: undefined },
      zone: setting.zone,
      now: setting.now,
      breakdown: typed.breakdown,
      order: typed.order,
      limit: typed.limit,
      pricer: setting.pricer,
      recalculates: typed.recalculates,
    },
    lastBlocks,
  }
}

/** Which requests a source must give for it, and how finely. `isExplained`: each is to be listed. */
export function sourceFor(
  { cut, request }: AskedUsage,
  { isExplained }: { readonly isExplained: boolean },
): { readonly range: SourceRange; readonly detail: UsageDetail } {
  const { since, until } = request.scope
  // Where a block begins depends on what was before it.
  const range = { since: cut.name === 'blocks' ? undefined : since, until }
  return { range, detail: isExplained ? 'requests' : detailFor(request, range) }
}

/** `sessions`: ids of those that were named; undefined where nobody named one. */
export function completeUsage(
  { request, lastBlocks }: AskedUsage,
  { groups }: UsageSource,
  sessions: readonly string[] | undefined,
): UsageRequest {
  const scope = { ...request.scope, sessions }
  return { ...request, scope: lastBlocks === undefined ? scope : limitToLastBlocks(groups, scope, lastBlocks) }
}

/** An empty name would mean all there is: often it is a shell variable that is not set. */
export function requireText(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text.trim() !== '') return text
  throw new UserError({
    code: 'empty-option',
    message: `--${name} has no value`,
    hint: 'Leave it out, or give it a name. A shell variable that is not set is empty.',
  })
}
