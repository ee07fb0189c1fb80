import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import { asObject, type JsonObject } from '../format/json.ts'
import { parseObject } from '../format/line.ts'
import { createParser } from '../format/parser.ts'

/** The object that stands in the bytes of one entry; undefined for blank, comment and unreadable lines. */
export function parseEntryBytes(bytes: Uint8Array, isCopy: boolean): JsonObject | undefined {
  const json = parseObject(decodeUtf8(viewBytes(bytes))) ?? recoverObject(bytes)
  return isCopy ? asObject(asObject(json?.data)?.message) : json
}

/** The same way the line was read the first time: padding, byte order marks and the like. */
function recoverObject(bytes: Uint8Array): JsonObject | undefined {
  let found: JsonObject | undefined
  const parser = createParser({
    onEntry: entry => {
      found ??= entry.json
    },
  })
  parser.push(bytes)
  parser.finish()
  return found
}
