import { dirname, isAbsolute, relative, sep } from 'node:path'
import { UserError } from '../user-error.ts'
import { isClientPlace } from './client-place.ts'
import type { KeptFile, KeptGeneration, KeptSession, Manifest } from './read-manifest.ts'

/** One kept file on its way back to disk. */
export interface PlannedFile {
  readonly role: string
  readonly kept: KeptGeneration
  /** The folder it must stay inside. */
  readonly base: string
  /** Folders and name below `base`, each safe to join. */
  readonly parts: readonly string[]
}

/** A kept file that is not written, and why, as the end of a sentence. */
export interface LeftFile {
  readonly path: string
  readonly why: string
  /** Something that belongs to the session is missing without it. */
  readonly isLost: boolean
}

export interface RestorePlan {
  readonly session: KeptSession
  /** The folder that is laid out again. */
  readonly target: string
  readonly files: readonly PlannedFile[]
  readonly left: readonly LeftFile[]
}

/**
 * What to write where. `to` is laid out like a config folder; without it files go where they stood. `generation` counts
 * the generations of the main transcript; the other files are taken as they were while that one was the newest, by the
 * order in which things were kept and not by the clock. A session that moved comes back in one place: where the
 * transcript stood then, with the files that were kept only before or after it moved.
 */
export function planRestore(
  manifest: Manifest,
  request: { readonly session: number; readonly to: string | undefined; readonly generation: number | undefined },
): RestorePlan {
  const session = manifest.sessions.get(request.session)
  if (!session) throw notKept(String(request.session))
  const files = [...manifest.files.values()].filter(file => file.session === session.session)
  const { main, chosen, later } = chooseGenerations(files, request.generation)
  const settle = createSettling(main?.file.generations ?? [], main?.kept)
  const target = request.to ?? session.configPath ?? session.folder
  const planned = new Map<string, PlannedFile>()
  const left: LeftFile[] = later.map(kept => ({ path: kept.place, why: 'came with a later generation', isLost: false }))
  for (const { file, kept } of chosen) {
    const settled = settle(kept)
    const { place } = settled
    const at =
      request.to === undefined
        ? originalPlace(session, settled, main?.kept)
        : { base: request.to, place, isInConfig: true }
    const parts = at && splitPlace(at.place)
    if (!at || !parts) {
      left.push({ path: place, why: 'would leave the folder', isLost: true })
      continue
    }
    // Without a config folder the files of a session lie as somebody put them; what else is there is not ours to write.
    const inClient = at.isInConfig ? parts : ['projects', 'other', ...parts]
    if (!isClientPlace(inClient, session)) {
      left.push({ path: place, why: 'is no place for files of a session', isLost: true })
      continue
    }
    const key = [at.base, ...parts].join('\0')
    const other = planned.get(key)
    // Two files that stood in one place one after the other: the later one is what a person last saw there.
    const [last, earlier] = other && other.kept.commit > kept.commit ? [other.kept, kept] : [kept, other?.kept]
    if (earlier) left.push({ path: place, why: 'gave its place to another file later', isLost: false })
    planned.set(key, { role: file.role, kept: last, base: at.base, parts })
  }
  return { session, target, files: [...planned.values()], left }
}

export function notKept(id: string): UserError {
  return new UserError({
    code: 'not-kept',
    message: `the archive holds no session ${id}`,
    hint: 'Run `backscroll sync` to keep what is on disk; `backscroll ls` lists every session.',
  })
}

interface Chosen {
  readonly file: KeptFile
  readonly kept: KeptGeneration
}

