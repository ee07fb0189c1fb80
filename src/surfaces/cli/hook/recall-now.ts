import { keepPaths } from '../../../ingest/keep-paths.ts'
import { type IndexedKeep, requireIndex } from '../../../query/indexed-keep.ts'
import { openKeep } from '../../../query/keep.ts'
import type { RecallItem } from '../../../query/recall/recall.ts'
import { type RecallAsked, runRecall } from '../../../query/recall/run-recall.ts'
import { layOutRecall } from '../../../render/recall-text.ts'
import { hookPlaces } from './hook-places.ts'
import { claimShown, fileBudget, readRecallLog } from './recall-log.ts'

/** The half of a hook that needs the index: a bundle of its own, loaded where all that is cheaper said yes. */
export interface RecallNow {
  readonly keepDir: string
  readonly asked: RecallAsked
  readonly maxChars: number
  /** The time is up: nothing is delivered any more. */
  isLate(): boolean
}

/** A text is to be delivered whatever the time: it counts as shown. */
export type Recalled = { readonly text: string } | { readonly end: 'nothing' | 'late' }

/** Throws where the index cannot be asked. */
export async function recallNow(request: RecallNow): Promise<Recalled> {
  const keep = openKeep(keepPaths(request.keepDir))
  if (!keep) return NOTHING
  try {
    return await deliver(requireIndex(keep), request)
  } finally {
    keep.close()
  }
}

const NOTHING: Recalled = { end: 'nothing' }
const LATE: Recalled = { end: 'late' }

async function deliver(keep: IndexedKeep, { asked, keepDir, maxChars, isLate }: RecallNow): Promise<Recalled> {
  const { sessionId, now } = asked.request
  const { items } = runRecall(keep, withBudget(asked, keepDir, maxChars))
  // Without a name nobody could tell what was shown before.
  if (items.length === 0 || sessionId === undefined) return NOTHING
  if (isLate()) return LATE
  // Its many rules are made ready only where there is something to look through.
  const { withholdSecrets: withhold } = await import('../../../redact/withhold-secrets.ts')
  const layOut = (some: readonly RecallItem[]) => layOutRecall({ items: some }, { maxChars, withhold })
  const laid = layOut(items)
  if (!laid) return NOTHING
  if (isLate()) return LATE
  const shown = items.slice(0, laid.shown)
  const keys = shown.map(item => item.key)
  const claim = { sessionId, moment: asked.moment, keys, chars: laid.text.length, at: now }
  const own = claimShown(hookPlaces(keepDir), claim)
  // Another hook was faster with some of it.
  const rest = own.length === keys.length ? laid : layOut(shown.filter(({ key }) => own.includes(key)))
  return rest ? { text: rest.text } : NOTHING
}

/** A session that reads many files is not to be told of each. */
function withBudget(asked: RecallAsked, keepDir: string, maxChars: number): RecallAsked {
  const { moment, request } = asked
  if (moment !== 'file' || request.sessionId === undefined) return asked
  const budget = fileBudget(readRecallLog(hookPlaces(keepDir), request.sessionId), maxChars)
  return { moment, request: { ...request, budget } }
}
