import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSessionFollower, type SessionUpdate } from './session-follower.ts'
import type { SessionSource } from './session-source.ts'

export interface FollowOptions {
  readonly onUpdate: (update: SessionUpdate) => void
  /** Ends the following. */
  readonly signal: AbortSignal
}

const SWEEP_MS = 500
/** One line is often written by several events of the watcher. */
const SETTLE_MS = 15

/**
 * Follows a running session until the signal is given. Watchers make it quick, the sweep makes it sure: some file
 * systems report nothing. Resolves when aborted; rejects with what `onUpdate` throws.
 */
export function followSession(source: SessionSource, options: FollowOptions): Promise<void> {
  const follower = createSessionFollower(source)
  const watchers = createWatchers(() => {
    settling ??= setTimeout(sweep, SETTLE_MS)
  })
  let settling: NodeJS.Timeout | undefined
  let fail: (reason: unknown) => void
  const interval = setInterval(sweep, SWEEP_MS)

  function sweep(): void {
    clearTimeout(settling)
    settling = undefined
    try {
      const update = follower.sweep()
      if (!update) return
      const folders = update.loaded.files.map(file => dirname(file.path))
      watchers.add([source.folder, join(source.folder, source.name, 'subagents'), ...folders])
      options.onUpdate(update)
    } catch (error) {
      fail(error)
    }
  }

  return new Promise<void>((resolve, reject) => {
    fail = reject
    options.signal.addEventListener('abort', () => resolve(), { once: true })
    if (options.signal.aborted) resolve()
    else sweep()
  }).finally(() => {
    clearInterval(interval)
    clearTimeout(settling)
    watchers.close()
  })
}

function createWatchers(onChange: () => void) {
  const open = new Map<string, FSWatcher>()
  return {
    add(folders: readonly string[]): void {
      for (const folder of folders) {
        if (open.has(folder)) continue
        try {
          const watcher = watch(folder, { persistent: false }, onChange)
          watcher.on('error', () => watcher.close())
          open.set(folder, watcher)
        } catch {
          // Not there yet, or not watchable: the sweep finds the changes.
        }
      }
    },
    close(): void {
      for (const watcher of open.values()) watcher.close()
    },
  }
}
