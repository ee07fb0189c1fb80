import { dirname, join } from 'node:path'
import { asNumber } from '../format/json.ts'
import { readSmallJson } from './read-small-file.ts'
import type { Root } from './roots.ts'
import type { SessionSource } from './session-source.ts'

/** How long the client keeps transcripts: when it starts, it deletes those not written to for this many days. */
export interface Retention {
  readonly days: number
  /** The settings file that says so; undefined where the client's own default holds. */
  readonly setBy: string | undefined
  /** `cleanupPeriodDays: 0`: the client writes no transcripts at all. */
  readonly isWritingOff: boolean
}

const DEFAULT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

export function readRetention(configPath: string): Retention {
  const files = [
    join(configPath, 'settings.local.json'),
    join(configPath, 'settings.json'),
    join(configPath, '.claude.json'),
    join(dirname(configPath), '.claude.json'),
  ]
  for (const path of files) {
    const days = asNumber(readSmallJson(path)?.cleanupPeriodDays)
    if (days !== undefined && days >= 0) return { days, setBy: path, isWritingOff: days === 0 }
  }
  return { days: DEFAULT_DAYS, setBy: undefined, isWritingOff: false }
}

/** Undefined for transcripts that stand where no client cleans up. */
export function findRetention(root: Root): Retention | undefined {
  return root.configPath === undefined || root.from === 'desktop' ? undefined : readRetention(root.configPath)
}

/** The first moment at which the client may delete it, in epoch milliseconds. */
export function deletionOf(source: SessionSource, retention: Retention | undefined): number | undefined {
  if (!retention || retention.isWritingOff || !source.main) return undefined
  return source.main.mtimeMs + retention.days * DAY_MS
}
