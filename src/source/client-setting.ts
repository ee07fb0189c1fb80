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
import { setJsonMember } from './json-member.ts'
import { readSmallFile } from './read-small-file.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** One setting in a file of the client's settings, read and not yet changed. */
export interface ClientSetting {
  /** Undefined where the file says nothing about it. */
  readonly known: unknown
  /** Sets the one key. Everything else in the file stays as it is, down to its spaces. */
  set(value: unknown): void
}

/**
 * Beside what `restore` and `resume` put back, this is the one place where backscroll writes to a file of the client:
 * `cleanupPeriodDays` and `statusLine`, each only after somebody said yes. Throws a `UserError` where the file cannot be changed safely, before anybody is asked: a file that is not whole is
 * left alone.
 */
export function openClientSetting(path: string, key: string): ClientSetting {
  const place = { path, key }
  const real = requireInside(path, key)
  const text = readText(real, place)
  const before = text === '' ? {} : parseObject(withoutMark(text))
  if (!before) throw refuse(path, 'is not a JSON object', `Repair it first, or set "${key}" there by hand.`)
  return {
    known: before[key],
    set(value) {
      const next =
        text === '' ? `${JSON.stringify({ [key]: value }, null, 2)}\n` : setJsonMember(text, key, toJson(value))
      // Whatever the file looks like: only what holds the same settings as before, and the new one, is written.
      if (!isDeepStrictEqual(parseObject(withoutMark(next)), { ...before, [key]: value }))
        throw refuse(path, 'is written in a way that cannot be changed safely', byHand(key))
      replaceFile(real, next, { ...place, isUnchanged: () => readText(real, place) === text })
    },
  }
}

interface Place {
  readonly path: string
  readonly key: string
}

/** On one line, with room to read it. */
function toJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${JSON.stringify(part)}`)
  return `{ ${members.join(', ')} }`
}

function byHand(key: string): string {
  return `Set "${key}" there by hand.`
}

/** The file itself. A link may lead to another name in the same folder, and to nothing else. */
function requireInside(path: string, key: string): string {
  const folder = realpathSync(dirname(path))
  if (!lstatSync(path, { throwIfNoEntry: false })) return join(folder, basename(path))
  let real: string
  try {
    real = realpathSync(path)
  } catch (cause) {
    throw refuse(path, 'is a link that leads nowhere', byHand(key), cause)
  }
  if (dirname(real) !== folder) throw refuse(path, `is a link to ${real}`, `Set "${key}" in that file by hand.`)
  return real
}

/** Empty where there is no file, or nothing but space in it. */
function readText(real: string, { path, key }: Place): string {
  const text = readSmallFile(real, MAX_BYTES)
  // What is not UTF-8 could not be written back as it was.
  if (text?.includes('\ufffd')) throw refuse(path, 'holds broken text', byHand(key))
  if (text !== undefined) return withoutMark(text).trim() === '' ? '' : text
  if (!lstatSync(real, { throwIfNoEntry: false })) return ''
  throw refuse(path, 'cannot be read', byHand(key))
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '')
}

/** Written beside and moved into place, with the rights of the old one. */
function replaceFile(real: string, text: string, { path, key, isUnchanged }: Place & { isUnchanged(): boolean }): void {
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
    if (!isUnchanged()) throw refuse(path, 'was changed a moment ago', 'Try again.')
    renameSync(draft, real)
  } catch (cause) {
    rmSync(draft, { force: true })
    if (cause instanceof UserError) throw cause
    throw refuse(path, `cannot be written (${(cause as NodeJS.ErrnoException).code ?? cause})`, byHand(key), cause)
  }
}

function refuse(path: string, why: string, hint: string, cause?: unknown): UserError {
  return new UserError({ code: 'settings-not-changed', message: `${path} ${why}: it was not changed`, hint, cause })
}
