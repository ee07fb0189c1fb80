import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { systemCodeOf, toArchiveError } from './archive-errors.ts'
import { manifestPath } from './archive-folder.ts'
import { EMPTY_END, parseLine } from './manifest-line.ts'
import type {
  FileFacts,
  GenerationFacts,
  KeptBlob,
  KeptFrame,
  KeptProjects,
  ManifestRecord,
  Removal,
  SessionFacts,
} from './manifest-record.ts'

/** What the archive holds, as its manifest tells it. */
export interface Manifest {
  /** Length of what was read: what `createArchiveWriter` wants to know. */
  readonly bytes: number
  readonly nextSession: number
  readonly nextFile: number
  readonly sessions: ReadonlyMap<number, KeptSession>
  readonly files: ReadonlyMap<number, KeptFile>
  /** Session id -> when it was forgotten, epoch milliseconds. */
  readonly forgotten: ReadonlyMap<string, number>
  readonly lines: ManifestLines
  /** What a forget that was cut off has still to take out. It counts as gone already. */
  readonly removals: readonly Removal[]
  readonly leaving: readonly KeptGeneration[]
}

export interface KeptSession extends SessionFacts {
  readonly session: number
  readonly project: KeptProjects | undefined
}

export interface KeptFile extends FileFacts {
  readonly file: number
  /** Oldest first. */
  readonly generations: readonly KeptGeneration[]
}

export interface KeptGeneration extends GenerationFacts {
  /** Which commit it came with. Higher is later, whatever the clock said. */
  readonly commit: number
  /** In the order of the source. Those of a blob are not listed. */
  readonly frames: readonly KeptFrame[]
  readonly sealedRawBytes: number
  readonly sealedFileBytes: number
  readonly blob: KeptBlob | undefined
}

/** How the lines of the manifest could be read. */
export interface ManifestLines {
  readonly good: number
  /** Torn by a crash: no damage, what they would have said was not yet kept. */
  readonly cut: number
  /** Their sum is wrong, a value is of the wrong type, or they are nothing that was ever written here. */
  readonly altered: number
  /** Of a kind this version does not know. */
  readonly unknown: number
  /** They speak of a session, file or generation that no line names, or name one a second time. */
  readonly stray: number
  /** Places where lines are missing: the next one comes after something else. */
  readonly gaps: number
}

/** An archive that does not exist yet reads as an empty one. */
export function readManifest(folder: string): Manifest {
  const builder = createManifestBuilder()
  const bytes = readManifestLines(folder, line => builder.add(line))
  return builder.build(bytes)
}

const CHUNK_BYTES = 1024 * 1024
/** Room for the frames of a transcript of 100 GB. What is longer is garbage and not held in memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/** Calls back with each line, without its end, also the last one when it has no end. Gives the length of all. */
export function readManifestLines(folder: string, onLine: (line: string) => void): number {
  const path = manifestPath(folder)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return 0
    throw toArchiveError(path, error)
  }
  try {
    return readLines(file, onLine)
  } catch (error) {
    throw toArchiveError(path, error)
  } finally {
    closeSync(file)
  }
}

function readLines(file: number, onLine: (line: string) => void): number {
  const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, fstatSync(file).size + 1))
  let position = 0
  let carried: Buffer[] = []
  let carriedBytes = 0
  for (;;) {
    const count = readSync(file, chunk, 0, chunk.length, position)
    if (count === 0) break
    position += count
    const bytes = chunk.subarray(0, count)
    let start = 0
    for (let stop = bytes.indexOf(10); stop >= 0; stop = bytes.indexOf(10, start)) {
      onLine(Buffer.concat([...carried, bytes.subarray(start, stop)]).toString())
      carried = []
      carriedBytes = 0
      start = stop + 1
    }
    // Of garbage without a line end the first part is enough: it does not sum either.
    if (start === count || carriedBytes > MAX_LINE_BYTES) continue
    carried.push(Buffer.from(bytes.subarray(start)))
    carriedBytes += count - start
  }
  if (carriedBytes > 0) onLine(Buffer.concat(carried).toString())
  return position
}

interface OpenGeneration extends GenerationFacts {
  commit: number
  frames: KeptFrame[]
  sealedRawBytes: number
  sealedFileBytes: number
  blob: KeptBlob | undefined
}

interface OpenFile extends FileFacts {
  file: number
  generations: OpenGeneration[]
}

interface OpenSession extends SessionFacts {
  session: number
  project: KeptProjects | undefined
}

