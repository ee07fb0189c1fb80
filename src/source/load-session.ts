import type { Issue } from '../format/issue.ts'
import { createParser } from '../format/parser.ts'
import { createSessionBuilder } from '../model/build-session.ts'
import type { Session } from '../model/session.ts'
import type { SessionBuilder, ThreadBuilder } from '../model/session-builder.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { readChunks } from './read-chunks.ts'
import { readSmallJson } from './read-small-file.ts'
import { createSessionReader, type SessionReader } from './session-reader.ts'
import { listFiles, type SessionSource, type SourceFile } from './session-source.ts'
import type { Siblings } from './siblings.ts'

/** A session with the way back to its files. */
export interface LoadedSession extends SessionReader {
  readonly source: SessionSource
  readonly session: Session
  /** `thread.file` is a position in this list. */
  readonly files: readonly SourceFile[]
  readonly issues: readonly FileIssue[]
  readonly problems: readonly SourceProblem[]
}

export interface FileIssue {
  /** Index into `files`. */
  readonly file: number
  readonly issue: Issue
}

/**
 * From files to a session, in the order it happens. A file that cannot be read is a problem, not an end. `siblings` are
 * worth their reading where one session is opened; over many sessions the same is told by all of them together.
 */
export function loadSession(source: SessionSource, siblings?: Siblings): LoadedSession {
  const files = listFiles(source)
  const issues: FileIssue[] = []
  const problems: SourceProblem[] = []
  const builder = createSessionBuilder({ id: source.id })
  for (const [file, { path }] of files.entries()) {
    const thread = openThread(builder, files, file)
    const parser = createParser({ onEntry: thread.add, onIssue: issue => issues.push({ file, issue }) })
    try {
      for (const chunk of readChunks(path)) parser.push(chunk)
    } catch (error) {
      problems.push(problemOf(path, error))
    }
    parser.finish()
  }
  for (const [leaf, text] of siblings?.summaries ?? []) builder.addSummary(leaf, text)
  for (const head of siblings?.heads ?? []) builder.addSibling(head)
  return { source, session: builder.build(), files, issues, problems, ...createSessionReader(source, files) }
}

export function openThread(builder: SessionBuilder, files: readonly SourceFile[], file: number): ThreadBuilder {
  const { agentId, metaPath, workflowId } = files[file] as SourceFile
  const meta = metaPath === undefined ? undefined : readSmallJson(metaPath)
  return builder.openThread({ file, agentId, meta, workflowId })
}
