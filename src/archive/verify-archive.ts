import { statSync } from 'node:fs'
import { setImmediate as afterEvents } from 'node:timers/promises'
import { blobPath, manifestPath, manifestSize, type StreamName, tailPath } from './archive-folder.ts'
import { checkBlob, checkPresence, checkStream, type Finding } from './check-kept.ts'
import { isClientPlace } from './client-place.ts'
import { splitPlace } from './plan-restore.ts'
import {
  type KeptGeneration,
  type KeptSession,
  type Manifest,
  type ManifestLines,
  readManifest,
} from './read-manifest.ts'
import { listBeside, listBlobs, listTails } from './recover-archive.ts'

export interface ArchiveCheck {
  readonly sessions: number
  readonly files: number
  /** How many of each were read and compared with their hashes. */
  readonly frames: number
  readonly tails: number
  readonly blobs: number
  /** The same in bytes of the sources, and in bytes of the archive. */
  readonly rawBytes: number
  readonly fileBytes: number
  readonly lines: ManifestLines
  /** Files of a run that was cut off, or is under way, blobs that no line names among them: no damage. */
  readonly leftovers: number
  /** The signal came before everything was looked at. */
  readonly isStopped: boolean
  readonly damaged: readonly Damage[]
}

/** Something that is not as it was written, and what it was a copy of. */
export interface Damage extends Finding {
  readonly file?: number
  readonly generation?: number
  readonly session?: number
  readonly sessionId?: string | undefined
  /** Where the source stood. */
  readonly sourcePath?: string
}

export interface VerifyRequest {
  /** Reads only the newest files; of the others it looks whether they are there. */
  readonly isQuick: boolean
  readonly signal?: AbortSignal | undefined
  onProgress?(progress: { readonly bytes: number; readonly bytesDone: number }): void
}

const QUICK_FILES = 20
const MAX_ROUNDS = 4
/** So often are signals and timers let in. */
const PAUSE_BYTES = 8 * 1024 * 1024

/** Checks the archive against itself. Takes no lock: where somebody wrote meanwhile, what looks damaged is read again. */
export async function verifyArchive(folder: string, request: VerifyRequest): Promise<ArchiveCheck> {
  let { check, manifest } = await checkOnce(folder, request, () => true)
  for (let round = 2; round <= MAX_ROUNDS; round++) {
    if (check.damaged.length === 0 || check.isStopped || manifestSize(folder) === manifest.bytes) break
    const suspects = new Set(check.damaged.map(keyOf))
    const { isQuick, signal } = request
    const again = await checkOnce(folder, { isQuick, signal }, name => suspects.has(keyOf(name)))
    manifest = again.manifest
    check = { ...check, damaged: again.check.damaged, isStopped: again.check.isStopped }
  }
  return check
}

/** What one thing to check is a copy of, and how to check it. */
interface Task {
  readonly uses: readonly KeptGeneration[]
  readonly fileBytes: number
  readonly parts: ReturnType<typeof checkStream>
}

async function checkOnce(
  folder: string,
  request: VerifyRequest,
  isWanted: (name: StreamName) => boolean,
): Promise<{ check: ArchiveCheck; manifest: Manifest }> {
  // Before the manifest is read: a tail is put in place after its line is written, so each of these must be named.
  const tails = listTails(folder).filter(isWanted)
  const stored = listBlobs(folder)
  const beside = listBeside(folder).length
  const manifest = readManifest(folder)
  const badLines = findBadLines(folder, manifest, tails.length > 0)
  // Lines that are lost may have named them. Where none is, a commit was cut off before its lines: they are left over.
  const unnamed = listUnnamedBlobs(folder, manifest, stored)
  const [lostBlobs, leftovers] = badLines.length > 0 ? [unnamed, beside] : [[], beside + unnamed.length]
  const tasks = listTasks(folder, manifest, request.isQuick, isWanted)
  const bytes = tasks.reduce((sum, task) => sum + task.fileBytes, 0)
  const counts = { frames: 0, tails: 0, blobs: 0, presences: 0, rawBytes: 0, fileBytes: 0 }
  const damaged: Damage[] = [...badLines, ...findUnnamed(folder, manifest, tails), ...lostBlobs]
  let pausedAt = 0
  for (const { uses, parts } of tasks) {
    for (const { counted, rawBytes, fileBytes, finding } of parts) {
      if (request.signal?.aborted) break
      counts[counted]++
      counts.rawBytes += rawBytes
      counts.fileBytes += fileBytes
      if (finding) damaged.push(...uses.map(generation => toDamage(manifest, generation, finding)))
      if (counts.fileBytes - pausedAt < PAUSE_BYTES) continue
      pausedAt = counts.fileBytes
      request.onProgress?.({ bytes, bytesDone: Math.min(bytes, counts.fileBytes) })
      await afterEvents()
    }
  }
  request.onProgress?.({ bytes, bytesDone: bytes })
  const { presences: _, ...read } = counts
  const { lines, sessions, files } = manifest
  const isStopped = request.signal?.aborted ?? false
  return {
    manifest,
    check: { sessions: sessions.size, files: files.size, ...read, lines, leftovers, isStopped, damaged },
  }
}

