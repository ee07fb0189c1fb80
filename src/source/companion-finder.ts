import { lstatSync, type Stats } from 'node:fs'
import { join, relative } from 'node:path'
import { type Companion, type CompanionKind, kindIn, listDeep } from './companions.ts'
import { listFolder } from './list-folder.ts'
import { isPlainName } from './plain-name.ts'
import type { SessionSource } from './session-source.ts'

/** Finds the companions of many sessions: folders that all sessions share are listed once. */
export interface CompanionFinder {
  /** All but the log of prompts and what was pasted, which belong to several sessions at once (`history.jsonl`). */
  find(source: SessionSource, slugs: readonly string[]): readonly CompanionFile[]
}

export interface CompanionFile extends Companion {
  readonly identity: string
}

interface SharedFolders {
  readonly isEmpty: boolean
  readonly fileHistory: ReadonlySet<string>
  readonly tasks: ReadonlySet<string>
  readonly images: ReadonlySet<string>
  readonly plans: ReadonlySet<string>
  /** Names of todo files by session id. */
  readonly todos: ReadonlyMap<string, readonly string[]>
}

export function createCompanionFinder(): CompanionFinder {
  const shared = new Map<string, SharedFolders>()

  function foldersOf(config: string): SharedFolders {
    const known = shared.get(config) ?? listShared(config)
    shared.set(config, known)
    return known
  }

  return {
    find(source, slugs) {
      const found: CompanionFile[] = []
      const add = (kind: CompanionKind, path: string): void => {
        const stat = statFile(path)
        if (!stat?.isFile()) return
        const { size, mtimeMs, dev, ino } = stat
        found.push({ kind, path, sizeBytes: size, mtimeMs, identity: `${dev}:${ino}` })
      }
      const { companionFolder, root, id } = source
      const inside = companionFolder === undefined ? [] : listDeep(companionFolder)
      for (const path of inside) {
        const kind = kindIn(relative(companionFolder as string, path))
        if (kind !== 'agent') add(kind, path)
      }
      for (const { metaPath } of source.agents) {
        if (metaPath !== undefined && !inside.includes(metaPath)) add('agent-meta', metaPath)
      }
      if (root.configPath !== undefined) addShared(root.configPath, foldersOf(root.configPath), { id, slugs }, add)
      return found
    },
  }
}

function listShared(config: string): SharedFolders {
  const todos = new Map<string, string[]>()
  for (const name of listFolder(join(config, 'todos'), []).files) {
    const id = /^(.+?)(?:-agent-.*)?\.json$/.exec(name)?.[1]
    if (id === undefined) continue
    const group = todos.get(id)
    if (group) group.push(name)
    else todos.set(id, [name])
  }
  const fileHistory = folderNames(join(config, 'file-history'))
  const tasks = folderNames(join(config, 'tasks'))
  const images = folderNames(join(config, 'image-cache'))
  const plans = new Set(listFolder(join(config, 'plans'), []).files)
  const isEmpty = [fileHistory, tasks, images, plans, todos].every(found => found.size === 0)
  return { isEmpty, fileHistory, tasks, images, plans, todos }
}

/** Links are not followed: what they lead to belongs to somebody else. */
function folderNames(path: string): ReadonlySet<string> {
  const { folders } = listFolder(path, [])
  return new Set(folders.filter(folder => folder.linkedTo === undefined).map(folder => folder.name))
}

function addShared(
  config: string,
  shared: SharedFolders,
  { id, slugs }: { id: string; slugs: readonly string[] },
  add: (kind: CompanionKind, path: string) => void,
): void {
  if (shared.isEmpty || !isPlainName(id)) return
  const folders = [
    ['file-history', 'file-history', shared.fileHistory],
    ['task', 'tasks', shared.tasks],
    ['image', 'image-cache', shared.images],
  ] as const
  for (const [kind, folder, names] of folders) {
    if (names.has(id)) for (const path of listDeep(join(config, folder, id))) add(kind, path)
  }
  for (const name of shared.todos.get(id) ?? []) add('todos', join(config, 'todos', name))
  for (const slug of slugs) {
    if (isPlainName(slug) && shared.plans.has(`${slug}.md`)) add('plan', join(config, 'plans', `${slug}.md`))
  }
}

/** A link leads to what belongs to somebody else, and is no file here. */
function statFile(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
