import { createParser } from '../format/parser.ts'
import { createSummaryBuilder } from '../model/build-summary.ts'
import type { SessionSummary } from '../model/session-summary.ts'
import type { SummaryLeaves } from '../model/summary-leaves.ts'
import type { RequestColumns } from '../model/usage/request-columns.ts'
import type { Work } from '../model/work-folders.ts'
import { DISK, type FileAccess } from './file-access.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { listFiles, type SessionSource } from './session-source.ts'
import { skimLine } from './skim-line.ts'

export interface SourceSummary {
  readonly summary: SessionSummary
  readonly leaves: SummaryLeaves
  readonly work: Work
  readonly requests: RequestColumns
  readonly problems: readonly SourceProblem[]
}

/** What a list shows of one session. Lines that cannot change it are skimmed, not parsed. */
export function summarizeSource(source: SessionSource, access: FileAccess = DISK): SourceSummary {
  const problems: SourceProblem[] = []
  const builder = createSummaryBuilder({ id: source.id })
  for (const [file, { path, agentId }] of listFiles(source).entries()) {
    const thread = builder.openThread({ file, agentId })
    const parser = createParser({ onEntry: entry => thread.add(entry), skim: skimLine })
    try {
      for (const chunk of access.chunks(path)) parser.push(chunk)
    } catch (error) {
      problems.push(problemOf(path, error))
    }
    parser.finish()
  }
  const { work, leaves, requests } = builder
  return { summary: builder.build(), work, leaves, requests, problems }
}
