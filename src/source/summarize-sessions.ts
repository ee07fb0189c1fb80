import type { SessionSummary } from '../model/session-summary.ts'
import type { SourceProblem } from './problem.ts'
import { runJob } from './run-job.ts'
import type { SessionSource } from './session-source.ts'

export interface SummarizedSession {
  readonly source: SessionSource
  readonly summary: SessionSummary
  readonly problems: readonly SourceProblem[]
}

/** Reads every session once for what a list shows of it. */
export async function summarizeSessions(
  sources: readonly SessionSource[],
  options: { readonly threads: number },
): Promise<readonly SummarizedSession[]> {
  const results = await runJob('summarize', sources, options.threads)
  return results.map((result, at) => ({ source: sources[at] as SessionSource, ...result }))
}