function createManifestBuilder() {
  const sessions = new Map<number, OpenSession>()
  const files = new Map<number, OpenFile>()
  const forgotten = new Map<string, number>()
  const removals: Removal[] = []
  const lines = { good: 0, cut: 0, altered: 0, unknown: 0, stray: 0, gaps: 0 }
  let lastSum = EMPTY_END.sum
  let nextSession = 1
  let nextFile = 1

  /** Every line that names one: the line that gave the number out may be lost. */
  function noteNumbers({ session = 0, file = 0 }: { readonly session?: number; readonly file?: number }): void {
    nextSession = Math.max(nextSession, session + 1)
    nextFile = Math.max(nextFile, file + 1)
  }

  /** False where the record fits nothing that came before. */
  function take(record: ManifestRecord, commit: number): boolean {
    noteNumbers(record as { readonly session?: number; readonly file?: number })
    switch (record.t) {
      case 'session': {
        const { t: _, ...facts } = record
        return setOnce(sessions, facts.session, { ...facts, project: undefined })
      }
      case 'moved': {
        const { t: _, ...facts } = record
        const session = sessions.get(facts.session)
        if (session) sessions.set(facts.session, { ...facts, project: session.project })
        return session !== undefined
      }
      case 'project': {
        const { t: _, session: number, ...project } = record
        const session = sessions.get(number)
        if (session) session.project = project
        return session !== undefined
      }
      case 'file': {
        const { t: _, ...facts } = record
        return setOnce(files, facts.file, { ...facts, generations: [] })
      }
      case 'generation':
        return takeGeneration(record, commit)
      case 'frames': {
        const generation = findGeneration(record.file, record.generation)
        if (generation) addFrames(generation, record.frames)
        return generation !== undefined
      }
      case 'forgotten':
        forgotten.set(record.id, record.at)
        return true
      case 'removed':
        removals.push(record)
        return true
      case 'numbers':
        noteNumbers({ session: record.nextSession - 1, file: record.nextFile - 1 })
        return true
    }
  }

  function takeGeneration(record: ManifestRecord & { t: 'generation' }, commit: number): boolean {
    const { t: _, blob, frames = [], ...facts } = record
    const file = files.get(facts.file)
    if (!file || file.generations.some(({ generation }) => generation >= facts.generation)) return false
    const generation = { ...facts, commit, blob, frames: [], sealedRawBytes: 0, sealedFileBytes: 0 }
    addFrames(generation, frames)
    file.generations.push(generation)
    return true
  }

  function findGeneration(file: number, number: number): OpenGeneration | undefined {
    return files.get(file)?.generations.findLast(({ generation }) => generation === number)
  }

  return {
    add(line: string): void {
      // The next writer after a crash begins with a line end.
      if (line === '') return
      const parsed = parseLine(line)
      if ('link' in parsed) {
        if (parsed.link.after !== lastSum) lines.gaps++
        lastSum = parsed.link.sum
      }
      if (parsed.is !== 'record') lines[parsed.is]++
      else if (take(parsed.record, parsed.link.commit)) lines.good++
      else lines.stray++
    },
    build(bytes: number): Manifest {
      const leaving = removals.flatMap(removal => applyRemoval(removal, sessions, files))
      return { bytes, nextSession, nextFile, sessions, files, forgotten, lines, removals, leaving }
    },
  }
}

/** Ends are maxima, so that a line lost in the middle never makes sealed frames look like leftovers. */
function addFrames(generation: OpenGeneration, frames: readonly KeptFrame[]): void {
  for (const frame of frames) {
    generation.frames.push(frame)
    generation.sealedRawBytes = Math.max(generation.sealedRawBytes, frame.rawStart + frame.rawBytes)
    generation.sealedFileBytes = Math.max(generation.sealedFileBytes, frame.fileStart + frame.fileBytes)
  }
}

function setOnce<Value>(map: Map<number, Value>, key: number, value: Value): boolean {
  if (map.has(key)) return false
  map.set(key, value)
  return true
}

/** From the moment it is recorded a removal counts, also when its files are still there. Gives what goes with it. */
function applyRemoval(
  removal: Removal,
  sessions: Map<number, OpenSession>,
  files: Map<number, OpenFile>,
): readonly OpenGeneration[] {
  const leaving: OpenGeneration[] = []
  if (removal.session !== undefined) sessions.delete(removal.session)
  for (const [number, file] of files) {
    const isWhole = removal.session === undefined ? removal.generation === undefined : true
    const isMeant = removal.session === undefined ? number === removal.file : file.session === removal.session
    if (!isMeant) continue
    const [going, staying] = partition(
      file.generations,
      ({ generation }) => isWhole || generation === removal.generation,
    )
    leaving.push(...going)
    if (isWhole) files.delete(number)
    else file.generations = staying
  }
  return leaving
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter(item => !isFirst(item))]
}
