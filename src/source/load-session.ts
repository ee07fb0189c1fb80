import type { Entry } from '../format/entry.ts'
import type { Issue } from '../format/issue.ts'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { createParser } from '../format/parser.ts'
import { createSessionBuilder } from '../model/build-session.ts'
import type { Session } from '../model/session.ts'
import type { OnEntry, SessionBuilder, ThreadBuilder } from '../model/session-builder.ts'
import { DISK, type FileAccess } from './file-access.ts'
import { problemOf, type SourceProblem } from './problem.ts'
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

/** Another text for each string of an object before anybody sees it; the structure stays. */
export interface Substitution {
  /** `place` for what stands in a transcript: the same place holds the same object. */
  object(json: JsonObject, place?: EntryPlace): JsonObject
  text(text: string): string
}

export interface EntryPlace {
  /** Index into `files`. */
  readonly file: number
  /** Byte at which the entry begins. */
  readonly start: number
}

/**
 * From files to a session, in the order it happens. A file that cannot be read is a problem, not an end. `siblings` are
 * worth their reading where one session is opened; over many sessions the same is told by all of them together. With a
 * `substitution` model and reader hold nothing of the strings it replaces; only `readBytes` and `readChunks` still do.
 * `onEntry` sees each entry as the model took it.
 */
export function loadSession(
  source: SessionSource,
  siblings?: Siblings,
  access: FileAccess = DISK,
  substitution?: Substitution,
  onEntry?: OnEntry,
): LoadedSession {
  const files = listFiles(source)
  const issues: FileIssue[] = []
  const problems: SourceProblem[] = []
  const builder = createSessionBuilder({ id: source.id, ...(onEntry ? { onEntry } : {}) })
  for (const [file, { path }] of files.entries()) {
    const thread = openThread(builder, files, file, access, substitution)
    const add = substitution ? (entry: Entry) => thread.add(substitute(entry, file, substitution)) : thread.add
    const parser = createParser({ onEntry: add, onIssue: issue => issues.push({ file, issue }) })
    try {
      for (const chunk of access.chunks(path)) parser.push(chunk)
    } catch (error) {
      problems.push(problemOf(path, error))
    }
    parser.finish()
  }
  for (const [leaf, text] of siblings?.summaries ?? []) builder.addSummary(leaf, substitution?.text(text) ?? text)
  builder.setSiblings(siblings?.heads ?? [])
  const reader = createSessionReader(source, files, access, substitution)
  return { source, session: builder.build(), files, issues, problems, ...reader }
}

function substitute(entry: Entry, file: number, substitution: Substitution): Entry {
  if (!entry.json) return entry
  const json = substitution.object(entry.json, { file, start: entry.start })
  return json === entry.json ? entry : { ...entry, json }
}

export function openThread(
  builder: SessionBuilder,
  files: readonly SourceFile[],
  file: number,
  access: FileAccess = DISK,
  substitution?: Substitution,
): ThreadBuilder {
  const { agentId, metaPath, workflowId } = files[file] as SourceFile
  const text = metaPath === undefined ? undefined : access.readSmallFile(metaPath)
  const meta = text === undefined ? undefined : parseObject(text)
  return builder.openThread({ file, agentId, meta: meta && (substitution?.object(meta) ?? meta), workflowId })
}
