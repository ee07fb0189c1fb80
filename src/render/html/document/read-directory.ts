import type { Row } from '../../view/row.ts'
import { type DocumentDirectory, ROW_FLAGS } from './document-format.ts'

export function kindOf(directory: DocumentDirectory, row: number): Row['kind'] {
  return directory.kinds[directory.rows.kind[row] ?? 0] ?? 'unknown'
}

export function hasFlag(directory: DocumentDirectory, row: number, flag: number): boolean {
  return ((directory.rows.flags[row] ?? 0) & flag) !== 0
}

/** One past the last row inside an agent. */
export function endOfAgent(directory: DocumentDirectory, agent: number): number {
  const { depth } = directory.rows
  let row = agent + 1
  while (row < depth.length && (depth[row] ?? 0) > (depth[agent] ?? 0)) row++
  return row
}

/** The closing mark of a rewound side; the opening one where there is none. */
export function endOfRewound(directory: DocumentDirectory, begin: number): number {
  let nested = 0
  for (let row = begin; row < directory.rows.flags.length; row++) {
    if (hasFlag(directory, row, ROW_FLAGS.rewoundBegin)) nested++
    else if (hasFlag(directory, row, ROW_FLAGS.rewoundEnd) && --nested === 0) return row
  }
  return begin
}

/** Kinds of the rows before and after it in the same conversation. */
export function neighboursOf(
  directory: DocumentDirectory,
  row: number,
): { readonly previous: Row['kind'] | undefined; readonly next: Row['kind'] | undefined } {
  const { depth } = directory.rows
  const kindAt = (at: number): Row['kind'] | undefined =>
    depth[at] !== undefined && depth[at] === depth[row] ? kindOf(directory, at) : undefined
  return { previous: kindAt(row - 1), next: kindAt(row + 1) }
}
