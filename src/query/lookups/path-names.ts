import type { PlaceInTree } from '../../git/find-work-tree.ts'
import { findProject, type Project } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import { fileIdentity, type WorkPlaces } from './path-identity.ts'
import { type Move, parseMoves } from './path-moves.ts'
import { baseNameOf, isAbsolute, type PathQuery, rankPath, unifySlashes } from './path-query.ts'

/** A path under which touches are recorded that somebody asked for. */
export interface FoundPath {
  /** As recorded. */
  readonly path: string
  /** The name asked for, where this is an older or newer one. */
  readonly renamedFrom: string | undefined
  /** The same for one file in all worktrees and clones of a repository. */
  readonly identity: string
  /** It is the very place that was named, not one of several with this name. */
  readonly isPlace: boolean
}

export interface PathSearch {
  readonly query: PathQuery
  /** The file on this machine that is meant, where there is one. */
  readonly file: string | undefined
  /** Where it is in a repository, and what it was called there before. */
  readonly tree: (PlaceInTree & { readonly oldNames: readonly string[] }) | undefined
}

/** Every recorded path that is meant, in no order: under this name, and under those it had before or has now. */
export function findPaths(store: Store, { query, file, tree }: PathSearch): readonly FoundPath[] {
  const here = tree && placesAt(tree.root)
  const identities = new Set(tree && here ? [identityIn(tree.root, tree.path, here)] : [])
  const named = pickNamed(query, listRecorded(store, [query.wholes[0] ?? '', query.tail]), identities)
  const label = file ?? query.wholes[0] ?? query.text
  const starts: Start[] = named.map(({ path, keys }) => ({ label: path, keys }))
  if (!starts.some(start => start.label === label)) starts.push({ label, keys: [...query.wholes, ...identities] })
  const others = followMoves(starts, listMoves(store), named.length === 0 && !query.isPlace ? query.tail : '')
  if (tree && here) {
    for (const old of tree.oldNames) {
      others.set(`${unifySlashes(tree.root)}/${old}`, label)
      others.set(identityIn(tree.root, old, here), label)
    }
  }
  return [...named.map(toFound), ...findOthers(store, others, new Set(named.map(({ path }) => path)))]
}

/** The same for one file that is there now, under its present name alone: no command is read to follow renames. */
export function listPathsOf(store: Store, { root, path }: PlaceInTree, whole: string): readonly string[] {
  const wanted = new Set([unifySlashes(whole), `${unifySlashes(root)}/${path}`, identityIn(root, path, placesAt(root))])
  return listRecorded(store, [path]).flatMap(({ path: recorded, keys }) =>
    keys.some(key => wanted.has(key)) ? [recorded] : [],
  )
}

/** All recorded paths below a folder. */
export function findPathsBelow(store: Store, query: PathQuery): readonly FoundPath[] {
  const rows = store.all(
    `SELECT DISTINCT path FROM file_touches
     WHERE instr(replace(path, '\\', '/') , ?) = 1 OR (? <> '' AND instr('/' || replace(path, '\\', '/'), ?) > 0)`,
    [`${query.wholes[0]}/`.replace('//', '/'), query.isPlace ? '' : query.tail, `/${query.tail}/`],
  )
  return rows.map(row => {
    const path = row.path as string
    return { path, renamedFrom: undefined, identity: unifySlashes(path), isPlace: false }
  })
}

interface Recorded {
  readonly path: string
  /** With forward slashes, and the identity where it has one. */
  readonly keys: readonly string[]
}

interface Named extends Recorded {
  readonly isPlace: boolean
}

function toFound({ path, keys, isPlace }: Named): FoundPath {
  return { path, renamedFrom: undefined, identity: keys.at(-1) ?? path, isPlace }
}

/** The best way in which any path matches decides: a file of this very case leaves out those of another. */
function pickNamed(query: PathQuery, recorded: readonly Recorded[], identities: ReadonlySet<string>): readonly Named[] {
  const ranked = recorded.flatMap(item => {
    const rank = item.keys.some(key => identities.has(key)) ? 4 : rankPath(query, item.keys[0] ?? '')
    return rank === undefined ? [] : [{ ...item, rank, isPlace: rank === 4 }]
  })
  const best = Math.max(0, ...ranked.map(({ rank }) => rank))
  // A name or the end of a path means all that fit, one place means that place.
  const worst = best === 4 && !query.isPlace ? 3 : best === 2 && !query.isPlace ? 1 : best
  return ranked.filter(({ rank }) => rank >= worst)
}

