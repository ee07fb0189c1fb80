import { join } from 'node:path'
import { configPath, keepFolder, type Machine } from '../../../config/folders.ts'
import { readConfigLeniently } from '../../../config/read-leniently.ts'

/** What the line takes from the machine. */
export interface StatusHost extends Machine {
  /** Epoch milliseconds. */
  now(): number
  /** Node, its options and the script: what runs backscroll again. */
  readonly executable: readonly string[]
}

/** The files of the status line, in the folder that backscroll keeps its things in. */
export interface StatusPlaces {
  readonly figures: string
  /** Its time says when a count was last begun. */
  readonly begun: string
  readonly limits: string
  readonly index: string
}

export function statusPlaces(keepDir: string): StatusPlaces {
  return {
    figures: join(keepDir, 'statusline.json'),
    begun: join(keepDir, 'statusline.begun'),
    limits: join(keepDir, 'limits.jsonl'),
    index: join(keepDir, 'index.db'),
  }
}

export function findPlaces(machine: Machine): StatusPlaces {
  return statusPlaces(keepFolder(machine))
}

export interface LineSettings {
  readonly template: string | undefined
  readonly color: boolean
  readonly columns: number | undefined
}

/** A config file that is broken must not cost the line: other commands complain about it. */
export function readSettings(machine: Machine): LineSettings {
  const { statusline, color } = readConfigLeniently(configPath(machine))
  const { NO_COLOR, TERM, COLUMNS } = machine.env
  const columns = Number(COLUMNS)
  return {
    template: typeof statusline === 'string' && statusline.trim() !== '' ? statusline : undefined,
    color: !NO_COLOR && color !== 'never' && (TERM !== 'dumb' || color === 'always'),
    columns: Number.isInteger(columns) && columns >= MIN_COLUMNS ? columns : undefined,
  }
}

const MIN_COLUMNS = 10
