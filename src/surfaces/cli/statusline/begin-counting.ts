import { closeSync, existsSync, openSync, statSync, utimesSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { type CountedFigures, hasFailed } from './figures.ts'
import type { StatusHost, StatusPlaces } from './status-host.ts'

/** Figures may be this old before they are counted again. */
const FRESH_MS = 20_000
/** The same where the last count failed: an index that must be made anew stays so until somebody does it. */
const FRESH_AFTER_FAILURE_MS = 5 * 60_000

/**
 * Starts a process that counts anew where the figures are old, and does not wait for it. Only where there is an index:
 * the first sync is somebody's own decision.
 */
export function beginCounting(
  host: StatusHost,
  places: StatusPlaces,
  counted: CountedFigures | undefined,
  now: number,
): void {
  const freshMs = counted && hasFailed(counted) ? FRESH_AFTER_FAILURE_MS : FRESH_MS
  if (counted && isWithin(now - counted.at, freshMs)) return
  if (existsSync(places.index) && claim(places.begun, now)) startCounting(host, places)
}

function startCounting({ executable: [program = '', ...words], env }: StatusHost, { index }: StatusPlaces): void {
  // Loaded where it is needed: that alone takes milliseconds, and most lines need none.
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, [...words, 'statusline', '--refresh'], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env, BACKSCROLL_HOME: dirname(index) } as NodeJS.ProcessEnv,
  })
  // A program that is gone is not the client's trouble.
  child.on('error', () => {})
  child.unref()
  // It has time, and whatever the person runs meanwhile comes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
}

/** False where somebody began a moment ago. Two that look at the same instant may both begin, which does no harm. */
function claim(path: string, now: number): boolean {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known && isWithin(now - known.mtimeMs, FRESH_MS)) return false
  if (!known) closeSync(openSync(path, 'a', 0o600))
  utimesSync(path, now / 1000, now / 1000)
  return true
}

/** A time in the future comes from a clock that was set back. */
function isWithin(ageMs: number, limitMs: number): boolean {
  return ageMs >= 0 && ageMs < limitMs
}
