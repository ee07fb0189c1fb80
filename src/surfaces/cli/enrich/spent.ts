import { randomBytes } from 'node:crypto'
import { appendLine, readLines } from '../../../archive/append-line.ts'
import { runsPath } from '../../../source/own-runs.ts'
import { formatDay, formatIso } from '../../../time/day.ts'

/** What was sent and spent on one day, by all calls of `enrich`. */
export interface Spent {
  readonly bytes: number
  readonly costUsd: number
}

/** The day of a person: in the time zone of this machine. */
export function readSpent(keepDir: string, now: number): Spent {
  const today = formatDay(now)
  let [bytes, costUsd] = [0, 0]
  for (const line of readLines(runsPath(keepDir))) {
    const run = parseLine(line)
    if (!run || formatDay(Date.parse(String(run.at))) !== today) continue
    bytes += amountOf(run.bytes)
    costUsd += amountOf(run.costUsd)
  }
  return { bytes, costUsd }
}

/**
 * Before anything is sent: what is cut off was sent all the same, and its transcript must be known as ours. Says nothing
 * of the session, so that one that is forgotten leaves no trace here.
 */
export function noteRun(keepDir: string, { run, at, bytes }: { run: string; at: number; bytes: number }): void {
  appendLine(runsPath(keepDir), JSON.stringify({ at: formatIso(at), run, bytes }))
}

/** Of a command that could not be started. */
export function noteUnsent(keepDir: string, { run, at, bytes }: { run: string; at: number; bytes: number }): void {
  noteRun(keepDir, { run, at, bytes: -bytes })
}

export function noteCost(keepDir: string, { run, at, costUsd }: { run: string; at: number; costUsd: number }): void {
  appendLine(runsPath(keepDir), JSON.stringify({ at: formatIso(at), run, costUsd }))
}

export function newRun(): string {
  return randomBytes(8).toString('hex')
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function parseLine(line: Buffer): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line.toString())
    return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}
