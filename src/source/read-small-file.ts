import { statSync } from 'node:fs'
import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import type { JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { readBytes } from './read-chunks.ts'

/**
 * The text of a file that is small by nature: a setting, a pointer. Undefined when it is missing, is no ordinary file
 * (a pipe would never end) or is larger than `maxBytes`.
 */
export function readSmallFile(path: string, maxBytes = 1024 * 1024): string | undefined {
  try {
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > maxBytes) return undefined
    const bytes = readBytes(path, 0, stat.size)
    return bytes && decodeUtf8(viewBytes(bytes))
  } catch {
    return undefined
  }
}

export function readSmallJson(path: string): JsonObject | undefined {
  const text = readSmallFile(path)
  return text === undefined ? undefined : parseObject(text)
}
