import { ArchiveDamage } from '../archive/archive-errors.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import { openKept } from '../archive/kept-reader.ts'
import type { GenerationWhy } from '../archive/manifest-record.ts'
import type { StreamAppender } from '../archive/stream-appender.ts'
import { hashOf, TAIL_BYTES, TailKeeper } from '../source/tail-hash.ts'
import type { Check, KnownFile } from './known.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Work } from './work-item.ts'

/** What became of a file that grows, compared with what is kept of it. */
export interface StreamDecision {
  readonly kind: 'same' | 'append' | 'generation'
  readonly why: GenerationWhy
  /** Bytes that are kept already and are the same on disk. */
  readonly keptBytes: number
  readonly appender: StreamAppender | undefined
  /** The last bytes before `keptBytes`. */
  readonly tail: Uint8Array
}

export interface StreamTools {
  readonly folder: string
  readonly writer: ArchiveWriter
  readonly work: Work
}

/** Only what is kept already counts, not what the index thinks of it: after a crash the two differ. */
export function decideStream(
  source: OpenedFile,
  known: KnownFile,
  check: Check | undefined,
  tools: StreamTools,
): StreamDecision {
  const appender = openStream(known, tools)
  if (!appender) return fresh('replaced')
  const { disk } = source
  const keptBytes = appender.rawBytes
  const refuse = (why: GenerationWhy): StreamDecision => {
    appender.drop()
    return fresh(why)
  }
  if (disk.sizeBytes < keptBytes) return refuse('shrunk')
  const tail = source.read(Math.max(0, keptBytes - TAIL_BYTES), keptBytes)
  if (tail.length < Math.min(keptBytes, TAIL_BYTES)) return refuse('shrunk')
  tools.work.checkedBytes += tail.length
  if (!isSame(source, known, { check, keptBytes, tail }, tools)) {
    return refuse(check && check.identity !== disk.identity ? 'replaced' : 'rewritten')
  }
  // A sync that was cut off may have kept more than the index knows: its row is written anew, also without new bytes.
  const isAhead = keptBytes !== known.rawBytes
  if (disk.sizeBytes > keptBytes || isAhead) return { kind: 'append', why: 'new', keptBytes, appender, tail }
  appender.drop()
  return { kind: 'same', why: 'new', keptBytes, appender: undefined, tail }
}

function fresh(why: GenerationWhy): StreamDecision {
  return { kind: 'generation', why, keptBytes: 0, appender: undefined, tail: new Uint8Array(0) }
}

/** Undefined where what is kept is damaged: then the source is kept once more, as long as it is there. */
function openStream(known: KnownFile, { writer }: StreamTools): StreamAppender | undefined {
  try {
    return writer.openStream(known)
  } catch (error) {
    if (error instanceof ArchiveDamage) return undefined
    throw error
  }
}

interface Seen {
  readonly check: Check | undefined
  readonly keptBytes: number
  readonly tail: Uint8Array
}

function isSame(source: OpenedFile, known: KnownFile, { check, keptBytes, tail }: Seen, tools: StreamTools): boolean {
  const isRemembered = check !== undefined && check.readBytes === keptBytes
  if (isRemembered && hashOf(tail) !== check.tailHash) return false
  // It was written to and did not grow: only looking at all of it tells whether it is still the same.
  if (isRemembered && source.disk.sizeBytes === keptBytes) return equalsKept(source, known, 0, keptBytes, tools)
  if (isRemembered) return true
  const near = Math.max(0, keptBytes - TAIL_BYTES)
  return (
    equalsKept(source, known, 0, Math.min(keptBytes, TAIL_BYTES), tools) &&
    equalsKept(source, known, near, keptBytes, tools)
  )
}

/** What is damaged equals nothing: it is kept once more. */
function equalsKept(source: OpenedFile, known: KnownFile, from: number, to: number, tools: StreamTools): boolean {
  let at = from
  try {
    for (const chunk of openKept(tools.folder, known).chunks({ from, to })) {
      const bytes = source.read(at, at + chunk.length)
      tools.work.checkedBytes += bytes.length
      if (Buffer.compare(bytes, chunk) !== 0) return false
      at += chunk.length
    }
  } catch (error) {
    if (error instanceof ArchiveDamage) return false
    throw error
  }
  return at === to
}

/** Reads what is new of a file into the archive, and hands on each chunk. Gives the hash of its last bytes. */
export function appendFrom(
  source: OpenedFile,
  stream: { readonly appender: StreamAppender; readonly tail: Uint8Array },
  work: Work,
  onChunk: (chunk: Uint8Array) => void,
): string {
  const tail = new TailKeeper(stream.tail)
  for (const chunk of source.chunks(stream.appender.rawBytes)) {
    stream.appender.append(chunk)
    tail.push(chunk)
    work.readBytes += chunk.length
    onChunk(chunk)
  }
  return tail.hash
}
