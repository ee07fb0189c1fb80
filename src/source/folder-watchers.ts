import { type FSWatcher, watch } from 'node:fs'

/** Watches folders, each for itself: a recursive watch walks the whole tree and costs seconds. */
export interface FolderWatchers {
  /** Those that are watched from now on; others are let go. */
  set(folders: ReadonlySet<string>): void
  /** Folders that should be watched and cannot be: gone, or the system has no more watches. */
  readonly unwatched: readonly string[]
  close(): void
}

export function createFolderWatchers(onChange: (folder: string) => void): FolderWatchers {
  const open = new Map<string, FSWatcher>()
  const failed = new Set<string>()

  function drop(folder: string): void {
    open.get(folder)?.close()
    open.delete(folder)
  }

  function add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => onChange(folder))
      watcher.on('error', () => {
        drop(folder)
        failed.add(folder)
      })
      open.set(folder, watcher)
      failed.delete(folder)
    } catch {
      failed.add(folder)
    }
  }

  return {
    set(folders) {
      for (const folder of [...open.keys()]) if (!folders.has(folder)) drop(folder)
      for (const folder of [...failed]) if (!folders.has(folder)) failed.delete(folder)
      for (const folder of folders) if (!open.has(folder)) add(folder)
    },
    get unwatched() {
      return [...failed]
    },
    close() {
      for (const folder of [...open.keys()]) drop(folder)
    },
  }
}
