import { closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { readKind, readOwner } from '../../../render/notes/read-owner.ts'
import type { Vault } from './vault.ts'

const NAME = /^\d{4,6}-\d\d-\d\d [0-9a-f]{8,32}\.md$/
const MAX_DEPTH = 12

/** Session notes wherever somebody moved them, by name without ending: paths relative to the vault. */
export function findNotes(vault: Vault): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const path of listFiles(vault, name => NAME.test(name))) {
    const name = basename(path, '.md')
    if (!found.has(name)) found.set(name, path)
  }
  return found
}

/** Notes of days and projects wherever somebody moved them, by name without ending: paths relative to the vault. */
export function findIndexNotes(vault: Vault): ReadonlyMap<string, string> {
  const buffer = Buffer.alloc(HEAD_BYTES)
  const found = new Map<string, string>()
  for (const path of listFiles(vault, name => / sessions(?:\.[a-z0-9-]+)?\.md$/.test(name))) {
    const name = nameOf(path)
    if (!found.has(name) && INDEX_KINDS.has(readKind(readHead(join(vault.path, path), buffer)) ?? ''))
      found.set(name, path)
  }
  return found
}

/** Some disks take letters with marks apart. */
export function nameOf(path: string): string {
  return basename(path, '.md').normalize('NFC')
}

/** Somebody's own note may bear such a name. */
const INDEX_KINDS: ReadonlySet<string> = new Set(['day', 'day-index', 'project', 'project-index'])

/** A note that somebody gave another name. */
export interface RenamedNote {
  /** Relative to the vault. */
  readonly path: string
  /** What leads to it in a link: its name, or its path where another note bears the same name. */
  readonly name: string
}

/** Signs that end a link, or lead into a note. */
const NO_LINK = /[[\]|#^\\]|%%/

/** Session notes under any name, by session id. Looks into every note of the vault. */
export function findRenamed(vault: Vault): ReadonlyMap<string, RenamedNote> {
  const paths = [...listFiles(vault, name => name.endsWith('.md'))]
  const names = Map.groupBy(paths, path => nameOf(path).toLowerCase())
  const buffer = Buffer.alloc(HEAD_BYTES)
  const found = new Map<string, string>()
  for (const path of paths) {
    const id = readOwner(readHead(join(vault.path, path), buffer))?.session
    if (id === undefined || NO_LINK.test(path)) continue
    const known = found.get(id)
    // What services that sync leave of a conflict bears a longer name than the note itself.
    if (known === undefined || basename(path).length < basename(known).length) found.set(id, path)
  }
  const linkOf = (path: string): string =>
    names.get(nameOf(path).toLowerCase())?.length === 1 ? nameOf(path) : path.slice(0, -3).normalize('NFC')
  return new Map([...found].map(([id, path]) => [id, { path, name: linkOf(path) }]))
}

/** Front matter of ours is shorter. */
const HEAD_BYTES = 64 * 1024

/** Empty where it cannot be read. */
function readHead(path: string, buffer: Buffer): string {
  try {
    const file = openSync(path, 'r')
    try {
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, HEAD_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

/** Paths relative to the vault, with `/`, in the order of names; nothing hidden, and nothing behind links. */
function* listFiles(vault: Vault, isWanted: (name: string) => boolean): Iterable<string> {
  const walk = function* (folder: string, depth: number): Iterable<string> {
    for (const entry of listFolder(folder)) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) yield* walk(path, depth + 1)
      else if (entry.isFile() && isWanted(entry.name)) yield relative(vault.path, path).replaceAll('\\', '/')
    }
  }
  yield* walk(vault.path, 0)
}

const DRAFT = /^\.backscroll-[0-9a-f]{16}\.new$/
const LEFT_OVER_MS = 60 * 60_000

/** Of a process that was killed while it wrote. One that is still written to, by whatever machine, is younger. */
export function removeDrafts({ path, folder }: Vault, now: number): void {
  const walk = (at: string, depth: number): void => {
    for (const entry of listFolder(at)) {
      const full = join(at, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) walk(full, depth + 1)
      else if (
        DRAFT.test(entry.name) &&
        now - (statSync(full, { throwIfNoEntry: false })?.mtimeMs ?? now) > LEFT_OVER_MS
      )
        rmSync(full, { force: true })
    }
  }
  walk(join(path, folder), 0)
}

function listFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
