import { join } from 'node:path'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import type { JsonObject } from '../format/json.ts'
import type { Span } from '../format/span.ts'
import { DISK, type FileAccess } from './file-access.ts'
import type { Substitution } from './load-session.ts'
import { isPlainName } from './plain-name.ts'
import type { ChunkOptions } from './read-chunks.ts'
import { parseEntryBytes } from './read-entry.ts'
import { createSpanReader } from './read-span.ts'
import type { SessionSource, SourceFile } from './session-source.ts'

/** Gives back what the model does not keep: the objects, bytes and stored outputs of one session. */
export interface SessionReader {
  /** The object of an entry. `place` is a thread of the session, or anything else that names a file of it. */
  read(place: FilePlace, entry: ReadPlace): JsonObject | undefined
  /** The original bytes of a span. */
  readBytes(place: FilePlace, span: Span): Uint8Array
  /** The bytes of a file in order; each chunk may be overwritten by the next. */
  readChunks(place: FilePlace, range: ChunkOptions): Iterable<Uint8Array>
  /** An output too large for the transcript. Only files in the session's own `tool-results` folder are ever read. */
  readToolResult(path: string): string | undefined
}

export interface FilePlace {
  /** Index into the session's files. */
  readonly file: number
}

type ReadPlace = Span & { readonly isCopy?: boolean }

interface RecentEntry extends Span {
  readonly file: number
  readonly isCopy: boolean
  readonly json: JsonObject | undefined
}

/** A line of thousands of calls is asked for again with each of them, and so is that of their results. */
const MAX_RECENT = 4
const MAX_RESULT_BYTES = 128 * 1024 * 1024
const NOTHING = new Uint8Array(0)

export function createSessionReader(
  source: SessionSource,
  files: readonly SourceFile[],
  access: FileAccess = DISK,
  substitution?: Substitution,
): SessionReader {
  const spans = createSpanReader(access)

  function readSpan(place: FilePlace, span: Span): Uint8Array {
    const file = files[place.file]
    return file ? spans.read(file.path, span) : NOTHING
  }

  /** The last one used stands last. */
  const recent: RecentEntry[] = []

  function readAgain(place: FilePlace, entry: ReadPlace): JsonObject | undefined {
    const { start, end, isCopy = false } = entry
    const at = recent.findIndex(
      known => known.file === place.file && known.start === start && known.end === end && known.isCopy === isCopy,
    )
    const json = at < 0 ? parse(place, entry) : recent[at]?.json
    if (at >= 0) recent.splice(at, 1)
    recent.push({ file: place.file, start, end, isCopy, json })
    if (recent.length > MAX_RECENT) recent.shift()
    return json
  }

  function parse(place: FilePlace, entry: ReadPlace): JsonObject | undefined {
    const json = parseEntryBytes(readSpan(place, entry), entry.isCopy ?? false)
    if (!json || !substitution) return json
    // A copy is a part of what stands there.
    return substitution.object(json, entry.isCopy ? undefined : { file: place.file, start: entry.start })
  }

  return {
    read: readAgain,
    readBytes: readSpan,
    readChunks: ({ file }, range) => access.chunks(files[file]?.path ?? '', range),
    readToolResult(path) {
      const text = readToolResult(source, path, access)
      return text !== undefined && substitution ? substitution.text(text) : text
    },
  }
}

/**
 * Paths in a transcript are text that anybody may have written: of the path only the file's name is used, and what it
 * names must be an ordinary file in that folder, not a link out of it.
 */
function readToolResult(source: SessionSource, path: string, access: FileAccess): string | undefined {
  const name = path.split(/[\\/]/).at(-1)
  if (source.companionFolder === undefined || name === undefined || !isPlainName(name)) return undefined
  const stored = join(source.companionFolder, 'tool-results', name)
  const sizeBytes = access.sizeOf(stored)
  const bytes = sizeBytes === undefined ? undefined : access.readBytes(stored, 0, Math.min(sizeBytes, MAX_RESULT_BYTES))
  return bytes && decodeUtf8(viewBytes(bytes))
}
