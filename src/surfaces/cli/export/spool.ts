import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDrafts, type DraftFile } from '../../../share/drafts.ts'
import { sanitizeText } from '../../../text/sanitize.ts'
import type { App } from '../app.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Writes to temporary files first, and to stdout only when `write` came to its end. `before` is what comes out first,
 * though it may be known last. Gives the size in bytes.
 */
export async function throughSpool(
  app: App,
  write: (file: DraftFile, before: DraftFile) => void | Promise<void>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'backscroll-export-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const drafts = createDrafts()
  const paths = [join(folder, 'before'), join(folder, 'out')] as const
  try {
    const [before, file] = [drafts.open(paths[0]), drafts.open(paths[1])]
    await write(file, before)
    const sizeBytes = before.close() + file.close()
    drafts.finish()
    for (const path of paths) await copyOut(app, path)
    return sizeBytes
  } finally {
    drafts.abort()
    process.off('exit', remove)
    remove()
  }
}

async function copyOut(app: App, path: string): Promise<void> {
  const file = openSync(path, 'r')
  const decoder = new TextDecoder()
  try {
    for (;;) {
      // A buffer of its own each time: the stream may hold on to it.
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
      const count = readSync(file, buffer)
      if (count === 0) return
      const bytes = buffer.subarray(0, count)
      // A terminal would obey what the lines of a transcript hold.
      app.out.write(app.isTerminal ? sanitizeText(decoder.decode(bytes, { stream: true })) : bytes)
      await app.out.drained()
    }
  } finally {
    closeSync(file)
  }
}
