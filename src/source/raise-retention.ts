import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseObject } from '../format/line.ts'
import { UserError } from '../user-error.ts'
import { setJsonNumber } from './json-member.ts'
import { readSmallFile } from './read-small-file.ts'
import type { Retention } from './retention.ts'

const KEY = 'cleanupPeriodDays'
const MAX_BYTES = 16 * 1024 * 1024

export interface RaisedRetention {
  /** The settings file that says it now. */
  readonly path: string
  /** What it said before; undefined where it said nothing. */
  readonly daysBefore: number | undefined
}

/** The settings file in which a number of days would hold: local settings win over all others. */
export function retentionFileOf(configPath: string, { setBy }: Pick<Retention, 'setBy'>): string {
  const local = join(configPath, 'settings.local.json')
  return setBy === local ? local : join(configPath, 'settings.json')
}

/**
 * Sets how long the client keeps transcripts. Beside `restore` this is the one place where backscroll writes to a file
 * of the client, and only after somebody said yes: everything else in the file stays as it is, and a file that is not
 * whole is left alone.
 */
export function raiseRetention(path: string, days: number): RaisedRetention {
  const real = requireInside(path)
  const text = readText(real, path)
  const before = text === '' ? {} : parseObject(withoutMark(text))
  if (!before) throw refuse(path, 'is not a JSON object', 'Repair it first, or set the number of days there by hand.')
  const next = text === '' ? `{\n  "${KEY}": ${days}\n}\n` : setJsonNumber(text, KEY, days)
  // Whatever the file looks like: only what holds the same settings as before, and the new number, is written.
  if (!isDeepStrictEqual(parseObject(withoutMark(next)), { ...before, [KEY]: days }))
    throw refuse(path, 'is written in a way that cannot be changed safely', BY_HAND)
  replaceFile(real, next, { path, isUnchanged: () => readText(real, path) === text })
  const known = before[KEY]
  return { path, daysBefore: typeof known === 'number' ? known : undefined }
}

const BY_HAND = `Set "${KEY}" there by hand.`

/** The file itself. A link may lead to another name in the same folder, and to nothing else. */
function requireInside(path: string): string {
  const folder = realpathSync(dirname(path))
  if (!lstatSync(path, { throwIfNoEntry: false })) return join(folder, basename(path))
  let real: string
  try {
    real = realpathSync(path)
  } catch (cause) {
    throw refuse(path, 'is a link that leads nowhere', BY_HAND, cause)
  }
  if (dirname(real) !== folder) throw refuse(path, `is a link to ${real}`, `Set "${KEY}" in that file by hand.`)
  return real
}

/** Empty where there is no file, or nothing but space in it. */
function readText(real: string, path: string): string {
  const text = readSmallFile(real, MAX_BYTES)
  // What is not UTF-8 could not be written back as it was.
  if (text?.includes('\ufffd')) throw refuse(path, 'holds broken text', BY_HAND)
  if (text !== undefined) return withoutMark(text).trim() === '' ? '' : text
  if (!lstatSync(real, { throwIfNoEntry: false })) return ''
  throw refuse(path, 'cannot be read', BY_HAND)
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** Written beside and moved into place, with the rights of the old one. */
function replaceFile(real: string, text: string, check: { readonly path: string; isUnchanged(): boolean }): void {
  const draft = `${real}.backscroll-new`
  const mode = (statSync(real, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777
  try {
    rmSync(draft, { force: true })
    const file = openSync(draft, 'wx', mode)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (!check.isUnchanged()) throw refuse(check.path, 'was changed a moment ago', 'Try again.')
    renameSync(draft, real)
  } catch (cause) {
    rmSync(draft, { force: true })
    if (cause instanceof UserError) throw cause
    throw refuse(check.path, `cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause})`, BY_HAND, cause)
  }
}

function refuse(path: string, why: string, hint: string, cause?: unknown): UserError {
  return new UserError({ code: 'settings-not-changed', message: `${path} ${why}: it was not changed`, hint, cause })
}
