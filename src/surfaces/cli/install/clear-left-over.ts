import { rmdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { removeDraft } from '../../../config/replace-file.ts'
import type { App } from '../app.ts'
import { readInstallRecord, removeRecordDraft, writeInstallRecord } from './install-record.ts'
import { copyFolderFor, removeHalfCopy } from './keep-copy.ts'
import { holdsOurs, type OwnScript } from './our-entries.ts'
import type { OpenedTarget } from './targets.ts'

type Place = Pick<App, 'home' | 'keepDir' | 'configPath'>

/** Takes away what a run left that was ended in the middle of it: what it had written and not yet put in place. */
export function clearLeftOver({ home, keepDir, configPath }: Place, opened: readonly OpenedTarget[]): void {
  for (const { file, target } of opened) {
    file.removeLeftOver()
    removeHalfCopy(file.path, copyFolderFor(file.path, { keepDir, home, isInProject: target.folder !== undefined }))
  }
  removeRecordDraft(keepDir)
  removeDraft(configPath)
}

/** The last steps of a removal that was ended before them: of files that hold nothing of ours any more. */
export function endRemoval(
  { keepDir }: Pick<App, 'keepDir'>,
  opened: readonly OpenedTarget[],
  script: OwnScript,
): void {
  const records = readInstallRecord(keepDir)
  const left = { ...records }
  for (const { file } of opened) {
    const record = records[file.real]
    if (!record || holdsOurs(file.json, script)) continue
    if (record.isFolderMade && file.text === undefined) removeEmptyFolder(dirname(file.real))
    delete left[file.real]
  }
  if (Object.keys(left).length < Object.keys(records).length) writeInstallRecord(keepDir, left)
}

/** Only where nothing else is in it by now. */
export function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody put something there.
  }
}
