import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { UserError } from '../user-error.ts'
import { readSmallFile } from './read-small-file.ts'

const MAX_BYTES = 16 * 1024 * 1024

export interface ClientFileOptions {
  /** What somebody can do where the file is left alone, as the end of a sentence. */
  readonly byHand: string
  /** A folder that the file must stand in, whatever links lead there. */
  readonly within?: string
  /** Rights of a file that is new. */
  readonly mode?: number
}

/** A file of the client's settings, read and not yet changed. */
export interface ClientFile {
  readonly path: string
  /** Where it stands, links followed. */
  readonly real: string
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
}

/**
 * Beside what `restore` and `resume` put back, this is the one place where backscroll writes to a file of the client,
 * each time only after somebody said yes. Throws a `UserError` where the file cannot be changed safely, before anybody is
 * asked: a file that is not whole is left alone.
 */
export function openClientFile(path: string, options: ClientFileOptions): ClientFile {
  const place = { path, byHand: options.byHand }
  const real = requireInside(place, options.within)
  const text = readText(real, place)
  const content = text !== undefined && withoutMark(text).trim() !== '' ? text : undefined
  const json = content === undefined ? {} : parseClientJson(content)
  if (!json) throw refuse(path, 'is not a JSON object', `Repair it first, or ${options.byHand}.`)
  const requireSame = (): void => {
    if (readText(real, place) !== text) throw refuse(path, 'was changed a moment ago', 'Try again.')
  }
  return {
    path,
    real,
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
    },
  }
}

export function parseClientJson(text: string): JsonObject | undefined {
  return parseObject(withoutMark(text))
}

interface Place {
  readonly path: string
  readonly byHand: string
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** The file itself. A link may lead to another name in the same folder, and to nothing else. */
function requireInside({ path, byHand }: Place, within: string | undefined): string {
  const folder = realFolder(dirname(path))
  if (within !== undefined && !isInside(folder, realpathSync(within)))
    throw refuse(path, `stands in ${folder}, outside ${within}`, sentence(byHand))
  const stat = attempt({ path, byHand }, () => lstatSync(path, { throwIfNoEntry: false }), 'read')
  if (!stat) return join(folder, basename(path))
  let real: string
  try {
    real = realpathSync(path)
  } catch (cause) {
    throw refuse(path, 'is a link that leads nowhere', sentence(byHand), cause)
  }
  if (dirname(real) !== folder) throw refuse(path, `is a link to ${real}`, `There, ${byHand}.`)
  return real
}

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

function readText(real: string, { path, byHand }: Place): string | undefined {
  const text = readSmallFile(real, MAX_BYTES)
  // What is not UTF-8 could not be written back as it was.
  if (text?.includes('\ufffd')) throw refuse(path, 'holds broken text', sentence(byHand))
  if (text !== undefined || !lstatSync(real, { throwIfNoEntry: false })) return text
  throw refuse(path, 'cannot be read', sentence(byHand))
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
  const draft = `${real}.backscroll-new`
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
    removeDraft(draft)
    throw error
  }
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // What stands in its place is not ours, and the reason of the failure is on its way.
  }
}

function attempt<Result>({ path, byHand }: Place, act: () => Result, doing: 'read' | 'written' = 'written'): Result {
  try {
    return act()
  } catch (cause) {
    throw refuse(
      path,
      `cannot be ${doing} (${(cause as NodeJS.ErrnoException).code ?? cause})`,
      sentence(byHand),
      cause,
    )
  }
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

function refuse(path: string, why: string, hint: string, cause?: unknown): UserError {
  return new UserError({ code: 'settings-not-changed', message: `${path} ${why}: it was not changed`, hint, cause })
}
