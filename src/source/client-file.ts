import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { isNestedDeeper, MAX_SETTING_LEVELS } from '../text/nesting.ts'
import { UserError } from '../user-error.ts'
import { findJsonError, isLooseJson } from './edit-json.ts'
import { readSmallFile } from './read-small-file.ts'

const MAX_BYTES = 16 * 1024 * 1024

export interface ClientFileOptions {
  /** What somebody can do where the file is left alone, as the end of a sentence. */
  readonly byHand: string
  /** A folder that the file must stand in, whatever links lead there. */
  readonly within?: string
  /** Whether a link may lead to another folder: what it leads to is changed then, and the link stays. */
  readonly followsLinks?: boolean
  /** Rights of a file that is new. */
  readonly mode?: number
}

/** A file of the client's settings, read and not yet changed. */
export interface ClientFile {
  readonly path: string
  /** Where it stands, links followed. */
  readonly real: string
  /** The same where it is a link to another folder: whoever is asked should know. */
  readonly leadsTo: string | undefined
  /** Undefined where there is no file. */
  readonly text: string | undefined
  /** The same where it holds anything; undefined for a file that is missing or blank. */
  readonly content: string | undefined
  readonly json: JsonObject
  /** Throws where it could not be written, or was changed since. */
  requireReady(): void
  /** Written beside and moved into place, with the rights of the old one. Not where it was changed since. */
  write(text: string): void
  remove(): void
  /** Takes away what a process left beside it that was ended while it wrote. */
  removeLeftOver(): void
}

/**
 * Beside what `restore` and `resume` put back, this is the one place where backscroll writes to a file of the client,
 * each time only after somebody said yes. Throws a `UserError` where the file cannot be changed safely, before anybody is
 * asked: a file that is not whole is left alone.
 */
export function openClientFile(path: string, options: ClientFileOptions): ClientFile {
  const { byHand } = options
  const real = requireInside({ name: path, byHand }, path, options)
  const leadsTo = dirname(real) === realFolder(dirname(path)) ? undefined : real
  const place = { name: nameWithLink({ path, leadsTo }), byHand }
  const text = readText(real, place)
  const content = text !== undefined && withoutMark(text).trim() !== '' ? text : undefined
  const json = content === undefined ? {} : parseClientJson(content)
  if (!json) throw refuse(place, 'is not a JSON object', `Repair it first${whereBroken(content ?? '')}, or ${byHand}.`)
  if (isNestedDeeper(json, MAX_SETTING_LEVELS))
    throw refuse(place, `is nested more than ${MAX_SETTING_LEVELS} levels deep`, `Repair it first, or ${byHand}.`)
  const requireSame = (): void => {
    if (readText(real, place) !== text) throw refuse(place, 'was changed a moment ago', 'Try again.')
  }
  return {
    path,
    real,
    leadsTo,
    text,
    content,
    json,
    requireReady() {
      requireWritable(real, place)
      requireSame()
    },
    write: next => replaceFile(real, next, { ...place, mode: options.mode ?? 0o600, requireSame }),
    remove() {
      requireSame()
      attempt(place, () => rmSync(real, { force: true }))
      syncNames(dirname(real))
    },
    removeLeftOver: () => removeDraft(real),
  }
}

/** For a sentence: whoever keeps a file elsewhere looks for it there. */
export function nameWithLink({ path, leadsTo }: Pick<ClientFile, 'path' | 'leadsTo'>): string {
  return leadsTo === undefined ? path : `${path} (a link to ${leadsTo})`
}

/** In brackets, where it can be said. */
export function whereBroken(text: string): string {
  const place = findJsonError(text)
  const why = isLooseJson(text) ? ': a comment, or a comma behind the last item, is not JSON' : ''
  return place ? ` (line ${place.line}, column ${place.column}${why})` : ''
}

export function parseClientJson(text: string): JsonObject | undefined {
  return parseObject(withoutMark(text))
}

