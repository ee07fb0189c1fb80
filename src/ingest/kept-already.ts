import { ArchiveDamage } from '../archive/archive-errors.ts'
import { openKept } from '../archive/kept-reader.ts'
import type { Store } from '../store/store.ts'
import type { DiskFile } from './disk-file.ts'
import { lastNameOf } from './keep-session.ts'
import { type KnownFile, readKnownFiles } from './known.ts'
import { OpenFiles } from './opened-file.ts'
import type { PlannedSession } from './plan.ts'

/**
 * For copies from elsewhere: whether every transcript of a session is the same as one that is kept of a session with this
 * id, or a beginning of it. Then there is nothing to add.
 */
export function isKeptAlready(store: Store, folder: string, planned: PlannedSession): boolean {
  const { transcripts, source } = planned
  const sessions = store.all('SELECT session FROM sessions WHERE id = ?', [source.id])
  return sessions.some(row => {
    const files = readKnownFiles(store, row.session as number)
    return transcripts.every(disk => {
      const known = files.find(({ role, path }) => role === disk.role && lastNameOf(path) === lastNameOf(disk.path))
      return known !== undefined && isBeginningOf(folder, known, disk)
    })
  })
}

function isBeginningOf(folder: string, known: KnownFile, disk: DiskFile): boolean {
  if (known.rawBytes < disk.sizeBytes) return false
  try {
    const source = new OpenFiles().open(disk)
    try {
      let at = 0
      for (const chunk of openKept(folder, known).chunks({ from: 0, to: source.disk.sizeBytes })) {
        if (Buffer.compare(source.read(at, at + chunk.length), chunk) !== 0) return false
        at += chunk.length
      }
      return at === source.disk.sizeBytes
    } finally {
      source.close()
    }
  } catch (error) {
    // What cannot be compared is kept once more, or told as a problem when it is read.
    if (error instanceof ArchiveDamage || typeof (error as { code?: unknown }).code === 'string') return false
    throw error
  }
}
