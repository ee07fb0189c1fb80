import type { Entry } from '../format/entry.ts'
import { createParser } from '../format/parser.ts'
import { createSummaryBuilder } from '../model/build-summary.ts'
import { DISK, type FileAccess } from './file-access.ts'
import { createFileInspector, type FileFindings } from './file-inspector.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { listFiles, type SessionSource } from './session-source.ts'

/** A full reading of one session's files, for the report on completeness and drift. */
export interface SourceInspection {
  readonly files: readonly FileInspection[]
  readonly problems: readonly SourceProblem[]
  /** As a list of sessions sees it. */
  readonly hasConversation: boolean
}

export interface FileInspection extends FileFindings {
  readonly path: string
}

export type { UnknownThing } from './file-inspector.ts'

export function inspectSource(source: SessionSource, access: FileAccess = DISK): SourceInspection {
  const problems: SourceProblem[] = []
  const files: FileInspection[] = []
  const builder = createSummaryBuilder({ id: source.id })
  for (const [file, { path, agentId }] of listFiles(source).entries()) {
    const thread = builder.openThread({ file, agentId })
    try {
      files.push(inspectFile(path, entry => thread.add(entry), access))
    } catch (error) {
      problems.push(problemOf(path, error))
    }
  }
  return { files, problems, hasConversation: builder.build().hasConversation }
}

/** Throws when the file cannot be opened. */
export function inspectFile(path: string, onEntry?: (entry: Entry) => void, access: FileAccess = DISK): FileInspection {
  const inspector = createFileInspector()
  const parser = createParser({
    onEntry(entry) {
      onEntry?.(entry)
      inspector.add(entry)
    },
    onIssue: issue => inspector.note(issue),
  })
  for (const chunk of access.chunks(path)) parser.push(chunk)
  parser.finish()
  return { path, ...inspector.findings }
}
