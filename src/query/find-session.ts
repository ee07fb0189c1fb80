import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { listSessionSources } from '../source/discover.ts'
import { problemOf } from '../source/problem.ts'
import { findRoots, type RootEnvironment } from '../source/roots.ts'
import { changedAtOf, listFiles, pathOf, type SessionSource } from '../source/session-source.ts'
import { sniffFile } from '../source/sniff.ts'
import { head } from '../text/head.ts'
import { UserError } from '../user-error.ts'
import { notTranscript } from './require-content.ts'
import { TURNS_HINT } from './session-target.ts'
import { rankCopies, shortIds } from './short-ids.ts'

/** The session somebody named, and the turn where they named one. */
export interface FoundSession {
  readonly source: SessionSource
  readonly turn: number | undefined
  /** One sentence for whoever asked, where several files bear the id and one was chosen. */
  readonly note: string | undefined
}

type Place = Pick<RootEnvironment, 'home' | 'workingFolder'>

const MAX_CANDIDATES = 5

/** By whole id, unique beginning of an id (with `~2` for the second file that bears it), name or path; with `:turn`. */
export function requireSession(sources: readonly SessionSource[], text: string, env: Place): FoundSession {
  const whole = findByText(sources, text, env)
  if (whole) return { ...whole, turn: undefined }
  const [, name, number] = /^(.+):([^:/\\]*)$/s.exec(text) ?? []
  const found = name === undefined ? undefined : findByText(sources, name, env)
  if (!found) throw refuse(sources, name !== undefined && /^\d+$/.test(number ?? '') ? name : text, env)
  if (/^\d{1,9}$/.test(number ?? '')) return { ...found, turn: Number(number) }
  throw new UserError({
    code: 'bad-turn',
    message: number ? `"${head(number, 40)}" is not the number of a turn` : 'the number of the turn is missing',
    hint: TURNS_HINT,
  })
}

/** By id alone, for what came over a network: nothing of it is ever looked up on disk. */
export function requireSessionById(sources: readonly SessionSource[], text: string): SessionSource {
  const found = findById(sources, text)
  if (found) return found.source
  throw noSuchSession(sources, text)
}

/** The session that was written to last; undefined where there is none. */
export function findNewestSession(sources: readonly SessionSource[]): SessionSource | undefined {
  return sources.reduce<SessionSource | undefined>(
    (best, source) => (best && (changedAtOf(best) ?? 0) >= (changedAtOf(source) ?? 0) ? best : source),
    undefined,
  )
}

function refuse(sources: readonly SessionSource[], text: string, env: Place): UserError {
  return /[\\/]|^~|\.jsonl$/.test(text) ? refusePath(text, env) : noSuchSession(sources, text)
}

function noSuchSession(sources: readonly SessionSource[], text: string): UserError {
  return new UserError({
    code: 'no-such-session',
    message: text === '' ? 'the id of a session is missing' : `no session is called "${head(text, 100)}"`,
    hint:
      sources.length === 0
        ? 'No transcripts were found at all: name their folder with --root.'
        : 'List the sessions with `backscroll ls`; the beginning of an id is enough.',
  })
}

function refusePath(text: string, env: Place): UserError {
  const path = resolvePath(text, env)
  try {
    const isFolder = statSync(path).isDirectory()
    return new UserError({
      code: isFolder ? 'is-a-folder' : 'not-a-file',
      message: `${path} is ${isFolder ? 'a folder' : 'no ordinary file'}, not a session`,
      hint: isFolder
        ? `List the sessions below it with \`backscroll ls --root ${text}\`, and show one with the same --root.`
        : 'Transcripts are the .jsonl files below ~/.claude/projects.',
    })
  } catch (cause) {
    const { code, message } = problemOf(path, cause)
    const hint = 'Check the path, or list the sessions with `backscroll ls`.'
    return new UserError({ code: `session-${code}`, message, hint, cause })
  }
}

type Found = Pick<FoundSession, 'source' | 'note'>

function findByText(sources: readonly SessionSource[], text: string, env: Place): Found | undefined {
  return text === '' ? undefined : (findById(sources, text) ?? findByPath(sources, text, env))
}

