import type { TaskChange } from '../../model/facts/facts.ts'
import { saysSomething } from '../../model/says-something.ts'
import type { Turn } from '../../model/session.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { isRequest } from '../../model/turn-origin.ts'
import { clip } from '../../text/clip.ts'
import { stripEmphasis } from '../../text/strip-emphasis.ts'
import { unbreak } from '../../text/unbreak.ts'
import { comesBack, distinctiveWords } from '../distinctive-words.ts'
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
  const waiting = last ? listWaiting(scene, last) : []
  return onePerThing([
    ...listTasks(scene),
    ...listFailingTests(known.tests),
    ...checks,
    ...waiting,
    ...(last ? listPromises(scene, last) : []),
    // Where the person is asked something, that is why it goes no further.
    ...(last && waiting.length === 0 ? listStops(scene, last, withoutTests(known, checks)) : []),
  ])
}

/** The first of those that are about the same: in the same words, or in most of them. */
function onePerThing(threads: readonly OpenThread[]): readonly OpenThread[] {
  const kept: { readonly thread: OpenThread; readonly plain: string; readonly words: ReadonlySet<string> }[] = []
  for (const thread of threads) {
    const plain = thread.text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(ARTICLE, '')
      .trim()
    const words = distinctiveWords(thread.text)
    const isTold = kept.some(
      other =>
        other.plain === plain ||
        (thread.kind === 'tests' && other.thread.kind === 'tests' && sharesPlace(other.thread, thread)) ||
        (IN_WORDS.has(thread.kind) && IN_WORDS.has(other.thread.kind) && comesBack(words, other.words)) ||
        (thread.kind === 'question' && other.thread.kind === 'promise' && asksFor(thread.text, other.thread.text)),
    )
    if (!isTold) kept.push({ thread, plain, words })
  }
  return kept.map(({ thread }) => thread)
}

const ARTICLE = /(?<![^ ])(?:the|an?) /g

/** Said or listed in words, which may be said twice. */
const IN_WORDS: ReadonlySet<OpenThread['kind']> = new Set(['task', 'promise', 'question'])

function sharesPlace(a: OpenThread, b: OpenThread): boolean {
  return a.places.some(({ agent, entry }) => b.places.some(other => other.agent === agent && other.entry === entry))
}

/** `The changes are ready to be committed.` and `Shall I commit them?` are one thing. */
function asksFor(question: string, promise: string): boolean {
  const [, step] = /\bready (?:to|for) (?:be )?`?(?:git )?(commit|push|merg|deploy|publish|releas)/i.exec(promise) ?? []
  return step !== undefined && question.toLowerCase().includes(step.toLowerCase())
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

/**
 * A run that failed and that no later run covers, whatever came of that; of several runs of the same tests the last whose
 * outcome is known: one that nobody saw the end of mends nothing.
 */
function listFailingTests(tests: readonly TestResult[]): readonly OpenThread[] {
  const last = new Map(tests.flatMap(({ key, outcome }, at) => (outcome === 'unknown' ? [] : [[key, at] as const])))
  return tests.flatMap((test, at) => {
    if (test.outcome !== 'failed' || last.get(test.key) !== at) return []
    if (tests.slice(at + 1).some(other => other.outcome !== 'unknown' && coversTests(other, test))) return []
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

/** What was asked of the person and never answered; of several plans the last, and none where the work went on. */
function listWaiting({ main }: Scene, { number }: Turn): readonly OpenThread[] {
  const { messages, facts } = main.thread
  const last = messages.findLast(({ turn, isSynthetic }) => turn === number && !isSynthetic)
  const waits = ({ status, use }: ToolCall): boolean =>
    status === 'pending' && use !== undefined && last?.entries.includes(use) === true
  const asked = facts.questions.flatMap(({ question, answer, call }) => {
    const place = main.placeOfCall(call)
    return place && answer === undefined && waits(call)
      ? [openThread('question', stripEmphasis(question), [place])]
      : []
  })
  const proposed = facts.plans.flatMap(({ title, verdict, call }) => {
    const place = main.placeOfCall(call)
    if (!place || verdict !== 'pending' || !waits(call)) return []
    return [openThread('plan', title ?? 'A plan waits for a verdict', [place])]
  })
  return [...asked, ...proposed.slice(-1)]
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
  if (stop)
    return [
      openThread('interrupted', unbreak(lastTelling(main.thread.turns, last)), firstPlaces([placeOf(stop), prompt])),
    ]
  const error = errors.find(
    ({ ending, places }) => ending === 'open' && places.some(({ agent, turn }) => agent === '' && turn === last.number),
  )
  const lastCall = thread.toolCalls.findLast(({ use }) => use?.turn === last.number && !use.isRepeat)
  const isAnswered = last.answer !== undefined && (lastCall?.use?.index ?? -1) < last.answer.index
  if (error && !isAnswered) {
    const name = NAMELESS.test(error.message) ? unbreak(lastTelling(thread.turns, last)) : error.message
    return [openThread('error', name, error.places)]
  }
  if (!prompt || isAnswered) return []
  // What a timer or a background task said is nobody's request.
  const isTelling = isRequest(last.origin) && saysSomething(last.text)
  if (last.messages === 0) return isTelling ? [openThread('prompt', unbreak(last.text), [prompt])] : []
  // The work broke off at a call; who is asked something there is told so.
  if (lastCall?.status !== 'pending' || WAITS.has(lastCall.name)) return []
  const text = isTelling ? unbreak(last.text) : `${lastCall.name} ${lastCall.headline}`
  return [openThread('prompt', text, firstPlaces([main.placeOfCall(lastCall), prompt]))]
}

/** What was stopped at `go on` is what was asked for before. */
function lastTelling(turns: readonly Turn[], last: Turn): string {
  const telling = turns.findLast(
    ({ number, origin, text, isRewound }) =>
      number <= last.number && !isRewound && isRequest(origin) && saysSomething(text),
  )
  return telling?.text ?? last.text
}

/** `500 {}`, `API error`: what was asked for tells more. */
const NAMELESS = /^(?:api ?error|error|internal server error|exit code|status|code|[\s\d:;.,{}()"'-])+$/i

const WAITS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode', 'exit_plan_mode'])

function openThread(kind: OpenThread['kind'], words: string, places: OpenThread['places']): OpenThread {
  const text = clip(words, MAX_TEXT)
  return { kind, text, key: text.toLowerCase(), places }
}
