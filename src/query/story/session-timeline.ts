import type { ActivityKind } from '../../narrative/activity-kinds.ts'
import type { Place, SegmentStory, Story, TurnStory } from '../../narrative/story.ts'
import { clip } from '../../text/clip.ts'
import { shortSha } from '../../text/short-sha.ts'
import type { ToldStory } from './find-story.ts'

/** A session over its time: turns with what was done in each, and what happened at single moments. */
export interface SessionTimeline extends Omit<ToldStory, 'schema' | 'story'> {
  readonly schema: 'backscroll.session-timeline/1'
  readonly title: string
  /** In order; turn 0 only where something was done before the first prompt. */
  readonly turns: readonly TimelineTurn[]
  /** Prompts in all: the last turns are left out where they are very many. */
  readonly turnCount: number
  /** In the order of their turns and times. */
  readonly marks: readonly TimelineMark[]
}

export interface TimelineTurn {
  readonly number: number
  /** Head of the prompt. */
  readonly prompt: string
  /** Epoch milliseconds, like all times of a story. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  /** In the order in which they began. */
  readonly did: readonly TimelineActivity[]
  readonly outcome: TurnStory['outcome']
  readonly isRewound: boolean
}

export interface TimelineActivity {
  readonly kind: ActivityKind
  readonly count: number
  readonly failed: number
}

export const MARK_KINDS = [
  'commit',
  'pull-request',
  'tests-passed',
  'tests-failed',
  'error',
  'question',
  'correction',
  'interruption',
  'compaction',
] as const

export type MarkKind = (typeof MARK_KINDS)[number]

export interface TimelineMark {
  readonly kind: MarkKind
  /** Turn of the main thread. */
  readonly turn: number
  readonly at: number | undefined
  /** The entry it stands in, where one can be named. */
  readonly entry: string | undefined
  /** Of an agent; undefined: the main thread. */
  readonly agent: string | undefined
  readonly text: string
}

const MAX_TURNS = 10_000
const MAX_PROMPT = 160
const MAX_TEXT = 200

export function buildTimeline(told: ToldStory): SessionTimeline {
  const { story, sessionId, shortId, cwds, branch, models, startedAt, endedAt, activeMs } = told
  const marks = listMarks(story)
  const marked = new Set(marks.map(({ turn }) => turn))
  const turns = story.segments
    .flatMap(segment => segment.turns)
    .toSorted((a, b) => a.turn - b.turn)
    .filter(turn => turn.turn > 0 || turn.activities.length > 0 || turn.activeMs > 0 || marked.has(0))
  const shown = turns.slice(0, MAX_TURNS)
  const known = new Set(shown.map(({ turn }) => turn))
  return {
    sessionId,
    shortId,
    cwds,
    branch,
    models,
    startedAt,
    endedAt,
    activeMs,
    schema: 'backscroll.session-timeline/1',
    title: story.title,
    turns: shown.map(slimTurn),
    turnCount: turns.filter(({ turn }) => turn > 0).length,
    marks: [...marks, ...listFailures(shown, marks)]
      .filter(({ turn }) => known.has(turn))
      .toSorted((a, b) => a.turn - b.turn || (a.at ?? 0) - (b.at ?? 0)),
  }
}

function slimTurn({ turn, prompt, startedAt, endedAt, activeMs, activities, outcome, isRewound }: TurnStory) {
  const did = activities.map(({ kind, count, failed }) => ({ kind, count, failed }))
  return { number: turn, prompt: clip(prompt, MAX_PROMPT), startedAt, endedAt, activeMs, did, outcome, isRewound }
}

function listMarks(story: Story): readonly TimelineMark[] {
  const first = (kind: MarkKind, text: string, places: readonly Place[]): readonly TimelineMark[] =>
    places.slice(0, 1).map(place => markAt(kind, text, place))
  return [
    ...story.commits.flatMap(({ sha, subject, places }) =>
      first('commit', `${shortSha(sha, 8)} ${subject ?? ''}`.trim(), places),
    ),
    ...story.pullRequests.flatMap(({ url, isOpened, places }) => (isOpened ? first('pull-request', url, places) : [])),
    ...story.tests.flatMap(({ outcome, key, places }) =>
      outcome === 'unknown' ? [] : first(outcome === 'passed' ? 'tests-passed' : 'tests-failed', key, places),
    ),
    // An error that was met often is told with its first places.
    ...story.errors.flatMap(({ message, places }) => places.map(place => markAt('error', message, place))),
    ...story.questions.flatMap(({ question, places }) => first('question', question, places)),
    ...story.corrections.flatMap(({ text, places }) => first('correction', text, places)),
    ...story.interruptions.flatMap(({ during, places }) => first('interruption', during, places)),
    ...listCompactions(story.segments),
  ]
}

/** An error that is met again and again has its first places alone: of the other turns it is known that calls failed. */
function listFailures(turns: readonly TurnStory[], marks: readonly TimelineMark[]): readonly TimelineMark[] {
  const told = new Set(marks.filter(({ kind }) => kind === 'error' || kind === 'tests-failed').map(({ turn }) => turn))
  return turns.flatMap(({ turn, activities }): readonly TimelineMark[] => {
    if (told.has(turn) || activities.every(({ failed }) => failed === 0)) return []
    return [{ kind: 'error', turn, at: undefined, entry: undefined, agent: undefined, text: '' }]
  })
}

function markAt(kind: MarkKind, text: string, { turn, at, uuid, agent }: Place): TimelineMark {
  return { kind, turn, at, entry: uuid, agent: agent === '' ? undefined : agent, text: clip(text, MAX_TEXT) }
}

/** A story has no entry for them: one stands before the first that is told of the next segment, in the last turn so far. */
function listCompactions(segments: readonly SegmentStory[]): readonly TimelineMark[] {
  let turn = 0
  return segments.flatMap((segment, index) => {
    turn = Math.max(turn, ...segment.turns.map(told => told.turn))
    if (segment.endedBy !== 'compaction') return []
    const at = firstTimeOf(segments[index + 1]) ?? segment.endedAt
    return [{ kind: 'compaction' as const, turn, at, entry: undefined, agent: undefined, text: '' }]
  })
}

function firstTimeOf(segment: SegmentStory | undefined): number | undefined {
  const places = segment?.results?.activities.flatMap(activity => activity.places) ?? []
  const times = [segment?.startedAt, ...places.map(({ at }) => at)].filter(at => at !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}
