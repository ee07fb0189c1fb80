import { lstatSync, type Stats } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { listPasteNames } from './history.ts'
import { listFolder } from './list-folder.ts'
import { isPlainName } from './plain-name.ts'
import type { SessionSource } from './session-source.ts'

/** A file that belongs to a session beside its transcripts. */
export interface Companion {
  readonly kind: CompanionKind
  readonly path: string
  readonly sizeBytes: number
  readonly mtimeMs: number
}

export type CompanionKind =
  | 'agent'
  | 'agent-meta'
  | 'journal'
  | 'workflow'
  | 'tool-result'
  | 'session-memory'
  | 'custom-title'
  | 'file-history'
  | 'todos'
  | 'task'
  | 'plan'
  | 'paste'
  | 'image'
  | 'history'
  | 'other'

/** Which folder of the companion folder holds what. `subagents` is told apart by file name. */
const BY_FOLDER: ReadonlyMap<string, CompanionKind> = new Map([
  ['tool-results', 'tool-result'],
  ['session-memory', 'session-memory'],
  ['workflows', 'workflow'],
])
const MAX_DEPTH = 6

/**
 * Everything the client stored for a session outside its main transcript. Looked up when asked for, not while listing.
 * `slugs` are the session's nicknames, which name its plan files.
 */
export function listCompanions(source: SessionSource, slugs: readonly string[]): readonly Companion[] {
  const found: Companion[] = []
  const listed = new Set<string>()

  function add(kind: CompanionKind, path: string): void {
    const stat = statFile(path)
    if (!stat?.isFile() || listed.has(path)) return
    listed.add(path)
    found.push({ kind, path, sizeBytes: stat.size, mtimeMs: stat.mtimeMs })
  }

  for (const { path, metaPath } of source.agents) {
    add('agent', path)
    if (metaPath !== undefined) add('agent-meta', metaPath)
  }
  const { companionFolder, root } = source
  if (companionFolder !== undefined) {
    for (const path of listDeep(companionFolder)) add(kindIn(relative(companionFolder, path)), path)
  }
  if (root.configPath !== undefined) addFromConfig(root.configPath, source.id, slugs, add)
  return found
}

/** Those in the session's own folder alone: the rest lies where all sessions share a folder, and costs a look at each. */
export function listOwnCompanions(source: SessionSource): readonly Companion[] {
  return listCompanions({ ...source, root: { ...source.root, configPath: undefined } }, [])
}

type Add = (kind: CompanionKind, path: string) => void

function addFromConfig(config: string, id: string, slugs: readonly string[], add: Add): void {
  if (!isPlainName(id)) return
  for (const path of listDeep(join(config, 'file-history', id))) add('file-history', path)
  for (const path of listDeep(join(config, 'tasks', id))) add('task', path)
  for (const path of listDeep(join(config, 'image-cache', id))) add('image', path)
  for (const name of listNames(join(config, 'todos'))) {
    if (name.startsWith(`${id}-agent-`) || name === `${id}.json`) add('todos', join(config, 'todos', name))
  }
  for (const slug of slugs) {
    if (isPlainName(slug)) add('plan', join(config, 'plans', `${slug}.md`))
  }
  const history = join(config, 'history.jsonl')
  for (const hash of listPasteNames(history, id)) {
    if (!isPlainName(hash)) continue
    add('paste', join(config, 'paste-cache', hash))
    add('paste', join(config, 'paste-cache', `${hash}.txt`))
  }
  add('history', history)
}

export function kindIn(path: string): CompanionKind {
  const parts = path.split(sep)
  const name = parts.at(-1) ?? ''
  if (parts[0] === 'subagents') {
    if (name === 'journal.jsonl') return 'journal'
    if (name.endsWith('.meta.json')) return 'agent-meta'
    return name.endsWith('.jsonl') ? 'agent' : 'other'
  }
  return BY_FOLDER.get(parts[0] ?? '') ?? (path === 'custom-title.json' ? 'custom-title' : 'other')
}

/** A running client's key, `<pid>.<64 hex digits>.key`: never opened and never kept, wherever it lies. */
const CLIENT_KEY = /^\d+\.[0-9a-f]{64}\.key$/i

/** Files below a folder; links are not followed. */
export function listDeep(folder: string, depth = 0): readonly string[] {
  const { files, links, folders } = listFolder(folder, [])
  const paths = files.filter(name => !links.has(name) && !CLIENT_KEY.test(name)).map(name => join(folder, name))
  if (depth === MAX_DEPTH) return paths
  for (const inner of folders) {
    if (inner.linkedTo !== undefined) continue
    for (const path of listDeep(inner.path, depth + 1)) paths.push(path)
  }
  return paths
}

function listNames(folder: string): readonly string[] {
  return listFolder(folder, []).files
}

/** A link leads to what belongs to somebody else, and is no file here. */
function statFile(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
