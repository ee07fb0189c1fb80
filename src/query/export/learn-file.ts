import { decodeUtf8, viewBytes } from '../../format/bytes.ts'
import type { Entry } from '../../format/entry.ts'
import { createParser } from '../../format/parser.ts'
import type { Redactor, Trace } from '../../redact/redaction.ts'
import type { FileAccess } from '../../source/file-access.ts'
import { problemOf } from '../../source/problem.ts'
import { createSpanReader } from '../../source/read-span.ts'
import type { SourceFile } from '../../source/session-source.ts'
import { textSpan } from './text-span.ts'

/** A transcript that was shown to a redactor. */
export interface LearnedFile {
  /** Bytes that were read: all, unless the file ends in trouble. */
  readonly sizeBytes: number
  readonly failure: unknown
  readonly traces: ReadonlyMap<number, Trace>
}

export interface FileLearning {
  readonly session: string
  readonly access: FileAccess
  readonly redactor: Redactor
}

/** Of so many entries of a file traces are kept, some 30 MB; the others are looked through twice. */
const MAX_TRACES = 250_000

/** Shows a redactor each entry of a transcript. Each line is read once and not kept. */
export function learnFile({ path, agentId }: SourceFile, learning: FileLearning): LearnedFile {
  const { session, access, redactor } = learning
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
