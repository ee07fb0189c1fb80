import type { CommandRun, FileTouch } from '../../model/facts/facts.ts'
import { mayOpenPullRequest } from '../../model/tools/git-output.ts'
import { isPlanFile } from '../classify-file.ts'
import { comparePlaces, firstPlaces, type Scene, type Within } from '../scene.ts'
import type {
  CommitResult,
  FileResult,
  Interruption,
  Place,
  PlanResult,
  PullRequestResult,
  QuestionResult,
  TestResult,
} from '../story.ts'
import { testKey } from '../tests-run/read-test-run.ts'
import { findAcceptedPlans } from './accepted-plans.ts'
import { findRemoval, listRemovals, type Removal } from './removed-files.ts'

interface Touch {
  readonly touch: FileTouch
  readonly place: Place
}

/** Changed files, most changed first. What was read only is no result, nor is the client's file of a plan. */
export function listFiles(scene: Scene, within: Within): readonly FileResult[] {
  const { threads, session } = scene
  const byPath = new Map<string, Touch[]>()
  for (const { thread, placeOfCall } of threads) {
    for (const touch of thread.facts.files) {
      const place = touch.action === 'read' || isPlanFile(touch.path) ? undefined : placeOfCall(touch.call)
      if (!place || !within(place)) continue
      const known = byPath.get(touch.path)
      if (known) known.push({ touch, place })
      else byPath.set(touch.path, [{ touch, place }])
    }
  }
  if (byPath.size === 0) return []
  const removals = listRemovals(scene).filter(({ place }) => within(place))
  return [...byPath]
    .map(([path, touches]) => sumTouches(path, touches, { removals, cwds: session.cwds }))
    .sort((a, b) => b.added + b.removed - a.added - a.removed || (a.path < b.path ? -1 : 1))
}

function sumTouches(
  path: string,
  touches: readonly Touch[],
  known: { readonly removals: readonly Removal[]; readonly cwds: readonly string[] },
): FileResult {
  const inOrder = touches.toSorted((a, b) => comparePlaces(a.place, b.place))
  const [first, last] = [inOrder[0]?.touch.action, inOrder.at(-1) as Touch]
  const removed = findRemoval(path, { ...known, since: last.place })
  return {
    path,
    change: last.touch.action === 'delete' || removed ? 'deleted' : first === 'create' ? 'created' : 'changed',
    edits: touches.length,
    added: touches.reduce((sum, { touch }) => sum + touch.added, 0),
    removed: touches.reduce((sum, { touch }) => sum + touch.removed, 0),
    places: firstPlaces([removed, ...inOrder.map(({ place }) => place)]),
  }
}

/** Each commit once: an amended one has another hash, and git may print the same twice. */
export function listCommits({ threads }: Scene, within: Within): readonly CommitResult[] {
  const bySha = new Map<string, CommitResult>()
  for (const { thread, placeOfCall } of threads) {
    for (const { sha, subject, branch, call } of thread.facts.commits) {
      const place = placeOfCall(call)
      if (!place || !within(place)) continue
      const key = sha || `${call.id} ${subject}`
      const known = bySha.get(key)
      if (!known) bySha.set(key, { sha, subject, branch, places: [place] })
      else if (known.subject === undefined && subject !== undefined) bySha.set(key, { ...known, subject })
    }
  }
  return inOrder([...bySha.values()])
}

/** Where the client linked it right after it was opened, its own line stands before the output of the command. */
export function listPullRequests({ threads }: Scene, within: Within): readonly PullRequestResult[] {
  const byUrl = new Map<string, PullRequestResult>()
  for (const { thread, placeOf } of threads) {
    const opening = new Set(thread.facts.commands.filter(isOpening).map(({ call }) => call.use?.turn))
    for (const { url, number, repository, entry, knownBy } of thread.facts.pullRequests) {
      const place = placeOf(entry)
      if (!within(place)) continue
      const isOpened = knownBy === 'command-output' || opening.has(entry.turn)
      const known = byUrl.get(url)
      if (!known) byUrl.set(url, { url, number, repository, isOpened, places: [place] })
      else if (isOpened && !known.isOpened) byUrl.set(url, { ...known, isOpened, places: [place, ...known.places] })
    }
  }
  return inOrder([...byUrl.values()])
}

function isOpening({ text, exitCode }: CommandRun): boolean {
  return exitCode === 0 && mayOpenPullRequest(text)
}

export function listTests({ threads }: Scene, within: Within): readonly TestResult[] {
  const tests = threads.flatMap(({ thread, told, placeOf }) =>
    told.tests.flatMap(({ entry, call: _call, command, ...reading }) => {
      const kept = thread.entries[entry]
      const place = kept && placeOf(kept)
      return place && within(place) ? [{ command, key: testKey(command), ...reading, places: [place] }] : []
    }),
  )
  return inOrder(tests)
}

/** Questions of the main thread: an agent has nobody to ask. */
export function listQuestions({ main }: Scene, within: Within): readonly QuestionResult[] {
  return main.thread.facts.questions.flatMap(({ question, options, answer, call }) => {
    const place = main.placeOfCall(call)
    return place && within(place)
      ? [{ question, options, answer, places: firstPlaces([place, resultPlace(main, call)]) }]
      : []
  })
}

export function listPlans(scene: Scene, within: Within): readonly PlanResult[] {
  const { main } = scene
  const accepted = findAcceptedPlans(scene)
  return main.thread.facts.plans.flatMap(({ version, title, verdict: told, feedback, call }) => {
    const place = main.placeOfCall(call)
    if (!place || !within(place)) return []
    const verdict = accepted.has(call) ? 'approved' : told
    const places = firstPlaces([place, resultPlace(main, call), accepted.get(call)])
    return [{ version, title, verdict, feedback, places }]
  })
}

/** Where the person's word to a call stands. */
export function resultPlace(
  { thread, placeOf }: Scene['main'],
  { result }: { readonly result: Parameters<Scene['main']['placeOf']>[0] | undefined },
): Place | undefined {
  return result && thread.entries[result.index] === result ? placeOf(result) : undefined
}

const MAX_DURING = 120

export function listInterruptions(scene: Scene, within: Within): readonly Interruption[] {
  const { thread, placeOf } = scene.main
  const stops = thread.entries.filter(entry => entry.role === 'interruption' && !entry.isRepeat)
  if (stops.length === 0) return []
  const accepted = findAcceptedPlans(scene)
  const calls = Map.groupBy(thread.toolCalls, ({ use }) => use?.turn)
  const prompts = thread.turns.filter(({ prompt }) => prompt !== undefined)
  let behind = 0
  return stops.flatMap(entry => {
    const place = placeOf(entry)
    if (!within(place)) return []
    const call = calls.get(entry.turn)?.findLast(({ use }) => use !== undefined && use.index < entry.index)
    if (call && accepted.has(call)) return []
    while ((prompts[behind]?.prompt?.index ?? Number.POSITIVE_INFINITY) <= entry.index) behind++
    const next = prompts[behind]
    return [
      {
        during: call && STOPPED.has(call.status) ? `${call.name} ${call.headline}`.trim().slice(0, MAX_DURING) : '',
        next: next?.text,
        places: firstPlaces([place, next?.prompt && placeOf(next.prompt)]),
      },
    ]
  })
}

const STOPPED: ReadonlySet<string> = new Set(['interrupted', 'rejected', 'pending', 'error'])

function inOrder<Item extends { readonly places: readonly Place[] }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => comparePlaces(a.places[0], b.places[0]))
}
