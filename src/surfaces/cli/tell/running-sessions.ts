import { listRunning } from '../../../query/live/running-sessions.ts'
import { findRoots } from '../../../source/roots.ts'
import type { App } from '../app.ts'

/** Ids of sessions that run now, by what their clients and our hooks say. */
export function findRunning(app: App): ReadonlySet<string> {
  const configPaths = findRoots(app.roots).roots.map(({ configPath, path }) => configPath ?? path)
  return listRunning({ keepDir: app.keepDir, configPaths, platform: app.platform, exceptPid: -1 })
}

export const RUNNING_NOW = 'running now'
