import type { Message, Session, Turn } from '../model/session.ts'
import { clip } from '../text/clip.ts'
import { type CallDone, groupByKind, listCallsDone, sumActivities } from './extract/activities.ts'
import { listCorrections } from './extract/corrections.ts'
import { listDecisions } from './extract/decisions.ts'
import { listErrors } from './extract/errors.ts'
import { findLoops } from './extract/loops.ts'
import { findRequest, listSegmentRequests } from './extract/request.ts'
import {
  listCommits,
  listFiles,
  listInterruptions,
  listPlans,
  listPullRequests,
  listQuestions,
  listTests,
} from './extract/results.ts'
import { listSignals, measure } from './extract/signals.ts'
import { findStoppedTurns } from './extract/stopped-turns.ts'
import { summarize } from './extract/summary.ts'
import { listTags } from './extract/tags.ts'
import { listThreads } from './extract/threads.ts'
import { buildScene, EVERYWHERE, firstPlaces, type Scene, type Within } from './scene.ts'
import type { Results, SegmentStory, Story, TurnStory } from './story.ts'
import type { Told } from './told/told.ts'

/** The account of a session, from the model and from what its texts told. */
export function buildStory(session: Session, told: Told): Story {
  const scene = buildScene(session, told)
  const done = listCallsDone(scene)
  const results = listResults(scene, done, EVERYWHERE)
  const request = findRequest(scene, done)
  const loops = findLoops(done, results.tests)
  return {
    title: session.title.text,
    titleFrom: session.title.from,
    summary: summarize(scene, results, request),
    request,
    tags: listTags(scene, results),
    segments: listSegments(scene, done, results.threads),
    ...results,
    signals: listSignals(scene, results, loops),
    measures: measure(scene, results, loops),
  }
}

/** `left`: what the session leaves open, where that is known. */
function listResults(scene: Scene, done: readonly CallDone[], within: Within, left?: Results['threads']): Results {
  const tests = listTests(scene, within)
  const errors = listErrors(scene, within)
  const threads = left ?? listThreads(scene, { tests, errors, done })
  return {
    activities: sumActivities(done, within),
    files: listFiles(scene, within),
    commits: listCommits(scene, within),
    pullRequests: listPullRequests(scene, within),
    tests,
    errors,
    questions: listQuestions(scene, within),
    plans: listPlans(scene, within),
    decisions: listDecisions(scene, within),
    threads: threads.filter(({ places }) => places[0] !== undefined && within(places[0])),
    corrections: listCorrections(scene, within),
    interruptions: listInterruptions(scene, within),
  }
}

/** What came of each part is told of the last hundred: a session is hardly ever compacted as often. */
const MAX_PARTS_TOLD = 100

function listSegments(scene: Scene, done: readonly CallDone[], left: Results['threads']): readonly SegmentStory[] {
  const { segments, turns } = scene.main.thread
  const byTurn = Map.groupBy(done, ({ place }) => place.turn)
  const failed = new Set(lastOfTurns(scene).flatMap(({ isApiError, turn }) => (isApiError ? [turn] : [])))
  const stopped = findStoppedTurns(scene.main.thread)
  const requests = listSegmentRequests(scene, done)
  const turnsOf = Map.groupBy(turns, turn => segmentOf(scene, turn))
  return segments.map(({ index }, at) => {
    const within: Within = place => place.segment === index
    const own = turnsOf.get(index) ?? []
    const isTold = segments.length > 1 && at >= segments.length - MAX_PARTS_TOLD
    return {
      index,
      endedBy: at < segments.length - 1 ? 'compaction' : 'end',
      startedAt: least(own.map(({ startedAt }) => startedAt)),
      endedAt: most(own.map(({ endedAt }) => endedAt)),
      request: requests.get(index),
      turns: own.map(turn =>
        tellTurn(scene, turn, {
          done: byTurn.get(turn.number) ?? [],
          isFailed: failed.has(turn.number),
          isStopped: stopped.has(turn.number),
        }),
      ),
      results: isTold ? listResults(scene, done, within, left) : undefined,
    }
  })
}

/** A turn belongs to the segment it began in, though its work may go on after a compaction. */
function segmentOf({ main: { thread } }: Scene, { first }: Turn): number {
  return thread.entries[first]?.segment ?? 0
}

const MAX_PROMPT = 300

function tellTurn(
  { main }: Scene,
  turn: Turn,
  { done, ...end }: TurnEnd & { readonly done: readonly CallDone[] },
): TurnStory {
  const { number, text, startedAt, endedAt, activeMs, isRewound } = turn
  return {
    turn: number,
    prompt: clip(text, MAX_PROMPT),
    startedAt,
    endedAt,
    activeMs,
    activities: groupByKind(done),
    answer: main.told.answers.get(number)?.told ?? [],
    outcome: outcomeOf(turn, end),
    isRewound,
    places: firstPlaces([turn.prompt && main.placeOf(turn.prompt), turn.answer && main.placeOf(turn.answer)]),
  }
}

/** The last message of each turn of the main thread. */
function lastOfTurns({ main }: Scene): readonly Message[] {
  return [...new Map(main.thread.messages.map(message => [message.turn, message])).values()]
}

interface TurnEnd {
  readonly isFailed: boolean
  readonly isStopped: boolean
}

function outcomeOf({ answer }: Turn, { isFailed, isStopped }: TurnEnd): TurnStory['outcome'] {
  if (isStopped) return 'interrupted'
  if (isFailed) return 'failed'
  return answer === undefined ? 'open' : 'answered'
}

function least(times: readonly (number | undefined)[]): number | undefined {
  return times.reduce(
    (least, time) => (time === undefined || (least !== undefined && least <= time) ? least : time),
    undefined,
  )
}

function most(times: readonly (number | undefined)[]): number | undefined {
  return times.reduce(
    (most, time) => (time === undefined || (most !== undefined && most >= time) ? most : time),
    undefined,
  )
}
