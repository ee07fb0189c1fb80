import type { Level } from '../level.ts'
import type { Row } from './row.ts'
import { countIn, rowText } from './row-text.ts'

/** A row that holds what somebody looks for, open or folded away. */
export interface RowMatch {
  /** Number of the row among all rows of its turn or agent. */
  readonly index: number
  /** How often. */
  readonly count: number
  readonly kind: Row['kind']
  readonly uuid: string | undefined
  readonly minLevel: Level
  readonly isRewound: boolean
}

/** `wanted` is in lower case. */
export function matchRow(row: Row, index: number, wanted: string): RowMatch | undefined {
  const count = countIn(rowText(row), wanted)
  if (count === 0) return undefined
  return {
    index,
    count,
    kind: row.kind,
    uuid: 'uuid' in row ? row.uuid : undefined,
    minLevel: 'minLevel' in row ? row.minLevel : 'prompts',
    isRewound: 'isRewound' in row && row.isRewound,
  }
}
