import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import { asObject, type JsonObject } from '../../../format/json.ts'

/** Above the first a file is cut to the second: the newest lines stay. */
const MAX_BYTES = 64 * 1024
const KEPT_BYTES = 32 * 1024

/**
 * Appends a line to a file that several hooks write to at once, unless `isKnown` finds it among the last ones. Never
 * throws: where a hook cannot write there is nobody left to tell.
 */
export function appendBounded(path: string, value: object, isKnown?: (last: readonly JsonObject[]) => boolean): void {
  try {
    makeFolder(dirname(path), 0o700)
    const file = openSync(path, 'a+', 0o600)
    try {
      if (!isKnown?.(parseLines(readTail(file)))) appendLine(file, value)
      if (fstatSync(file).size > MAX_BYTES) replace(path, readTail(file))
    } finally {
      closeSync(file)
    }
  } catch {}
}

/** Oldest first; what is no JSON object is left out. */
export function readBounded(path: string): readonly JsonObject[] {
  try {
    return parseLines(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}

/** One call behind what others append; a line that was cut off by a crash stays alone on its own. */
export function appendLine(file: number, value: object): void {
  const { size } = fstatSync(file)
  const last = Buffer.alloc(1)
  const isCut = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a
  writeSync(file, `${isCut ? '\n' : ''}${JSON.stringify(value)}\n`)
}

/** Not by way of format/line.ts, which would bring every kind of line into what each hook loads. */
function parseLines(text: string): readonly JsonObject[] {
  const objects: JsonObject[] = []
  for (const line of text.split('\n')) {
    try {
      const value = line.startsWith('{') ? asObject(JSON.parse(line)) : undefined
      if (value) objects.push(value)
    } catch {
      // Cut off by a crash.
    }
  }
  return objects
}

/** From the first line that is whole on. */
function readTail(file: number): string {
  const { size } = fstatSync(file)
  const bytes = Buffer.alloc(Math.min(size, KEPT_BYTES))
  const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length))
  return size > KEPT_BYTES ? text.slice(text.indexOf('\n') + 1) : text
}

/** Two at once: the later one wins, and at worst a line of the other is gone. */
function replace(path: string, text: string): void {
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, text, { mode: 0o600 })
  renameSync(beside, path)
}
