import { clip } from '../../text/clip.ts'
import { formatNumberOf } from '../../text/count.ts'
import { shortSha } from '../../text/short-sha.ts'
import { firstPlaces, type Scene } from '../scene.ts'
import type { Activity, Results, Sentence, TestResult } from '../story.ts'

const MAX_REQUEST = 200
const MAX_LISTED = 3

/** One paragraph: what was asked, what was done, what came of it, what was said last, what is open. */
export function summarize(scene: Scene, results: Results, request: Sentence | undefined): readonly Sentence[] {
  const asked = request
    ? [
        {
          text: `Asked: “${clip(request.text, MAX_REQUEST)}”${endsSentence(request.text) ? '' : '.'}`,
          places: request.places,
        },
      ]
    : []
  const done = [...asked, ...tellWork(scene, results)]
  const came = [...tellCommits(results), ...tellAnswer(scene, endOfTests(results)), ...tellOpen(results)]
  return [...done, ...tellTests(results, [...done, ...came]), ...came]
}

/** A mark inside the quotation ends the sentence; where it is cut, dots stand there. */
function endsSentence(text: string): boolean {
  return text.length > MAX_REQUEST || /[.!?…。！？]$/.test(text)
}

function tellWork(scene: Scene, { activities, files }: Results): readonly Sentence[] {
  const parts: Sentence[] = activities.flatMap(activity => {
    const text = WORDS[activity.kind]?.(activity, scene)
    return text === undefined ? [] : [{ text, places: activity.places }]
  })
  if (files.length > 0) {
    const added = files.reduce((sum, file) => sum + file.added, 0)
    const removed = files.reduce((sum, file) => sum + file.removed, 0)
    const text = `changed ${formatNumberOf(files.length, 'file')} (+${added} −${removed})`
    parts.unshift({ text, places: firstPlaces(files.flatMap(({ places }) => places.slice(0, 1))) })
  }
  if (parts.length === 0) return []
  const text = joinWords(parts.map(part => part.text))
  return [
    {
      text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
      places: firstPlaces(parts.flatMap(part => part.places.slice(0, 1))),
    },
  ]
}

/** Kinds that the files, tests and commits tell of are left out here. */
const WORDS: { readonly [kind in Activity['kind']]?: (activity: Activity, scene: Scene) => string } = {
  explored: ({ count }) => `looked around (${formatNumberOf(count, 'call')})`,
  planned: () => 'planned',
  debugged: ({ count }) => `debugged (${formatNumberOf(count, 'edit')})`,
  built: ({ count }) => `built ${formatTimes(count)}`,
  delegated: (_, scene) => tellDelegated(scene),
  researched: ({ count }) => `searched the web (${formatNumberOf(count, 'call')})`,
  asked: ({ count }) => `asked ${formatTimes(count)}`,
  reviewed: ({ count }) => (count === 1 ? 'looked at a pull request' : `reviewed (${formatNumberOf(count, 'call')})`),
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

/** Messages to agents that are at work are no tasks of their own. */
function tellDelegated({ threads }: Scene): string {
  const tasks = threads.reduce(
    (sum, { thread }) => sum + thread.toolCalls.filter(({ name }) => STARTS.has(name)).length,
    0,
  )
  return tasks === 0 ? 'wrote to agents' : `delegated ${formatNumberOf(tasks, 'task')}`
}

const STARTS: ReadonlySet<string> = new Set(['Task', 'Agent', 'Workflow'])

type TestsEnd = TestResult['outcome']

/** As the last run went; failed where some fail that no later run covers. */
function endOfTests({ tests, threads }: Results): TestsEnd {
  const open = new Set(threads.flatMap(({ kind, key }) => (kind === 'tests' ? [key] : [])))
  if (tests.some(({ outcome, key }) => outcome === 'failed' && open.has(key))) return 'failed'
  return tests.at(-1)?.outcome ?? 'unknown'
}

/**
 * One verdict, that of the end. Where others speak of failing or passing, it is told in other words, so that the paragraph
 * does not seem to say both.
 */
function tellTests(results: Results, others: readonly Sentence[]): readonly Sentence[] {
  const { tests } = results
  const last = tests.at(-1)
  if (!last) return []
  const end = endOfTests(results)
  const said = others.map(({ text }) => text).join(' ')
  const verdict = end === 'unknown' ? '' : OPPOSITES[end].test(said) ? OTHER_WORDS[end] : end
  const unknown = tests.filter(({ outcome }) => outcome === 'unknown').length
  const runs = `Ran tests ${formatTimes(tests.length)}${unknown > 0 ? ` (${unknown} with unknown outcome)` : ''}`
  const text =
    verdict === '' ? runs : tests.length === 1 ? `The tests ${verdict}` : `${runs}; in the end they ${verdict}`
  return [
    { text: `${text}.`, places: firstPlaces([last.places[0], ...tests.flatMap(({ places }) => places.slice(0, 1))]) },
  ]
}

const OPPOSITES = { passed: /fail/i, failed: /pass(?:ed|es|ing)?\b/i } as const
const OTHER_WORDS = { passed: 'succeeded', failed: 'did not succeed' } as const

function tellCommits({ commits, pullRequests }: Results): readonly Sentence[] {
  const named = commits
    .slice(-MAX_LISTED)
    .map(({ sha, subject }) => `${shortSha(sha, 8)}${subject ? ` ${clip(subject, 80)}` : ''}`)
  const more = commits.length > MAX_LISTED ? ` and ${commits.length - MAX_LISTED} before` : ''
  const committed =
    commits.length === 0
      ? []
      : [
          {
            text: `Committed ${named.join('; ')}${more}.`,
            places: firstPlaces(commits.flatMap(({ places }) => places)),
          },
        ]
  const opened = pullRequests.filter(({ isOpened }) => isOpened)
  if (opened.length === 0) return committed
  const text = `Opened ${opened.map(({ url, number, repository }) => (number === undefined ? url : `${repository ?? ''}#${number}`)).join(', ')}.`
  return [...committed, { text, places: firstPlaces(opened.flatMap(({ places }) => places)) }]
}

/** What the last answer says was found or done, unless it says of the tests what they do not show. */
function tellAnswer({ main }: Scene, tests: TestsEnd): readonly Sentence[] {
  const last = main.thread.turns.findLast(({ isRewound, number }) => !isRewound && main.told.answers.has(number))
  const answer = last && main.told.answers.get(last.number)
  const kept = answer && main.thread.entries[answer.entry]
  if (!kept || answer.point === undefined || denies(answer.point, tests)) return []
  return [{ text: `In the end: “${clip(answer.point, 240)}”`, places: [main.placeOf(kept)] }]
}

const ABOUT_TESTS = /\b(?:tests?|suites?|specs?|checks?|builds?|ci)\b/i

function denies(point: string, end: TestsEnd): boolean {
  if (OPPOSITES.passed.test(point) && OPPOSITES.failed.test(point)) return true
  return end !== 'unknown' && OPPOSITES[end].test(point) && ABOUT_TESTS.test(point)
}

function tellOpen({ threads }: Results): readonly Sentence[] {
  if (threads.length === 0) return []
  const named = threads.slice(0, 2).map(({ text }) => clip(text, 100).replace(/[.;,\s]+$/, ''))
  const more = threads.length > 2 ? ` and ${threads.length - 2} more` : ''
  const text = `Left open: ${named.join('; ')}${more}`
  return [
    {
      text: /[?!…]$/.test(text) ? text : `${text}.`,
      places: firstPlaces(threads.flatMap(({ places }) => places.slice(0, 1))),
    },
  ]
}

function joinWords(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