function findById(sources: readonly SessionSource[], text: string): Found | undefined {
  if (text === '') return undefined
  const matches = matchId(sources, text)
  if (matches.length > 0) return pickOne(matches, text)
  const [, id, ordinal] = /^(.+)~(\d{1,6})$/s.exec(text) ?? []
  const copies = id === undefined ? [] : matchId(sources, id)
  return copies.length > 0 ? pickCopy(copies, id as string, Number(ordinal)) : undefined
}

/** An exact id wins over a file's name, and that over the beginning of an id. */
function matchId(sources: readonly SessionSource[], text: string): readonly SessionSource[] {
  const wanted = text.toLowerCase()
  const exact = sources.filter(source => source.id.toLowerCase() === wanted)
  if (exact.length > 0) return exact
  const named = sources.filter(source => source.name.toLowerCase() === wanted)
  return named.length > 0 ? named : sources.filter(source => source.id.toLowerCase().startsWith(wanted))
}

/** Copies of one session (two roots, checkpoints) bear one id: the largest holds most. Different ids are ambiguous. */
function pickOne(matches: readonly SessionSource[], text: string): Found {
  const [best, ...others] = rankMatches(matches, text)
  const source = best as SessionSource
  if (others.length === 0) return { source, note: undefined }
  const names = others.length === 1 ? `the other is ${text}~2` : `the others are ${text}~2 to ${text}~${matches.length}`
  return { source, note: `${matches.length} files bear this id; this is the largest, ${pathOf(source)}; ${names}` }
}

function pickCopy(matches: readonly SessionSource[], text: string, ordinal: number): Found {
  const ranked = rankMatches(matches, text)
  const source = ranked[ordinal - 1]
  if (source) return { source, note: undefined }
  throw new UserError({
    code: 'no-such-session',
    message: `there is no ${head(text, 100)}~${ordinal}: ${ranked.length === 1 ? '1 file bears' : `${ranked.length} files bear`} this id`,
    hint: 'List the sessions with `backscroll ls`.',
  })
}

function rankMatches(matches: readonly SessionSource[], text: string): readonly SessionSource[] {
  const ids = new Set(matches.map(source => source.id))
  if (ids.size > 1) throw ambiguous(ids, matches, text)
  return rankCopies(matches)
}

function ambiguous(ids: ReadonlySet<string>, matches: readonly SessionSource[], text: string): UserError {
  const short = shortIds(ids)
  const isByName = matches.every(source => source.name.toLowerCase() === text.toLowerCase())
  const candidates = [...ids].slice(0, MAX_CANDIDATES).map(id => short.get(id) ?? id)
  const more = ids.size > MAX_CANDIDATES ? ` and ${ids.size - MAX_CANDIDATES} more` : ''
  return new UserError({
    code: 'ambiguous-session',
    message: `"${head(text, 100)}" ${isByName ? 'is the name' : 'is the beginning'} of ${ids.size} sessions: ${candidates.join(', ')}${more}`,
    hint: 'Give more of the id, or the path of the file.',
  })
}

function findByPath(sources: readonly SessionSource[], text: string, env: Place): Found | undefined {
  const path = resolvePath(text, env)
  if (!isFile(path)) return findKeptFile(sources, path)
  const real = realpathSync(path)
  const onDisk = sources.filter(source => !source.kept)
  const known = onDisk.find(source => listFiles(source).some(file => file.path === path || file.path === real))
  if (known && known.main?.path !== path && known.main?.path !== real) return { source: known, note: undefined }
  const { verdict, why } = sniffFile(path)
  if (verdict !== 'transcript' && verdict !== 'empty') throw notTranscript(path, why)
  const source = known ?? openFile(path, env)
  return source && { source, note: undefined }
}

/** A file that is gone is still known by its path. */
function findKeptFile(sources: readonly SessionSource[], path: string): Found | undefined {
  const source = sources.find(({ kept, main, agents }) => {
    return kept !== undefined && listFiles({ main, agents }).some(file => file.path === path)
  })
  return source && { source, note: undefined }
}

function resolvePath(text: string, env: Place): string {
  return resolve(env.workingFolder, text === '~' || text.startsWith('~/') ? env.home + text.slice(1) : text)
}

function openFile(path: string, env: Place): SessionSource | undefined {
  const { roots } = findRoots({ ...env, platform: '', variables: {}, override: [path] })
  return roots.flatMap(root => listSessionSources(root).sources)[0]
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}
