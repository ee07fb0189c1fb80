import { join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import { removeDraft, replaceFile } from '../../../config/replace-file.ts'
import { asBoolean, asObject, asString } from '../../../format/json.ts'
import { readSmallJson } from '../../../source/read-small-file.ts'

/**
 * What `install` found in a file when it first came, as far as that cannot be seen from the file afterwards. Without it
 * `uninstall` takes out what is ours all the same; with it the bytes are those that were there.
 */
export interface FileRecord {
  /** There was no file. */
  readonly isMade: boolean
  /** There was a file with nothing but space in it. */
  readonly blank?: string | undefined
  /** The folder around it was made too. */
  readonly isFolderMade: boolean
  /** Objects and lists that were there and empty, by pointer, as they were written. */
  readonly empty: { readonly [pointer: string]: string }
  /** What stood in the place of ours, by pointer, as it was written. */
  readonly replaced: { readonly [pointer: string]: string }
}

export interface InstallRecord {
  readonly [path: string]: FileRecord
}

export const NO_RECORD: FileRecord = { isMade: false, isFolderMade: false, empty: {}, replaced: {} }

export function pointerOf(path: readonly (string | number)[]): string {
  return path.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function readInstallRecord(keepDir: string): InstallRecord {
  const found = readSmallJson(recordPath(keepDir)) ?? {}
  return Object.fromEntries(
    Object.entries(asObject(found.files) ?? {}).map(([path, value]) => {
      const { isMade, isFolderMade, blank, empty, replaced } = asObject(value) ?? {}
      const record: FileRecord = {
        isMade: asBoolean(isMade) ?? false,
        isFolderMade: asBoolean(isFolderMade) ?? false,
        blank: asString(blank),
        empty: textsOf(asObject(empty)),
        replaced: textsOf(asObject(replaced)),
      }
      return [path, record]
    }),
  )
}

function textsOf(object: ReturnType<typeof asObject>): { readonly [name: string]: string } {
  const texts: [string, string][] = []
  for (const [name, value] of Object.entries(object ?? {})) if (typeof value === 'string') texts.push([name, value])
  return Object.fromEntries(texts)
}

/** As far as it can be kept: a folder that cannot be written is no reason not to install. */
export function writeInstallRecord(keepDir: string, files: InstallRecord): void {
  const path = recordPath(keepDir)
  try {
    makeFolder(keepDir)
    // A status line that was replaced may hold a key.
    replaceFile(path, `${JSON.stringify({ files }, null, 2)}\n`, 0o600)
  } catch {
    // Uninstalling then leaves an empty object where there was one, or `{}` where there was no file.
  }
}

/** What an `install` left that was ended in the middle of it. */
export function removeRecordDraft(keepDir: string): void {
  removeDraft(recordPath(keepDir))
}

function recordPath(keepDir: string): string {
  return join(keepDir, 'install.json')
}
