import { asString, type JsonObject } from '../../format/json.ts'

/** Where a call works, as far as its input says: an absolute path, and whether something there is changed. */
export interface WorkPlace {
  readonly folder: string
  readonly isChange: boolean
}

type FindPlace = (input: JsonObject) => WorkPlace | undefined

/** The folder of the file that stands in this field. */
export function fileIn(field: string): FindPlace {
  return input => placeAt(folderOf(asString(input[field]) ?? ''), false)
}

/** The same for tools that change the file. */
export function changedFileIn(field: string): FindPlace {
  return input => placeAt(folderOf(asString(input[field]) ?? ''), true)
}

export function folderIn(field: string): FindPlace {
  return input => placeAt(asString(input[field]) ?? '', false)
}

const MAX_FOLDER = 1024
const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/

export function placeAt(folder: string, isChange: boolean): WorkPlace | undefined {
  return ABSOLUTE.test(folder) && folder.length <= MAX_FOLDER ? { folder: trimEnd(folder), isChange } : undefined
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0))
}

function trimEnd(folder: string): string {
  return folder.length > 1 && /[\\/]$/.test(folder) ? folder.slice(0, -1) : folder
}
