import { isAbsolute, relative, sep } from 'node:path'
import { UserError } from '../user-error.ts'
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
 * the generations of the main transcript; the other files are taken as they were while that one was the newest.
 */
export function planRestore(
  manifest: Manifest,
  request: { readonly session: number; readonly to: string | undefined; readonly generation: number | undefined },
): RestorePlan {
  const session = manifest.sessions.get(request.session)
  if (!session) throw notKept(String(request.session))
  const files = [...manifest.files.values()].filter(file => file.session === session.session)
  const chosen = chooseGenerations(files, request.generation)
  const target = request.to ?? session.configPath ?? session.folder
  const planned = new Map<string, PlannedFile>()
  const left: LeftFile[] = []
  for (const { file, kept } of chosen) {
    const at = request.to === undefined ? originalPlace(session, kept) : { base: request.to, place: kept.place }
    const parts = at && splitPlace(at.place)
    if (!at || !parts) {
      left.push({ path: kept.place, why: 'would leave the folder', isLost: true })
      continue
    }
    const key = [at.base, ...parts].join('\0')
    const other = planned.get(key)
    // Two files that stood in one place one after the other: the later one is what a person last saw there.
    const [later, earlier] = other && other.kept.at > kept.at ? [other.kept, kept] : [kept, other?.kept]
    if (earlier) left.push({ path: earlier.place, why: 'gave its place to another file later', isLost: false })
    planned.set(key, { role: file.role, kept: later, base: at.base, parts })
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

function chooseGenerations(files: readonly KeptFile[], generation: number | undefined): readonly Chosen[] {
  const begun = files.filter(file => file.generations.length > 0)
  const main = begun.find(file => file.role === 'main') ?? begun[0]
  if (generation === undefined || !main) {
    return begun.map(file => ({ file, kept: file.generations.at(-1) as KeptGeneration }))
  }
  const at = main.generations.findIndex(kept => kept.generation === generation)
  if (at < 0) throw noSuchGeneration(main, generation)
  const until = main.generations[at + 1]?.at ?? Number.POSITIVE_INFINITY
  return begun.map(file => {
    if (file === main) return { file, kept: main.generations[at] as KeptGeneration }
    const then = file.generations.findLast(kept => kept.at < until)
    // One that came later still belongs to the session: nothing of it is held back.
    return { file, kept: then ?? (file.generations[0] as KeptGeneration) }
  })
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
  kept: KeptGeneration,
): { readonly base: string; readonly place: string } | undefined {
  if (configPath !== undefined) return { base: configPath, place: kept.place }
  for (const base of [folder, rootPath]) {
    const place = relative(base, kept.path)
    if (place !== '' && !isAbsolute(place) && place !== '..' && !place.startsWith(`..${sep}`)) {
      return { base, place: place.split(sep).join('/') }
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