/** Recorded paths with the last parts of these. */
function listRecorded(store: Store, paths: readonly string[]): readonly Recorded[] {
  const names = [...new Set(paths.map(baseNameOf))]
  const rows = store.all(
    `SELECT DISTINCT f.path, s.project_path, s.project_remote, s.other_projects, s.cwd, s.cwds
     FROM file_touches AS f JOIN sessions AS s ON s.session = f.session
     WHERE f.base_name IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(names)],
  )
  const found = new Map<string, Recorded>()
  for (const row of rows) {
    const path = row.path as string
    if ((found.get(path)?.keys.length ?? 0) > 1) continue
    const unified = unifySlashes(path)
    const identity = fileIdentity(unified, readPlaces(row))
    found.set(path, { path, keys: identity === undefined ? [unified] : [unified, identity] })
  }
  return [...found.values()]
}

function readPlaces(row: { readonly [column: string]: unknown }): WorkPlaces {
  const folders = JSON.parse(String(row.cwds)) as string[]
  return {
    projectPath: String(row.project_path),
    projectRemote: typeof row.project_remote === 'string' ? row.project_remote : undefined,
    others: JSON.parse(String(row.other_projects)) as Project[],
    folders: typeof row.cwd === 'string' ? [row.cwd, ...folders] : folders,
  }
}

/** A repository on this machine. */
function placesAt(root: string): WorkPlaces {
  const { path, remote } = findProject(root)
  return { projectPath: path, projectRemote: remote, folders: [root] }
}

function identityIn(root: string, path: string, places: WorkPlaces): string {
  return fileIdentity(path, places) ?? `${unifySlashes(root)}/${path}`
}

/** A rename as pairs of keys: paths, and identities where there are some. */
type MovedKeys = readonly { readonly from: string; readonly to: string }[]

const MAX_MOVE_COMMANDS = 5000

function listMoves(store: Store): readonly MovedKeys[] {
  const rows = store.all(
    `SELECT f.text, s.project_path, s.project_remote, s.other_projects, s.cwd, s.cwds
     FROM commands AS f JOIN sessions AS s ON s.session = f.session
     WHERE instr(f.text, 'mv ') > 0 AND ifnull(f.exit_code, 0) = 0 ORDER BY f.at DESC LIMIT ?`,
    [MAX_MOVE_COMMANDS],
  )
  return rows.flatMap(row => {
    const moves = parseMoves(row.text as string)
    if (moves.length === 0) return []
    const places = readPlaces(row)
    return moves.map(move => moveKeys(move, places))
  })
}

/** Nobody wrote down in which folder a command was run: any the session was in may be it. */
function moveKeys(move: Move, places: WorkPlaces): MovedKeys {
  const bases =
    isAbsolute(move.from) && isAbsolute(move.to) ? [''] : [...new Set([places.projectPath, ...places.folders])]
  return bases.flatMap(base => {
    const [from, to] = [placeAt(base, move.from), placeAt(base, move.to)]
    const [fromIdentity, toIdentity] = [fileIdentity(from, places), fileIdentity(to, places)]
    const pair = { from, to }
    return fromIdentity === undefined || toIdentity === undefined
      ? [pair]
      : [pair, { from: fromIdentity, to: toIdentity }]
  })
}

function placeAt(base: string, path: string): string {
  return isAbsolute(path) ? path : `${unifySlashes(base).replace(/\/+$/, '')}/${path}`
}

interface Start {
  readonly label: string
  readonly keys: readonly string[]
}

const MAX_NAMES = 100

/**
 * Older and newer names, each with the name they were reached from. Going back and forth is not mixed: a name that two
 * files bore one after the other would join them.
 */
function followMoves(starts: readonly Start[], moves: readonly MovedKeys[], tail: string): Map<string, string> {
  const reached = new Map<string, string>()
  const pairs = moves.flat()
  const targets = tail === '' ? [] : pairs.filter(({ to }) => !to.includes('\0') && to.endsWith(`/${tail}`))
  const all = [...starts, ...targets.map(({ to }) => ({ label: to, keys: [to] }))]
  for (const { label, keys } of all) {
    for (const [near, far] of [
      ['to', 'from'],
      ['from', 'to'],
    ] as const) {
      const waiting = [...keys]
      const seen = new Set(keys)
      for (let key = waiting.pop(); key !== undefined && seen.size < MAX_NAMES; key = waiting.pop()) {
        for (const pair of pairs) {
          const next = carryOver(key, pair[near], pair[far])
          if (next === undefined || seen.has(next)) continue
          seen.add(next)
          waiting.push(next)
          if (!reached.has(next)) reached.set(next, label)
        }
      }
    }
  }
  return reached
}

/** The key with `near` replaced by `far`: the thing itself, or what lies below a folder. */
function carryOver(key: string, near: string, far: string): string | undefined {
  if (key === near) return far
  return key.startsWith(`${near}/`) ? far + key.slice(near.length) : undefined
}

function findOthers(
  store: Store,
  others: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): readonly FoundPath[] {
  if (others.size === 0) return []
  return listRecorded(store, [...others.keys()]).flatMap(({ path, keys }) => {
    const label = keys.map(key => others.get(key)).find(found => found !== undefined)
    if (label === undefined || known.has(path) || label === path) return []
    return [{ path, renamedFrom: label, identity: keys.at(-1) ?? path, isPlace: false }]
  })
}
