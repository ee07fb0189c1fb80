import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { listSessionSources } from '../source/discover.ts'
import { findRoots, type RootEnvironment } from '../source/roots.ts'
import { changedAtOf, listFiles, pathOf, type SessionSource, sizeBytesOf } from '../source/session-source.ts'
import { sniffFile } from '../source/sniff.ts'
import { head } from '../text/head.ts'
import { UserError } from '../user-error.ts'
import { shortIds } from './short-ids.ts'

/** The session somebody named, and the turn where they named one. */
export interface FoundSession {
  readonly source: SessionSource
  readonly turn: number | undefined
  /** One sentence for whoever asked, where several files bear the id and one was chosen. */
  readonly note: string | undefined
}

const MAX_CANDIDATES = 5

/** By whole id, unique beginning of an id, name of the file, or path; each may end in `:turn`. */
export function requireSession(
  sources: readonly SessionSource[],
  text: string,
  env: Pick<RootEnvironment, 'home' | 'workingFolder'>,
): FoundSession {
  const whole = findByText(sources, text, env)
  if (whole) return { ...whole, turn: undefined }
  const [, name, number] = /^(.+):(\d{1,9})$/s.exec(text) ?? []
  const found = name === undefined ? undefined : findByText(sources, name, env)
  if (found) return { ...found, turn: Number(number) }
  throw new UserError({
    code: 'no-such-session',
    message: `no session is called "${head(name ?? text, 100)}"`,
    hint:
      sources.length === 0
        ? 'No transcripts were found at all: name their folder with --root.'
        : 'List the sessions with `backscroll ls`; the beginning of an id is enough.',
  })
}

/** The session that was written to last; undefined where there is none. */
export function findNewestSession(sources: readonly SessionSource[]): SessionSource | undefined {
  return sources.reduce<SessionSource | undefined>(
    (best, source) => (best && (changedAtOf(best) ?? 0) >= (changedAtOf(source) ?? 0) ? best : source),
    undefined,
  )
}

type Found = Pick<FoundSession, 'source' | 'note'>

function findByText(
  sources: readonly SessionSource[],
  text: string,
  env: Pick<RootEnvironment, 'home' | 'workingFolder'>,
): Found | undefined {
  if (text === '') return undefined
  const wanted = text.toLowerCase()
  const exact = sources.filter(source => source.id.toLowerCase() === wanted)
  const named = exact.length > 0 ? exact : sources.filter(source => source.name.toLowerCase() === wanted)
  if (named.length > 0) return pickOne(named, text)
  const begun = sources.filter(source => source.id.toLowerCase().startsWith(wanted))
  return begun.length > 0 ? pickOne(begun, text) : findByPath(sources, text, env)
}

/** Copies of one session (two roots, checkpoints) bear one id: the largest holds most. Different ids are ambiguous. */
function pickOne(matches: readonly SessionSource[], text: string): Found {
  const ids = new Set(matches.map(source => source.id))
  if (ids.size > 1) throw ambiguous(ids, matches, text)
  const [best, ...others] = [...matches].sort(
    (a, b) => sizeBytesOf(b) - sizeBytesOf(a) || (changedAtOf(b) ?? 0) - (changedAtOf(a) ?? 0),
  )
  const note = `${matches.length} files bear this id; this is the largest, ${pathOf(best as SessionSource)}`
  return { source: best as SessionSource, note: others.length > 0 ? note : undefined }
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

function findByPath(
  sources: readonly SessionSource[],
  text: string,
  env: Pick<RootEnvironment, 'home' | 'workingFolder'>,
): Found | undefined {
  const path = resolve(env.workingFolder, text.startsWith('~/') ? env.home + text.slice(1) : text)
  if (!isFile(path)) return undefined
  const real = realpathSync(path)
  const known = sources.find(source => listFiles(source).some(file => file.path === path || file.path === real))
  if (known && known.main?.path !== path && known.main?.path !== real) return { source: known, note: undefined }
  const { verdict, why } = sniffFile(path)
  if (verdict !== 'transcript' && verdict !== 'empty') {
    throw new UserError({
      code: 'not-a-transcript',
      message: `${path} is not a Claude Code transcript: ${why}`,
      hint: 'Transcripts are the .jsonl files below ~/.claude/projects.',
    })
  }
  const source = known ?? openFile(path, env)
  return source && { source, note: undefined }
}

function openFile(path: string, env: Pick<RootEnvironment, 'home' | 'workingFolder'>): SessionSource | undefined {
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
