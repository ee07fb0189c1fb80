import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { systemCodeOf } from '../../../archive/archive-errors.ts'
import { draftOf } from '../../../archive/draft-files.ts'
import { realOf } from '../../../archive/real-of.ts'
import { makeFolder } from '../../../config/make-folder.ts'
import { SHARED_LISTS } from '../../../render/notes/front-matter.ts'
import { mergeNote, type NoteParts, ownParts, type WrittenLists } from '../../../render/notes/merge-note.ts'
import { type NoteOwner, readOwner } from '../../../render/notes/read-owner.ts'
import { hashOf, type NoteRecord } from './notes-state.ts'
import { isBelow } from './vault.ts'

export type PutNote =
  | { readonly outcome: 'written' | 'unchanged'; readonly record: NoteRecord }
  /** Left as it is, and why. */
  | { readonly outcome: 'kept'; readonly why: string }

export interface NotePlace {
  /** The vault. */
  readonly root: string
  /** Relative to it, with `/`. */
  readonly path: string
  /** As we left it last. */
  readonly record: NoteRecord | undefined
  /** Only says what would be written. */
  readonly isTrial: boolean
}

/** Whether a note is as we left it, as far as it is ours; a record of how it looks now. Undefined: it must be written. */
export function confirmNote({ root, record }: Pick<NotePlace, 'root' | 'record'>): NoteRecord | undefined {
  if (!record) return undefined
  const full = join(root, record.path)
  const stat = seenAt(full)
  if (!stat) return undefined
  if (isSame(stat, record)) return record
  const found = readNote(full, stat)
  const own = 'text' in found ? ownParts(found.text) : undefined
  return own !== undefined && hashOf(own) === record.hash ? { ...record, ...seen(stat) } : undefined
}

/** A note that stands there, with whose it is; undefined where there is none of a session. */
export function readOwned(
  root: string,
  path: string,
): { readonly owner: NoteOwner; readonly record: NoteRecord } | undefined {
  const full = join(root, path)
  const stat = seenAt(full)
  const found = stat && readNote(full, stat)
  const owner = found && 'text' in found ? readOwner(found.text) : undefined
  if (!stat || !owner || !found || !('text' in found)) return undefined
  return { owner, record: { path, hash: hashOf(ownParts(found.text) ?? ''), lists: {}, ...seen(stat) } }
}

/** Nobody's editor saves this often. */
const MAX_TRIES = 5

/** Puts our parts into a note. Somebody who saves it at the same moment is not overwritten: then it is read again. */
export function putNote(place: NotePlace, parts: NoteParts): PutNote {
  const full = join(place.root, place.path)
  if (!isBelow(realOf(dirname(full)), realOf(place.root)))
    return { outcome: 'kept', why: 'its folder is a link that leads out of the vault' }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = statOf(full)
    const found = before && readNote(full, before)
    if (found && 'why' in found) return { outcome: 'kept', why: found.why }
    const merged = mergeNote(found?.text, parts, place.record?.lists)
    if ('damage' in merged) return { outcome: 'kept', why: merged.damage }
    const made = { path: place.path, hash: hashOf(ownParts(merged.text) ?? ''), lists: listsOf(parts) }
    if (before && merged.text === found?.text) return { outcome: 'unchanged', record: { ...made, ...seen(before) } }
    if (place.isTrial) return { outcome: 'written', record: { ...made, size: 0, mtimeMs: 0 } }
    const after = replaceNote(place.root, full, { text: merged.text, before })
    if (after) return { outcome: 'written', record: { ...made, ...seen(after) } }
  }
  return { outcome: 'kept', why: 'it is being written by something else all the time' }
}

function listsOf({ front }: NoteParts): WrittenLists {
  return Object.fromEntries(front.filter(([key]) => SHARED_LISTS.includes(key))) as WrittenLists
}

function seen({ size, mtimeMs }: Stats): Pick<NoteRecord, 'size' | 'mtimeMs'> {
  return { size, mtimeMs }
}

function isSame(stat: Stats, record: Pick<NoteRecord, 'size' | 'mtimeMs'>): boolean {
  return stat.size === record.size && stat.mtimeMs === record.mtimeMs
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/** What cannot be looked at is not as we left it; whoever writes to it says why. */
function seenAt(path: string): Stats | undefined {
  try {
    return statOf(path)
  } catch {
    return undefined
  }
}

const MAX_BYTES = 16 * 1024 * 1024

function readNote(path: string, stat: Stats): { readonly text: string } | { readonly why: string } {
  if (!stat.isFile()) return { why: 'it is not a file' }
  if (stat.size > MAX_BYTES) return { why: 'it is too large for a note' }
  // What it leads to would come into the vault, and the link would be gone.
  if (lstatSync(path).isSymbolicLink()) return { why: 'it is a link to another file' }
  const bytes = readBytes(path)
  if ('why' in bytes) return bytes
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? { text } : { why: 'it is not text in UTF-8' }
}

function readBytes(path: string): Buffer | { readonly why: string } {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = systemCodeOf(error)
    if (code === undefined) throw error
    return { why: `it cannot be read (${code})` }
  }
}

/**
 * Written beside and moved into place, so that whoever looks sees the old note or the new one. Undefined where somebody
 * has changed it since it was read. What is noted as written must be on the disk, whole, before it has its name.
 */
function replaceNote(
  root: string,
  path: string,
  { text, before }: { readonly text: string; readonly before: Stats | undefined },
): Stats | undefined {
  // A vault on a disk that was taken out is not made anew.
  if (!existsSync(root)) throw Object.assign(new Error(`${root} is gone`), { code: 'ENOENT' })
  makeFolder(dirname(path))
  const draft = draftOf(path)
  try {
    writeFileSync(draft, text, { mode: (before?.mode ?? 0o666) & 0o777 })
    syncFile(draft)
    const now = statOf(path)
    if (now ? !before || !isSame(now, before) : before) return undefined
    renameSync(draft, path)
    return statOf(path)
  } finally {
    rmSync(draft, { force: true })
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