interface Place {
  /** The file, for a sentence. */
  readonly name: string
  readonly byHand: string
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** The file itself. A link may lead to another name in the same folder, elsewhere only where that is wanted. */
function requireInside(
  place: Place,
  path: string,
  { within, followsLinks = false }: Pick<ClientFileOptions, 'within' | 'followsLinks'>,
): string {
  const folder = realFolder(dirname(path))
  if (within !== undefined && !isInside(folder, realpathSync(within)))
    throw refuse(place, `stands in ${folder}, outside ${within}`, sentence(place.byHand))
  const stat = attempt(place, () => lstatSync(path, { throwIfNoEntry: false }), 'read')
  if (!stat) return join(folder, basename(path))
  const real = stat.isSymbolicLink() ? followLink(path, place) : join(folder, basename(path))
  if (dirname(real) !== folder && !followsLinks) throw refuse(place, `is a link to ${real}`, `There, ${place.byHand}.`)
  return real
}

function followLink(path: string, place: Place): string {
  try {
    return realpathSync(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const why = ASTRAY[code]
      ? `is a link that leads ${ASTRAY[code]} (to ${readlinkSync(path)})`
      : `cannot be read (${code})`
    throw refuse(place, why, sentence(place.byHand), cause)
  }
}

const ASTRAY: { readonly [code: string]: string } = { ENOENT: 'nowhere', ENOTDIR: 'nowhere', ELOOP: 'in a circle' }

/** A folder that is not there yet stands in one that is. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return join(realpathSync(dirname(folder)), basename(folder))
  }
}

function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder)
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`))
}

function readText(real: string, place: Place): string | undefined {
  const text = readSmallFile(real, MAX_BYTES)
  // What is not UTF-8 could not be written back as it was.
  if (text?.includes('\ufffd')) throw refuse(place, 'holds broken text', sentence(place.byHand))
  if (text !== undefined || !lstatSync(real, { throwIfNoEntry: false })) return text
  throw refuse(place, 'cannot be read', sentence(place.byHand))
}

function requireWritable(real: string, place: Place): void {
  const folder = dirname(real)
  attempt(place, () => {
    if (lstatSync(real, { throwIfNoEntry: false })) accessSync(real, constants.W_OK)
    accessSync(lstatSync(folder, { throwIfNoEntry: false }) ? folder : dirname(folder), constants.W_OK)
  })
}

function replaceFile(
  real: string,
  text: string,
  { mode, requireSame, ...place }: Place & { readonly mode: number; requireSame(): void },
): void {
  const draft = draftOf(real)
  try {
    attempt(place, () => {
      if (!existsSync(dirname(real))) mkdirSync(dirname(real))
      rmSync(draft, { force: true })
      const known = statSync(real, { throwIfNoEntry: false })?.mode
      const file = openSync(draft, 'wx', (known ?? mode) & 0o777)
      try {
        writeFileSync(file, text)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    })
    requireSame()
    attempt(place, () => renameSync(draft, real))
  } catch (error) {
    removeDraft(real)
    throw error
  }
  syncNames(dirname(real))
}

/** The name of what is not yet in place; `isDraft` knows it again. */
export function draftOf(path: string): string {
  return path + DRAFT
}

const DRAFT = '.backscroll-new'

/** Whether a file of this name was left beside one that was being written. */
export function isDraft(name: string): boolean {
  return name.endsWith(DRAFT)
}

/** So that the new name is there after a power cut. Windows opens no folders, and some network disks sync none. */
function syncNames(folder: string): void {
  try {
    const file = openSync(folder, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // Then the system does it in its own time: the file is whole either way.
  }
}

/** What was to be put in place, and was not. */
export function removeDraft(path: string): void {
  try {
    rmSync(draftOf(path), { force: true })
  } catch {
    // What stands in its place is not ours.
  }
}

function attempt<Result>(place: Place, act: () => Result, doing: 'read' | 'written' = 'written'): Result {
  try {
    return act()
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? cause
    throw refuse(place, `cannot be ${doing} (${why})`, sentence(place.byHand), cause)
  }
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

function refuse({ name }: Place, why: string, hint: string, cause?: unknown): UserError {
  return new UserError({ code: 'settings-not-changed', message: `${name} ${why}: it was not changed`, hint, cause })
}
