import { join } from 'node:path'
import { openClientSetting } from './client-setting.ts'
import type { Retention } from './retention.ts'

export interface RaisedRetention {
  /** The settings file that says it now. */
  readonly path: string
  /** What it said before; undefined where it said nothing. */
  readonly daysBefore: number | undefined
}

/** The settings file in which a number of days would hold: local settings win over all others. */
export function retentionFileOf(configPath: string, { setBy }: Pick<Retention, 'setBy'>): string {
  const local = join(configPath, 'settings.local.json')
  return setBy === local ? local : join(configPath, 'settings.json')
}

/** Sets how long the client keeps transcripts, after somebody said yes. */
export function raiseRetention(path: string, days: number): RaisedRetention {
  const setting = openClientSetting(path, 'cleanupPeriodDays')
  setting.set(days)
  return { path, daysBefore: typeof setting.known === 'number' ? setting.known : undefined }
}
