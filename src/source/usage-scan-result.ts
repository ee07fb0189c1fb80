import type { ClientTotal } from '../model/client-totals.ts'
import type { Work } from '../model/work-folders.ts'
import type { SourceProblem } from './problem.ts'
import type { ScannedFacts } from './usage-scan-facts.ts'

/** The requests of one session, and what reports say of it beside them. */
export interface ScannedSession {
  readonly facts: ScannedFacts
  /** First folder of the main thread, else of an agent. */
  readonly cwd: string | undefined
  readonly work: Work
  /** Broken lines without usage may be missing here (usage-scan-skim.ts). */
  readonly unreadable: number
  readonly seenInProgress: { readonly requests: number; readonly tokens: number }
  /** What the client itself counted, and the sessions that its copied answers come from. */
  readonly clientTotals: readonly ClientTotal[]
  readonly forkedFrom: readonly string[]
  readonly problems: readonly SourceProblem[]
}
