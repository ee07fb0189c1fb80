import { clip } from '../../text/clip.ts'
import { comparePlaces, firstPlaces, type Scene } from '../scene.ts'
import { coversRun, isCheckStep, readShellLine, type ShellStep } from '../shell/shell-line.ts'
import type { OpenThread } from '../story.ts'
import type { CallDone } from './activities.ts'

const MAX_TEXT = 300

interface Check extends CallDone {
  readonly steps: readonly ShellStep[]
  /** Those of its steps that check something and whose failure the exit code shows. */
  readonly checks: readonly ShellStep[]
}

/**
 * Builds, linters and type checks that failed when they last ran: nothing like it was run after that, or it failed too.
 * Where a later run may have done the same, whatever came of it, nothing is said.
 */
export function listFailingChecks(scene: Scene, done: readonly CallDone[]): readonly OpenThread[] {
  const messages = new Map(
    scene.threads.flatMap(({ thread }) => thread.facts.errors.map(({ call, message }) => [call, message])),
  )
  if (!done.some(({ kind, call }) => kind === 'built' && call.status === 'error')) return []
  const runs = done.filter(({ kind }) => RUNS.has(kind)).map(readCheck)
  runs.sort((a, b) => comparePlaces(a.place, b.place))
  const last = new Map<string, number>()
  runs.forEach(({ kind, call, checks }, at) => {
    if (kind !== 'built' || call.status !== 'error' || checks.length === 0) return
    if (!NEVER_RAN.test(messages.get(call) ?? '')) last.set(nameOf(checks), at)
  })
  const worked = runs.flatMap(({ call, steps }, at) => (call.status === 'ok' ? [{ at, steps }] : []))
  return [...last.values()].flatMap(at => {
    const run = runs[at] as Check
    return isRunAgain(run, at, worked) ? [] : [openThread(scene, run)]
  })
}

function readCheck(one: CallDone): Check {
  const steps = readShellLine(one.call.headline)
  return { ...one, steps, checks: steps.filter(step => isCheckStep(step) && !step.isMasked) }
}

/** Tests are often run together with a check, in one line. */
const RUNS: ReadonlySet<CallDone['kind']> = new Set(['built', 'tested', 'ran'])

/** It says nothing of the work where there is no such program or script, or where somebody stopped it. */
const NEVER_RAN =
  /command not found|: not found\b|missing script|no such file or directory|no rule to make target|unknown (?:task|command|flag|option)|unrecognized|could not determine executable|timed out|ENOENT/i

/** Each of its checks was run again and worked, perhaps in lines of their own. */
function isRunAgain({ checks }: Check, from: number, worked: readonly Worked[]): boolean {
  return checks.every(step => worked.some(({ at, steps }) => at > from && coversRun(steps, [step])))
}

interface Worked {
  readonly at: number
  readonly steps: readonly ShellStep[]
}

/** Runs of the same program for the same thing; the options they were tried with differ. */
function nameOf(steps: readonly ShellStep[]): string {
  return steps.map(({ program, names }) => [program, ...names].join(' ')).join(' && ')
}

function openThread(scene: Scene, { call, place }: Check): OpenThread {
  const line = clip(call.headline, MAX_TEXT)
  const thread = scene.threads.find(({ agent }) => agent === place.agent)
  const result = thread && call.result && thread.thread.entries[call.result.index] === call.result && call.result
  const places = firstPlaces([place, result ? thread.placeOf(result) : undefined])
  return { kind: 'tests', text: `Check fails: ${line}`, key: line, places }
}
