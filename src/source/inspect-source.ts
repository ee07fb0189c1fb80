import { listUnknownKeys, nameUnknownKind } from '../format/drift.ts'
import type { Entry } from '../format/entry.ts'
import type { Issue } from '../format/issue.ts'
import { createParser } from '../format/parser.ts'
import { createSummaryBuilder } from '../model/build-summary.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { readChunks } from './read-chunks.ts'
import { listFiles, type SessionSource } from './session-source.ts'
import { type Sniffed, sniffEntries } from './sniff.ts'

/** A full reading of one session's files, for the report on completeness and drift. */
export interface SourceInspection {
  readonly files: readonly FileInspection[]
  readonly problems: readonly SourceProblem[]
  /** As a list of sessions sees it. */
  readonly hasConversation: boolean
}

export interface FileInspection {
  readonly path: string
  readonly bytes: number
  readonly entries: number
  readonly sniffed: Sniffed
  /** How often each kind occurs. */
  readonly kinds: readonly (readonly [kind: string, count: number])[]
  readonly unknown: readonly UnknownThing[]
  /** The first ones; `issueCount` says how many there are. */
  readonly issues: readonly Issue[]
  readonly issueCount: number
}

/** A kind or key that no table knows, with one place to look at. */
export interface UnknownThing {
  readonly what: 'kind' | 'key'
  readonly name: string
  /** The client version on the line; empty where it names none. */
  readonly version: string
  readonly count: number
  readonly line: number
}

const MAX_ISSUES = 1000
const MAX_UNKNOWN = 2000
const SNIFFED_BYTES = 256 * 1024

export function inspectSource(source: SessionSource): SourceInspection {
  const problems: SourceProblem[] = []
  const files: FileInspection[] = []
  const builder = createSummaryBuilder({ id: source.id })
  for (const [file, { path, agentId }] of listFiles(source).entries()) {
    const thread = builder.openThread({ file, agentId })
    try {
      files.push(inspectFile(path, entry => thread.add(entry)))
    } catch (error) {
      problems.push(problemOf(path, error))
    }
  }
  return { files, problems, hasConversation: builder.build().hasConversation }
}

/** Throws when the file cannot be opened. */
export function inspectFile(path: string, onEntry?: (entry: Entry) => void): FileInspection {
  const kinds = new Map<string, number>()
  const unknown = createUnknownCounter()
  const first: Entry[] = []
  const issues: Issue[] = []
  let issueCount = 0
  let entries = 0
  let bytes = 0
  const parser = createParser({
    onEntry(entry) {
      onEntry?.(entry)
      entries++
      bytes = entry.end
      kinds.set(entry.kind, (kinds.get(entry.kind) ?? 0) + 1)
      if (entry.end <= SNIFFED_BYTES) first.push(entry)
      else if (first.length === 0) first.push(entry)
      unknown.add(entry)
    },
    onIssue(issue) {
      if (++issueCount <= MAX_ISSUES) issues.push(issue)
    },
  })
  for (const chunk of readChunks(path)) parser.push(chunk)
  parser.finish()
  const sniffed = sniffEntries(first)
  return { path, bytes, entries, sniffed, kinds: [...kinds], unknown: unknown.list(), issues, issueCount }
}

function createUnknownCounter() {
  const found = new Map<string, { -readonly [Key in keyof UnknownThing]: UnknownThing[Key] }>()
  let version = ''

  function count(what: 'kind' | 'key', name: string, line: number): void {
    const id = `${what}\0${version}\0${name}`
    const known = found.get(id)
    if (known) known.count++
    else if (found.size < MAX_UNKNOWN) found.set(id, { what, name, version, count: 1, line })
  }

  return {
    add(entry: Entry): void {
      // Bookkeeping lines name no version: that of the lines around them is the best guess.
      if (typeof entry.json?.version === 'string') version = entry.json.version.slice(0, 40)
      const kind = nameUnknownKind(entry)
      if (kind !== undefined) count('kind', kind, entry.line)
      for (const key of listUnknownKeys(entry)) count('key', `${entry.kind} ${key}`, entry.line)
    },
    list: (): readonly UnknownThing[] => [...found.values()],
  }
}
