/**
 * query/export opens sessions for others to read: the first pass shows all of a session to a redactor, the second loads
 * it with everything replaced that was found.
 */
import { basename } from 'node:path'
import { decodeUtf8, viewBytes } from '../../format/bytes.ts'
import { parseObject } from '../../format/line.ts'
import type { HitPlace, Redactor, Trace } from '../../redact/redaction.ts'
import type { FileAccess } from '../../source/file-access.ts'
import { listFiles, type SessionSource } from '../../source/session-source.ts'
import type { Library } from '../library.ts'
import { findParts, type SessionParts } from '../load-from.ts'
import { learnFile } from './learn-file.ts'
import type { LearnedSession } from './learned-session.ts'
import { listOutputs } from './list-outputs.ts'

/** Shows a redactor all that an export of the session can hold. */
export function learnSession(
  library: Library,
  source: SessionSource,
  redactor: Redactor,
  parts: SessionParts = findParts(library, source),
): LearnedSession {
  const { whole, access, siblings } = parts
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
  return { library, source, parts, sizes, failures, metas, outputs, titles: siblings.summaries, traces }
}

/** Names of files are no content: where they lie says nothing about what was said. */
const OUTSIDE: HitPlace = { session: '', agentId: undefined, line: 0 }

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