/** `later`: what came only with a later generation of the transcript, and was not there yet. */
function chooseGenerations(
  files: readonly KeptFile[],
  generation: number | undefined,
): {
  readonly main: Chosen | undefined
  readonly chosen: readonly Chosen[]
  readonly later: readonly KeptGeneration[]
} {
  const begun = files.filter(file => file.generations.length > 0)
  const file = begun.find(({ role }) => role === 'main') ?? begun[0]
  if (!file) return { main: undefined, chosen: [], later: [] }
  const at = file.generations.findIndex(kept => kept.generation === generation)
  if (generation !== undefined && at < 0) throw noSuchGeneration(file, generation)
  const main = { file, kept: file.generations.at(at) as KeptGeneration }
  const until = (generation === undefined ? undefined : file.generations[at + 1]?.commit) ?? Number.POSITIVE_INFINITY
  const chosen: Chosen[] = []
  const later: KeptGeneration[] = []
  for (const one of begun) {
    // What was kept together with the next generation belongs to that one.
    const kept = one === file ? main.kept : one.generations.findLast(({ commit }) => commit < until)
    if (kept) chosen.push({ file: one, kept })
    else later.push(one.generations[0] as KeptGeneration)
  }
  return { main, chosen, later }
}

type Stood = Pick<KeptGeneration, 'path' | 'place'>

/** Where a file would have stood beside this generation of the transcript, had it been kept together with it. */
function createSettling(transcripts: readonly Stood[], chosen: Stood | undefined): (kept: Stood) => Stood {
  if (!chosen) return kept => kept
  const moves = transcripts.filter(({ path }) => path !== chosen.path)
  const paths = moves.map(({ path }) => path)
  const places = moves.map(({ place }) => place)
  return kept => ({
    path: settlePath(kept.path, paths, chosen.path, sep),
    place: settlePath(kept.place, places, chosen.place, '/'),
  })
}

/** In the folder that has the transcript's name or, with old clients, beside the transcript. */
function settlePath(path: string, from: readonly string[], to: string, separator: string): string {
  const folderOf = (transcript: string): string => transcript.slice(0, transcript.lastIndexOf(separator) + 1)
  const ownFolderOf = (transcript: string): string => transcript.replace(/\.jsonl$/, '') + separator
  for (const find of [ownFolderOf, folderOf]) {
    const after = find(to)
    if (path.startsWith(after)) return path
    const before = from.map(find).find(folder => folder !== '' && path.startsWith(folder))
    if (before !== undefined) return after + path.slice(before.length)
  }
  return path
}

function noSuchGeneration(main: KeptFile, asked: number): UserError {
  const numbers = main.generations.map(kept => kept.generation)
  const there = numbers.length === 1 ? 'There is one' : `There are ${numbers.length}`
  return new UserError({
    code: 'no-such-generation',
    message: `its transcript has no generation ${asked}`,
    hint: `${there}: ${numbers.join(', ')}. Without --generation the newest is restored.`,
  })
}

/** In the config folder it came from; transcripts kept elsewhere go back into their own folder. */
function originalPlace(
  { configPath, folder, rootPath }: KeptSession,
  kept: Stood,
  transcript: Stood | undefined,
): { readonly base: string; readonly place: string; readonly isInConfig: boolean } | undefined {
  if (configPath !== undefined) return { base: configPath, place: kept.place, isInConfig: true }
  // The transcript may have stood somewhere else than the session does now.
  const folders = transcript ? [folder, rootPath, dirname(transcript.path)] : [folder, rootPath]
  for (const base of folders) {
    const place = relative(base, kept.path)
    if (place !== '' && !isAbsolute(place) && place !== '..' && !place.startsWith(`..${sep}`)) {
      return { base, place: place.split(sep).join('/'), isInConfig: false }
    }
  }
  return undefined
}

const MAX_NAME_LENGTH = 255

/** The parts of a place, or undefined where joining them to a folder could lead out of it: a place is text from outside. */
export function splitPlace(place: string): readonly string[] | undefined {
  const parts = place.split('/')
  return parts.every(isSafeName) ? parts : undefined
}

function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.length > MAX_NAME_LENGTH || name.includes('\0')) return false
  return sep === '/' || !/[\\:]/.test(name)
}
