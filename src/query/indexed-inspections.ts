import type { Issue } from '../format/issue.ts'
import type { FileInspection, SourceInspection, UnknownThing } from '../source/inspect-source.ts'
import { listFiles, type SessionSource, type SourceFile } from '../source/session-source.ts'
import type { Sniffed } from '../source/sniff.ts'
import { readRows } from '../store/read-rows.ts'
import type { Store } from '../store/store.ts'
import { badLines, kinds, transcripts, unknownThings } from '../store/tables/kept.ts'

/** How well a file could be read; the index keeps lines, not bytes, of what is odd. */
export type InspectedFile = Omit<FileInspection, 'issues'> & {
  readonly issues: readonly Pick<Issue, 'line' | 'code' | 'message'>[]
}

export type InspectedSession = Omit<SourceInspection, 'files'> & { readonly files: readonly InspectedFile[] }

/** What the index says about how well files could be read. */
export interface IndexedInspections {
  /** Undefined where the index does not hold all of its files as they are now. */
  find(session: number, source: SessionSource): InspectedSession | undefined
}

export function readIndexedInspections(store: Store): IndexedInspections {
  const files = readFiles(store)
  const checks = readChecks(store)
  const talking = new Set(store.all('SELECT session FROM sessions WHERE has_conversation = 1').map(row => row.session))

  function isCurrent(file: SourceFile): boolean {
    const check = checks.get(file.path)
    const isSame = check?.identity === file.identity && check.sizeBytes === file.sizeBytes
    return isSame && check.mtimeMs === file.mtimeMs
  }

  return {
    find(session, source) {
      const byPath = files.get(session)
      const found: InspectedFile[] = []
      for (const file of listFiles(source)) {
        const inspection = byPath?.get(file.path)
        if (!inspection || !(source.kept || isCurrent(file))) return undefined
        found.push(inspection)
      }
      return { files: found, problems: [], hasConversation: talking.has(session) }
    },
  }
}

interface Check {
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly identity: string
}

function readChecks(store: Store): ReadonlyMap<string, Check> {
  const found = new Map<string, Check>()
  for (const row of store.iterate('SELECT path, size_bytes, mtime, identity FROM checks WHERE file IS NOT NULL')) {
    const { path, size_bytes: sizeBytes, mtime, identity } = row as unknown as CheckRow
    found.set(path, { sizeBytes, mtimeMs: mtime ?? 0, identity })
  }
  return found
}

interface CheckRow {
  readonly path: string
  readonly size_bytes: number
  readonly mtime: number | null
  readonly identity: string
}

/** By session and path. */
function readFiles(store: Store): ReadonlyMap<number, ReadonlyMap<string, InspectedFile>> {
  const paths = new Map(store.all('SELECT file, path FROM files').map(row => [row.file, row.path as string]))
  const bySession = new Map<number, Map<string, InspectedFile>>()
  const byFile = new Map<string, Parts>()
  for (const row of readRows(store, transcripts)) {
    const path = paths.get(row.file)
    if (path === undefined) continue
    const parts: Parts = { kinds: [], unknown: [], issues: [] }
    byFile.set(`${row.session} ${row.file}`, parts)
    const sniffed = { verdict: row.verdict as Sniffed['verdict'], why: row.why }
    const inspections = bySession.get(row.session) ?? new Map<string, InspectedFile>()
    bySession.set(row.session, inspections)
    inspections.set(path, {
      path,
      bytes: row.bytes,
      entries: row.entries,
      sniffed,
      ...parts,
      issueCount: row.bad_lines,
    })
  }
  addParts(store, byFile)
  return bySession
}

interface Parts {
  readonly kinds: (readonly [kind: string, count: number])[]
  readonly unknown: UnknownThing[]
  readonly issues: InspectedFile['issues'][number][]
}

function addParts(store: Store, byFile: ReadonlyMap<string, Parts>): void {
  for (const row of readRows(store, kinds)) byFile.get(`${row.session} ${row.file}`)?.kinds.push([row.kind, row.count])
  for (const row of readRows(store, unknownThings)) {
    const { what, name, version, count, line } = row
    const thing = { what: what as UnknownThing['what'], name, version, count, line }
    byFile.get(`${row.session} ${row.file}`)?.unknown.push(thing)
  }
  for (const row of readRows(store, badLines)) {
    const { line, message } = row
    byFile.get(`${row.session} ${row.file}`)?.issues.push({ line, code: row.code as Issue['code'], message })
  }
}