function listTasks(
  folder: string,
  manifest: Manifest,
  isQuick: boolean,
  isWanted: (name: StreamName) => boolean,
): readonly Task[] {
  const generations = [...manifest.files.values()].flatMap(file => file.generations).filter(isWanted)
  const streams = generations.filter(({ blob }) => !blob)
  const blobs = Map.groupBy(
    generations.filter(({ blob }) => blob),
    ({ blob }) => blob?.sha256,
  )
  const newest = isQuick ? pickNewest(folder, streams, [...blobs.values()]) : undefined
  return [
    ...streams.map(generation => ({
      uses: [generation],
      fileBytes: generation.sealedFileBytes,
      parts:
        newest?.has(generation) === false
          ? checkPresence(folder, generation)
          : checkStream(folder, generation, isQuick),
    })),
    ...[...blobs.values()].map(uses => {
      const first = uses[0] as KeptGeneration
      return {
        uses,
        fileBytes: first.blob?.fileBytes ?? 0,
        parts: newest?.has(first) === false ? checkPresence(folder, first) : checkBlob(folder, first),
      }
    }),
  ]
}

/** By when their tails were written, and when blobs were first kept. */
function pickNewest(
  folder: string,
  streams: readonly KeptGeneration[],
  blobs: readonly (readonly KeptGeneration[])[],
): ReadonlySet<KeptGeneration> {
  const byTime = (rows: readonly (readonly [KeptGeneration, number])[]) =>
    rows.toSorted((one, other) => other[1] - one[1]).slice(0, QUICK_FILES)
  const written = streams.map(stream => [stream, timeOf(tailPath(folder, stream))] as const)
  const kept = blobs.map(uses => [uses[0] as KeptGeneration, (uses[0] as KeptGeneration).at] as const)
  return new Set([...byTime(written), ...byTime(kept)].map(([generation]) => generation))
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
}

/** A line that was cut is normal after a crash; what it would have named is looked for elsewhere. */
function findBadLines(folder: string, manifest: Manifest, hasTails: boolean): readonly Damage[] {
  const { lines, files, sessions } = manifest
  const path = manifestPath(folder)
  const damaged: Damage[] = []
  if (manifest.bytes === 0 && hasTails) damaged.push({ what: 'manifest', path, why: 'is missing or empty' })
  if (lines.gaps > 0) damaged.push({ what: 'manifest', path, why: `has places where lines are missing: ${lines.gaps}` })
  if (lines.altered > 0) damaged.push({ what: 'manifest', path, why: `has lines that were altered: ${lines.altered}` })
  if (lines.stray > 0) {
    damaged.push({ what: 'manifest', path, why: `has lines about something that no line names: ${lines.stray}` })
  }
  for (const { file, session } of files.values()) {
    if (session === 0 || sessions.has(session)) continue
    damaged.push({ what: 'manifest', path, why: `has no line that names session ${session}`, file, session })
  }
  for (const { file, session: number, generations } of files.values()) {
    const session = sessions.get(number)
    const bad = session && generations.find(({ place }) => !isPlaceOf(place, session))
    if (!bad) continue
    const why = `names a place that is none of a session: ${JSON.stringify(bad.place.slice(0, 200))}`
    damaged.push({ what: 'manifest', path, why, file, session: number })
  }
  return damaged
}

function isPlaceOf(place: string, session: KeptSession): boolean {
  const parts = splitPlace(place)
  return parts !== undefined && isClientPlace(parts, session)
}

function findUnnamed(folder: string, manifest: Manifest, tails: readonly StreamName[]): readonly Damage[] {
  const named = new Set<string>()
  for (const { generations } of manifest.files.values()) for (const name of generations) named.add(keyOf(name))
  // A forget that was cut off still has to take these out.
  for (const name of manifest.leaving) named.add(keyOf(name))
  return tails
    .filter(name => !named.has(keyOf(name)))
    .map(name => ({
      what: 'manifest',
      path: tailPath(folder, name),
      why: 'is named by no line of the manifest',
      ...name,
    }))
}

function listUnnamedBlobs(folder: string, { files, leaving }: Manifest, stored: readonly string[]): readonly Damage[] {
  const named = new Set<string | undefined>(leaving.map(({ blob }) => blob?.sha256))
  for (const { generations } of files.values()) for (const { blob } of generations) named.add(blob?.sha256)
  return stored
    .filter(sha256 => !named.has(sha256))
    .map(sha256 => ({ what: 'manifest', path: blobPath(folder, sha256), why: 'is named by no line of the manifest' }))
}

function toDamage(manifest: Manifest, { file, generation, path }: KeptGeneration, finding: Finding): Damage {
  const session = manifest.files.get(file)?.session ?? 0
  return { ...finding, file, generation, session, sessionId: manifest.sessions.get(session)?.id, sourcePath: path }
}

function keyOf({ file, generation }: { readonly file?: number; readonly generation?: number }): string {
  return `${file}-${generation}`
}
