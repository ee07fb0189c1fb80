import { head } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import type { Zone } from '../../time/zone.ts'
import { quote } from './quote.ts'

/** Text of a transcript as one line of an answer, with `…` where it was cut. */
export function oneLine(text: string, max: number): string {
  const line = quote(sanitizeLine(text))
  return line.length > max ? `${head(line, max).trimEnd()}…` : line
}

/** `2026-11-16 09:05`; empty where there is no time. */
export function formatWhen(zone: Zone, at: number | undefined): string {
  return at === undefined || !Number.isFinite(at) ? '' : `${zone.dayOf(at)} ${zone.timeOf(at)}`
}
