import { createParser } from '../format/parser.ts'
import { agentKeys } from '../model/agent-keys.ts'
import { createSessionBuilder } from '../model/build-session.ts'
import type { Session } from '../model/session.ts'
import { totalTokens } from '../model/usage/totals.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { listFiles, type SessionSource } from './session-source.ts'
import { UsageColumns } from './usage-scan-columns.ts'
import { readPieces } from './usage-scan-pieces.ts'
import type { ScannedSession } from './usage-scan-result.ts'
import type { NumberRows } from './usage-scan-rows.ts'

/** The same as a scan by way of the whole model: for the few sessions whose requests depend on lines without usage. */
export function scanWhole(source: SessionSource, rows: NumberRows): ScannedSession {
  const { session, problems } = readWhole(source)
  const { usageSeenInProgress: seen, requests } = session
  const keys = agentKeys(session)
  const columns = new UsageColumns(rows)
  for (const request of requests) columns.addRequest(request, keys.of(request.at))
  return {
    facts: columns.take(),
    cwd: session.cwds[0],
    work: session.work,
    unreadable: session.summary.unreadable,
    clientTotals: session.clientTotals,
    forkedFrom: session.links.flatMap(({ kind, sessionId }) => (kind === 'forked-from' ? (sessionId ?? []) : [])),
    seenInProgress: { requests: seen.requests, tokens: totalTokens(seen) },
    problems,
  }
}

export function readWhole(source: SessionSource): {
  readonly session: Session
  readonly problems: readonly SourceProblem[]
} {
  const problems: SourceProblem[] = []
  const builder = createSessionBuilder({ id: source.id })
  for (const [file, { path, agentId }] of listFiles(source).entries()) {
    const thread = builder.openThread({ file, agentId })
    const parser = createParser({ onEntry: entry => thread.add(entry) })
    try {
      for (const piece of readPieces(path)) parser.push(piece)
    } catch (error) {
      problems.push(problemOf(path, error))
    }
    parser.finish()
  }
  return { session: builder.build(), problems }
}
