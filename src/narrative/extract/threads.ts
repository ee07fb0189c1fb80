import type { TaskChange } from '../../model/facts/facts.ts'
import { saysSomething } from '../../model/says-something.ts'
import type { Turn } from '../../model/session.ts'
import { clip } from '../../text/clip.ts'
import { firstPlaces, type Scene } from '../scene.ts'
import { coversRun, readShellLine } from '../shell/shell-line.ts'
import type { ErrorResult, OpenThread, TestResult } from '../story.ts'
import type { CallDone } from './activities.ts'
import { listFailingChecks } from './failing-checks.ts'
import { findStoppedTurns } from './stopped-turns.ts'

const MAX_TEXT = 300

interface Known {
  readonly tests: readonly TestResult[]
  readonly errors: readonly ErrorResult[]
  readonly done: readonly CallDone[]
}

/** What was left open at the end of the session, of the side that was not taken back. */
export function listThreads(scene: Scene, known: Known): readonly OpenThread[] {
  const last = scene.main.thread.turns.findLast(({ isRewound }) => !isRewound)
  const checks = listFailingChecks(scene, known.done)
  return [
    ...listTasks(scene),
    ...listFailingTests(known.tests),
    ...checks,
    ...(last ? listWaiting(scene, last) : []),
    ...(last ? listPromises(scene, last) : []),
    ...(last ? listStops(scene, last, withoutTests(known, checks)) : []),
  ]
}

/** Tests and checks that fail are told as such. */
function withoutTests({ tests, errors }: Known, checks: readonly OpenThread[]): readonly ErrorResult[] {
  const failed = new Set(
    [...tests, ...checks].flatMap(({ places }) => places.map(({ agent, entry }) => `${agent} ${entry}`)),
  )
  return errors.filter(({ places }) => !places.some(({ agent, entry }) => failed.has(`${agent} ${entry}`)))
}

function listTasks({ main }: Scene): readonly OpenThread[] {
  const tasks = new Map<string, { readonly subject: string; readonly change: TaskChange }>()
  for (const change of main.thread.facts.tasks) {
    if (change.call.use && !main.thread.isActive(change.call.use)) continue
    // Positions of todos move, and so their words are what makes them the same.
    const key = `${change.list} ${change.list === 'todos' ? (change.subject ?? '') : change.id}`
    tasks.set(key, { subject: change.subject || (tasks.get(key)?.subject ?? ''), change })
  }
  return [...tasks.values()].flatMap(({ subject, change }) => {
    const place = main.placeOfCall(change.call)
    if (!place || subject === '' || CLOSED.has(change.to)) return []
    const text = clip(subject, MAX_TEXT)
    return [{ kind: 'task', text, key: text.toLowerCase(), places: [place] }]
  })
}

const CLOSED: ReadonlySet<string> = new Set(['completed', 'deleted', 'cancelled'])

/** A run that failed and that no later run that passed covers; of several runs of the same tests the last. */
function listFailingTests(tests: readonly TestResult[]): readonly OpenThread[] {
  const last = new Map(tests.map((test, at) => [test.key, at]))
  return tests.flatMap((test, at) => {
    if (test.outcome !== 'failed' || last.get(test.key) !== at) return []
    if (tests.slice(at + 1).some(other => other.outcome === 'passed' && coversTests(other, test))) return []
    const count = test.failed === undefined ? '' : ` (${test.failed} failed)`
    return [
      { kind: 'tests', text: `Tests fail: ${clip(test.key, MAX_TEXT)}${count}`, key: test.key, places: test.places },
    ]
  })
}

/** It ran at least the same tests: the same command or a wider one, or all tests of the same runner. */
export function coversTests(
  later: Pick<TestResult, 'key' | 'runner'>,
  failed: Pick<TestResult, 'key' | 'runner'>,
): boolean {
  const steps = readShellLine(later.key)
  if (coversRun(steps, readShellLine(failed.key))) return true
  const isWhole =
    steps.length === 1 && steps[0]?.values.length === 0 && steps[0].targets.every(target => WHOLE.has(target))
  return isWhole && later.runner === failed.runner
}

const WHOLE: ReadonlySet<string> = new Set(['.', './', './...', '...', '--all', '--workspace'])

/** What was asked of the person and never answered. */
function listWaiting({ main }: Scene, { number }: Turn): readonly OpenThread[] {
  const { questions, plans } = main.thread.facts
  const asked = questions.flatMap(({ question, answer, call }) => {
    const place = main.placeOfCall(call)
    if (!place || answer !== undefined || call.status !== 'pending' || call.use?.turn !== number) return []
    return [openThread('question', question, [place])]
  })
  const proposed = plans.flatMap(({ title, verdict, call }) => {
    const place = main.placeOfCall(call)
    if (!place || verdict !== 'pending' || call.status !== 'pending' || call.use?.turn !== number) return []
    return [openThread('plan', title ?? 'A plan waits for a verdict', [place])]
  })
  return [...asked, ...proposed]
}

/** What the last answer says is left to do, and what it asks. */
function listPromises({ main }: Scene, { number }: Turn): readonly OpenThread[] {
  const answer = main.told.answers.get(number)
  const kept = answer && main.thread.entries[answer.entry]
  if (!kept) return []
  const place = main.placeOf(kept)
  const asks = answer.asks !== undefined ? [openThread('question', answer.asks, [place])] : []
  return [...answer.open.map(text => openThread('promise', text, [place])), ...asks]
}

/** The work broke off: stopped by the person, by an error, or before there was an answer. */
function listStops({ main }: Scene, last: Turn, errors: readonly ErrorResult[]): readonly OpenThread[] {
  const { thread, placeOf } = main
  const prompt = last.prompt && placeOf(last.prompt)
  const stop = last.isInterrupted ? findStoppedTurns(thread).get(last.number) : undefined
  if (stop) return [openThread('interrupted', last.text, firstPlaces([placeOf(stop), prompt]))]
  const error = errors.find(
    ({ ending, places }) => ending === 'open' && places.some(({ agent, turn }) => agent === '' && turn === last.number),
  )
  const lastCall = thread.toolCalls.findLast(({ use }) => use?.turn === last.number && !use.isRepeat)
  const isAnswered = last.answer !== undefined && (lastCall?.use?.index ?? -1) < last.answer.index
  if (error && !isAnswered) return [openThread('error', error.message, error.places)]
  if (!prompt || isAnswered) return []
  if (last.messages === 0) return [openThread('prompt', last.text, [prompt])]
  // The work broke off at a call; who is asked something there is told so.
  if (lastCall?.status !== 'pending' || WAITS.has(lastCall.name)) return []
  const text = saysSomething(last.text) ? last.text : `${lastCall.name} ${lastCall.headline}`
  return [openThread('prompt', text, firstPlaces([main.placeOfCall(lastCall), prompt]))]
}

const WAITS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'exit_plan_mode'])

function openThread(kind: OpenThread['kind'], words: string, places: OpenThread['places']): OpenThread {
  const text = clip(words, MAX_TEXT)
  return { kind, text, key: text.toLowerCase(), places }
}
