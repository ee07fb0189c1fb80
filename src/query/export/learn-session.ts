/**
 * query/export opens sessions for others to read: the first pass shows all of a session to a redactor, the second loads
 * it with everything replaced that was found.
 */
import { basename } from 'node:path'
import { decodeUtf8, viewBytes } from '../../format/bytes.ts'
import type { Entry } from '../../format/entry.ts'
import { parseObject } from '../../format/line.ts'
import { createParser } from '../../format/parser.ts'
import type { HitPlace, Redactor, Trace } from '../../redact/redaction.ts'
import type { FileAccess } from '../../source/file-access.ts'
import { problemOf } from '../../source/problem.ts'
import { createSpanReader } from '../../source/read-span.ts'
import { listFiles, type SessionSource, type SourceFile } from '../../source/session-source.ts'
import type { Library } from '../library.ts'
import { findParts } from '../load-from.ts'
import type { LearnedSession } from './learned-session.ts'
import { listOutputs } from './list-outputs.ts'
import { textSpan } from './text-span.ts'

/** Shows a redactor all that an export of the session can hold. Each line is read once and not kept. */
export function learnSession(library: Library, source: SessionSource, redactor: Redactor): LearnedSession {
  const { whole, access, siblings } = findParts(library, source)
  const around: HitPlace = { session: source.id, agentId: undefined, line: 0 }
  const sizes = new Map<string, number>()
  const failures = new Map<string, unknown>()
  const metas = new Map<string, string>()
  const traces = new Map<string, ReadonlyMap<number, Trace>>()
  for (const file of listFiles(whole)) {
    const { sizeBytes, failure, traces: own } = learnFile(file, { session: source.id, access, redactor })
    sizes.set(file.path, sizeBytes)
    traces.set(file.path, own)
    if (failure !== undefined) failures.set(file.path, failure)
    const meta = file.metaPath === undefined ? undefined : access.readSmallFile(file.metaPath)
    if (meta === undefined) continue
    metas.set(file.metaPath as string, meta)
    redactor.learnValue(parseObject(meta) ?? meta, { ...around, agentId: file.agentId })
  }
  for (const title of siblings.summaries.values()) redactor.learnText(title, around)
  const paths = listOutputs(library, source, whole.companionFolder)
  const outputs = learnOutputs(paths, access, text => redactor.learnText(text, around))
  const names = [...listNames(whole), ...paths]
  // Last, so that the first places of a hit are those in the conversation.
  for (const name of names) redactor.learnText(name, OUTSIDE)
  return { library, source, sizes, failures, metas, outputs, titles: siblings.summaries, traces }
}

/** Names of files are no content: where they lie says nothing about what was said. */
const OUTSIDE: HitPlace = { session: '', agentId: undefined, line: 0 }

/** Of so many entries of a file traces are kept, some 30 MB; the others are looked through twice. */
const MAX_TRACES = 250_000

interface LearnedFile {
  /** Bytes that were read: all, unless the file ends in trouble. */
  readonly sizeBytes: number
  readonly failure: unknown
  readonly traces: ReadonlyMap<number, Trace>
}

function learnFile(
  { path, agentId }: SourceFile,
  { session, access, redactor }: { session: string; access: FileAccess; redactor: Redactor },
): LearnedFile {
  const spans = createSpanReader(access)
  const traces = new Map<number, Trace>()
  const learn = (entry: Entry): void => {
    const place = { session, agentId, line: entry.line }
    if (entry.json) {
      const trace = redactor.learnValue(entry.json, place)
      if (traces.size < MAX_TRACES) traces.set(entry.start, trace)
    } else if (entry.kind !== 'blank') {
      redactor.learnText(decodeUtf8(viewBytes(spans.read(path, textSpan(entry)))), place)
    }
  }
  const parser = createParser({ onEntry: learn })
  let sizeBytes = 0
  let failure: unknown
  const chunks = untilTrouble(access.chunks(path), error => {
    problemOf(path, error)
    failure = error
  })
  for (const chunk of chunks) {
    sizeBytes += chunk.length
    parser.push(chunk)
  }
  parser.finish()
  return { sizeBytes, failure, traces }
}

/** Trouble of the file alone: what a redactor throws ends everything. */
function* untilTrouble(chunks: Iterable<Uint8Array>, onTrouble: (error: unknown) => void): Iterable<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    onTrouble(error)
  }
}

/** What names the session and its files. */
function listNames(source: SessionSource): readonly string[] {
  const { id, name, folder, companionFolder, root } = source
  const files = listFiles(source).flatMap(({ path, metaPath, agentId, workflowId }) => [
    path,
    metaPath,
    agentId,
    workflowId,
  ])
  const names = [id, name, folder, companionFolder, root.path, root.realPath, root.configPath, ...files]
  return [...new Set(names.filter(text => text !== undefined))]
}

function learnOutputs(
  paths: readonly string[],
  access: FileAccess,
  learn: (text: string) => void,
): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const path of paths) {
    const bytes = access.readBytes(path, 0, access.sizeOf(path) ?? 0)
    if (!bytes) continue
    learn(decodeUtf8(viewBytes(bytes)))
    sizes.set(basename(path), bytes.length)
  }
  return sizes
}
