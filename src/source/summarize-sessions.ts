import type { SessionSummary } from '../model/session-summary.ts'
import { findLeafSummary, leafKey } from '../model/summary-leaves.ts'
import { isWeakTitle } from '../model/title.ts'
import { countOnce, type OwnTokens } from '../model/usage/request-columns.ts'
import type { SourceProblem } from './problem.ts'
import { runJob } from './run-job.ts'
import type { SessionSource } from './session-source.ts'
import type { SourceSummary } from './summarize-source.ts'

export interface SummarizedSession {
  readonly source: SessionSource
  readonly summary: SessionSummary
  /** Requests that no earlier session holds: what to add up over many sessions. */
  readonly ownTokens: OwnTokens
  readonly problems: readonly SourceProblem[]
}

/** Reads every session once for what a list shows of it. */
export async function summarizeSessions(
  sources: readonly SessionSource[],
  options: { readonly threads: number },
): Promise<readonly SummarizedSession[]> {
  const results = await runJob('summarize', sources, options.threads)
  const titles = collectTitles(sources, results)
  const own = countOnce(results.map(result => result.requests))
  return results.map((result, at) => {
    const source = sources[at] as SessionSource
    const summary = withTitle(result, titles.get(source.folder))
    return { source, summary, ownTokens: own[at] as OwnTokens, problems: result.problems }
  })
}

/** Summaries that stand in another file than the session they name, by project folder. */
function collectTitles(
  sources: readonly SessionSource[],
  results: readonly SourceSummary[],
): ReadonlyMap<string, ReadonlyMap<number, string>> {
  const folders = new Map<string, Map<number, string>>()
  for (const [at, { leaves }] of results.entries()) {
    if (leaves.foreign.length === 0) continue
    const { folder } = sources[at] as SessionSource
    const titles = folders.get(folder) ?? new Map<number, string>()
    folders.set(folder, titles)
    for (const [leaf, text] of leaves.foreign) titles.set(leafKey(leaf), text)
  }
  return folders
}

function withTitle(result: SourceSummary, titles: ReadonlyMap<number, string> | undefined): SessionSummary {
  const { summary, leaves } = result
  if (!titles || !isWeakTitle(summary.title)) return summary
  const text = findLeafSummary(leaves.keys, titles)
  return text === undefined ? summary : { ...summary, title: { text, from: 'summary' } }
}
