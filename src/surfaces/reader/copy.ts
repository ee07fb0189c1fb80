import type { SessionData } from './data/session-data.ts'

/** The address of a row: by its entry, or by its turn. */
export function linkTo(data: SessionData, row: number): string | undefined {
  const found = data.row(row)
  if (!found) return undefined
  const uuid = 'uuid' in found ? found.uuid : undefined
  const hash = found.kind === 'turn' || uuid === undefined ? `turns=${data.directory.rows.turn[row] ?? 0}` : uuid
  return new URL(`#${hash}`, location.href).href
}
