import { type FSWatcher, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSessionFollower, type SessionUpdate } from './session-follower.ts'
import type { SessionSource } from './session-source.ts'

export interface FollowOptions {
  readonly onUpdate: (update: SessionUpdate) => void
  /** Ends the following. */
  readonly signal: AbortSignal
}

/** Where to look for changes of a session, until it is closed. */
export interface SessionWatch {
  /** Folders of files that were found meanwhile. */
  add(folders: readonly string[]): void
  close(): void
}

export interface SessionWatchOptions {
  /** Called soon after something changed, and every now and then. */
  onLook(): void
  /** How long to wait for what is written together. */
  readonly settleMs?: number
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
  let fail: (reason: unknown) => void
  const looking = watchSession(source, { onLook: sweep })

  function sweep(): void {
    try {
      const update = follower.sweep()
      if (!update) return
      looking.add(update.loaded.files.map(file => dirname(file.path)))
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
  }).finally(() => looking.close())
}

/** Says when to look at a session again; what changed, and whether anything did, is for whoever looks. */
export function watchSession(
  source: Pick<SessionSource, 'folder' | 'name'>,
  { onLook, settleMs = SETTLE_MS }: SessionWatchOptions,
): SessionWatch {
  let settling: NodeJS.Timeout | undefined
  const watchers = createWatchers(() => {
    settling ??= setTimeout(look, settleMs)
  })
  const interval = setInterval(look, SWEEP_MS)
  // The agents' folder comes when the first agent does.
  const own = [source.folder, join(source.folder, source.name), join(source.folder, source.name, 'subagents')]
  watchers.add(own)

  function look(): void {
    clearTimeout(settling)
    settling = undefined
    watchers.add(own)
    onLook()
  }

  return {
    add: watchers.add,
    close() {
      clearInterval(interval)
      clearTimeout(settling)
      watchers.close()
    },
  }
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
