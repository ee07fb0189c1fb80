import { dirname, join } from 'node:path'
import { parseObject } from '../format/line.ts'
import { head } from '../text/head.ts'
import { isNestedDeeper, MAX_SETTING_LEVELS } from '../text/nesting.ts'
import type { SourceProblem } from './problem.ts'
import { readSmallFile } from './read-small-file.ts'
import type { Root } from './roots.ts'
import type { SessionSource } from './session-source.ts'

/** How long the client keeps transcripts: when it starts, it deletes those not written to for this many days. */
export interface Retention {
  readonly days: number
  /** The settings file that says so; undefined where the client's own default holds. */
  readonly setBy: string | undefined
  /** `cleanupPeriodDays: 0`: the client writes no transcripts at all. */
  readonly isWritingOff: boolean
  /** Settings files that are broken, or name no number of days: the client may read them otherwise than we do. */
  readonly problems: readonly SourceProblem[]
}

const DEFAULT_DAYS = 30
const KEY = 'cleanupPeriodDays'
/** `.claude.json` grows with every project. */
const MAX_SETTINGS_BYTES = 16 * 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000

export function readRetention(configPath: string): Retention {
  const files = [
    join(configPath, 'settings.local.json'),
    join(configPath, 'settings.json'),
    join(configPath, '.claude.json'),
    join(dirname(configPath), '.claude.json'),
  ]
  const problems: SourceProblem[] = []
  for (const path of files) {
    const days = readDays(path, problems)
    if (days !== undefined) return { days, setBy: path, isWritingOff: days === 0, problems }
  }
  return { days: DEFAULT_DAYS, setBy: undefined, isWritingOff: false, problems }
}

function readDays(path: string, problems: SourceProblem[]): number | undefined {
  const text = readSmallFile(path, MAX_SETTINGS_BYTES)
  if (text === undefined || text.trim() === '') return undefined
  const settings = parseObject(text.replace(/^\ufeff/, ''))
  const days = settings?.[KEY]
  if (typeof days === 'number' && days >= 0) return days
  const message = settings
    ? `${KEY} in ${path} must be a number from 0, not ${head(describeValue(days), 40)}: ${DEFAULT_DAYS} days are assumed`
    : `${path} is not a JSON object: its ${KEY} cannot be known, ${DEFAULT_DAYS} days are assumed`
  if (!settings || days !== undefined) problems.push({ code: 'bad-setting', path, message })
  return undefined
}

function describeValue(value: unknown): string {
  return isNestedDeeper(value, MAX_SETTING_LEVELS) ? 'something nested very deep' : (JSON.stringify(value) ?? '')
}

/** What is wrong with the settings that say how long these roots keep transcripts, each file once. */
export function listSettingProblems(roots: readonly Root[]): readonly SourceProblem[] {
  const problems = roots.flatMap(root => findRetention(root)?.problems ?? [])
  return [...new Map(problems.map(problem => [problem.path, problem])).values()]
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
