import { isInside } from '../../source/session-projects.ts'
import type { Store } from '../../store/store.ts'
import { baseNameOf, isAbsolute, unifySlashes } from '../lookups/path-query.ts'

/** Folders of a session, with forward slashes and none at the end. */
export interface WorkRoots {
  readonly project: string
  /** Where it began, if that was of its project. */
  readonly cwd: string
  /** All it was ever in, its subagents included. */
  readonly all: readonly string[]
}

export function readWorkRoots(store: Store, session: number): WorkRoots {
  const row = store.get('SELECT project_path, other_projects, cwd, cwds FROM sessions WHERE session = ?', [session])
  const trees = store.all('SELECT DISTINCT worktree_path FROM agents WHERE session = ?', [session])
  const others = parseList(row?.other_projects).map(other => String((other as { readonly path: unknown }).path))
  const begun = [row?.cwd, ...parseList(row?.cwds), ...others, ...trees.map(tree => tree.worktree_path)]
  const folders = [row?.project_path, ...begun]
  const all = folders.filter(folder => typeof folder === 'string').map(trim)
  const project = String(row?.project_path ?? '')
  const cwd = String(row?.cwd ?? project)
  return {
    project: trim(project),
    cwd: others.some(other => isInside(cwd, other)) && !isInside(cwd, project) ? trim(project) : trim(cwd),
    all: [...new Set(all)].filter(folder => folder !== ''),
  }
}

function parseList(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? (JSON.parse(value) as unknown[]) : []
}

function trim(folder: string): string {
  return unifySlashes(folder).replace(/\/+$/, '')
}

/** The project, unless the session began in a worktree of it, which has files of its own. */
export function chooseRoot({ project, cwd }: WorkRoots): string {
  if (cwd === '' || cwd === project) return project
  const below = cwd.startsWith(`${project}/`) ? cwd.slice(project.length) : undefined
  const [, worktree] =
    below === undefined ? [] : (/^((?:\/[^/]+)*?\/(?:\.worktrees|worktrees)\/[^/]+)/.exec(below) ?? [])
  if (worktree !== undefined) return project + worktree
  return below === undefined ? cwd : project
}

/** The name of a file below a folder; undefined for one that is not there, or whose name leads out of it. */
export function placeBelow(path: string, root: string): string | undefined {
  // In a path that begins with a slash, a backslash is part of a name.
  const file = path.startsWith('/') ? path : unifySlashes(path)
  if (!isAbsolute(file)) return isPlain(file) ? file.replace(/^\.\//, '') : undefined
  const name = root !== '' && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : undefined
  return name !== undefined && isPlain(name) ? name : undefined
}

function isPlain(name: string): boolean {
  const parts = name.replace(/^\.\//, '').split('/')
  return parts.every(part => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'))
}

/** Every folder in which a session worked that touched a file. */
export function listWorkFolders(store: Store, path: string): readonly string[] {
  const sql = 'SELECT DISTINCT session FROM file_touches WHERE base_name = ? AND path = ?'
  const rows = store.all(sql, [baseNameOf(unifySlashes(path)), path])
  return [...new Set(rows.flatMap(row => readWorkRoots(store, row.session as number).all))]
}

/** The folder of these that is nearest to the top and holds the file; empty where none does. */
export function chooseRootOf(path: string, folders: readonly string[]): string {
  const file = unifySlashes(path)
  const holding = folders.filter(folder => file.startsWith(`${folder}/`))
  return holding.reduce<string>((best, folder) => (best === '' || folder.length < best.length ? folder : best), '')
}
