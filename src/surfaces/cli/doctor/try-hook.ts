import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatDuration } from '../../../time/duration.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import { readRecallLog } from '../hook/recall-log.ts'
import { splitWords } from '../install/split-words.ts'
import { findGone } from './find-gone.ts'
import { because, firstLine, runTrial, type Trial, type TrialPlace } from './run-trial.ts'
import { tryCapture } from './try-capture.ts'

export interface HookTrial {
  readonly durationMs: number | undefined
  /** What it says of itself; undefined where nobody could ask. */
  readonly version: string | undefined
  /** Undefined: it works. */
  readonly problem: string | undefined
  /** What helps: to set it up anew, or, where that does not, a sync. */
  readonly next: 'install' | 'sync'
}

/** Marks a place in a log and does nothing else where no transcript is named. */
const TRIED = 'PreCompact'
const SESSION = 'backscroll-doctor'
/** Nobody waits longer without asking why. */
const SLOW_MS = 2000

/**
 * Runs the command of a hook as the client would, with another event and another folder to keep things in, so that nothing
 * of the person's changes. A hook is silent and ends well even where it can do nothing: what it wrote there tells. Then it
 * keeps a session, in the same way.
 */
export async function tryHook(
  hook: { readonly command: string; readonly event: string },
  place: TrialPlace,
): Promise<HookTrial> {
  const command = asEvent(hook, TRIED)
  const gone = findGone(splitWords(command))
  if (gone !== undefined) return { durationMs: undefined, version: undefined, problem: gone, next: 'install' }
  const keepDir = mkdtempSync(join(tmpdir(), 'backscroll-doctor-'))
  try {
    const own = { ...place, env: { ...place.env, BACKSCROLL_HOME: keepDir } }
    const input = JSON.stringify({ session_id: SESSION, cwd: place.cwd, hook_event_name: TRIED, trigger: 'manual' })
    const run = (): Promise<Trial> => runTrial(command, `${input}\n`, own)
    let trial = await run()
    // Once may be the machine, which had something else to do.
    if (trial.durationMs > SLOW_MS && !trial.isLate) trial = await run()
    const problem = findProblem(trial, place) ?? (hasMarked(keepDir) ? undefined : SILENT)
    if (problem !== undefined) return { durationMs: trial.durationMs, version: undefined, problem, next: 'install' }
    const version = await askVersion(hook, own)
    const lost = await tryCapture(asEvent(hook, 'Stop'), place)
    return { durationMs: trial.durationMs, version, problem: lost, next: 'sync' }
  } finally {
    rmSync(keepDir, { recursive: true, force: true })
  }
}

const SILENT = 'it ran and did nothing: the Node that runs it may be too old'

function findProblem({ exitCode, out, err, durationMs, isLate }: Trial, place: TrialPlace): string | undefined {
  if (isLate) return `it did not end within ${formatDuration(place.timeoutMs)}`
  if (exitCode !== 0)
    return `it ended with ${exitCode === undefined ? 'a signal' : `exit code ${exitCode}`}${because(err)}`
  if (out !== '') return `it printed what nobody asked for: ${firstLine(out)}`
  return durationMs > SLOW_MS ? `it took ${formatDuration(durationMs)}, and Claude Code waits that long` : undefined
}

function hasMarked(keepDir: string): boolean {
  return readRecallLog(hookPlaces(keepDir), SESSION).border !== undefined
}

async function askVersion(hook: { readonly command: string; readonly event: string }, place: TrialPlace) {
  const command = hook.command.replace(` hook ${hook.event}`, ' --version')
  if (command === hook.command) return undefined
  const { exitCode, out } = await runTrial(command, '', place)
  return exitCode === 0 ? VERSION.exec(firstLine(out))?.[0] : undefined
}

const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/

function asEvent({ command, event }: { readonly command: string; readonly event: string }, other: string): string {
  const at = command.lastIndexOf(event)
  return at < 0 ? command : command.slice(0, at) + other + command.slice(at + event.length)
}
