import type { CopiedLines, LinePlace } from './usage-source.ts'

/** Every line of a response in one session but the one whose counts were taken, where that stands in it. */
export function listCopies(held: CopiedLines, winner: LinePlace | undefined): readonly CopiedLines[] {
  const count = held.count - (winner ? 1 : 0)
  if (count <= 0) return []
  const lines = held.lines.filter(line => winner?.file !== held.file || line !== winner.line)
  return [{ ...held, lines: lines.slice(0, count), count }]
}
