import { type AnswerPoints, readPoints } from '../../narrative/wording/answer-points.ts'
import { clip } from '../../text/clip.ts'
import { formatNumberOf } from '../../text/count.ts'
import { shortSha } from '../../text/short-sha.ts'
import { formatAge } from '../../time/age.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readAnswer } from '../lookups/answer-head.ts'
import { type RecentSession, recentWork } from '../recent-work.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { type AskedFor, findAskedFor, sayAsked } from './asked-for.ts'
import type { RecallItem, SessionRecallRequest } from './recall.ts'
import { turnKey } from './turn-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A branch is gone back to after weeks, and then it is just what somebody forgot. */
const BRANCH_MS = 30 * DAY_MS
/** Of another branch: after two weeks it is no longer what one is at. */
const ELSEWHERE_MS = 14 * DAY_MS
/** Beside the last session one more may be told of, if it broke off in these days. */
const SIDE_MS = 3 * DAY_MS
const LOOKED_AT = 4
/** Work that broke off elsewhere is worth more than what the branch saw weeks ago. */
const LOOKED_AT_ELSEWHERE = 2

/** A session that may be told of, and what speaks against it. */
export interface LeftOff {
  /** Without a text where something speaks against it. */
  readonly item: RecallItem
  readonly because: string | undefined
}

/** The last sessions of the project, those of the branch first. */
export function listLeftOff(keep: IndexedKeep, request: SessionRecallRequest): readonly LeftOff[] {
  const { sessions } = recentWork(keep, {
    limits: { project: request.isEverywhere ? undefined : request.project, without: request.sessionId },
    branch: request.branch,
    limit: LOOKED_AT,
    elsewhere: LOOKED_AT_ELSEWHERE,
    since: request.now - BRANCH_MS,
  })
  const looked = { sessions, told: [] as RecentSession[], isSeen: false }
  return sessions.map(session => {
    const because = reasonAgainst(session, looked, request)
    if (because === undefined) looked.told.push(session)
    const isFirst = looked.told.length === 0 || looked.told[0] === session
    const item = toItem(session, { request, isFirst, isLast: session === sessions[0] })
    if (because !== undefined) return { item, because }
    return { item: { ...item, text: isFirst ? describe(keep, session) : describeShortly(keep, session) }, because }
  })
}

interface Looked {
  /** All of them, those of the branch first. */
  readonly sessions: readonly RecentSession[]
  readonly told: RecentSession[]
  /** One that was worth a word was told before: an older one in its place would be no news. */
  isSeen: boolean
}

function reasonAgainst(
  session: RecentSession,
  looked: Looked,
  { branch, now, seen, source, running }: SessionRecallRequest,
): string | undefined {
  if (running?.has(session.sessionId)) return 'it runs in another window'
  const age = now - session.endedAtMs
  const isHere = branch === undefined || session.isSameBranch
  if (!isHere && age > ELSEWHERE_MS) return `it was on another branch, ${formatAge(session.endedAtMs, now)}`
  if (seen.has(keyOf(session))) {
    looked.isSeen = true
    return 'it was shown in this session'
  }
  if (looked.isSeen) return 'a newer one was shown in this session'
  if (!isWork(session)) return 'it was a question or two, and nothing came of it'
  if (source === 'clear' && !isOpen(session)) return 'it ended well, and the window was emptied on purpose'
  if (looked.told.length === 0) return undefined
  if (!isOpen(session)) return 'it ended well, and is not the last one'
  if (looked.told.length > 1 || age > SIDE_MS) return 'it is not the last one'
  // What a newer one went on with is no longer open.
  const isTaken = looked.sessions.some(other => other.endedAtMs > session.endedAtMs && isTakenUp(session, other))
  return isTaken ? 'a newer one went on with its files' : undefined
}

/** So many prompts are a discussion, whatever came of it. */
const MIN_TURNS = 3

/** Something was done, or talked over at length. A request that never got an answer is work only if it changed something. */
function isWork({ files, commits, openTasks, ending, turns }: RecentSession): boolean {
  if (files.length + commits.length + openTasks.length > 0 || ending.question !== undefined) return true
  return ending.answer !== undefined && (turns >= MIN_TURNS || ending.how !== 'answered')
}

/** Something was left to do. */
function isOpen({ ending, openTasks }: RecentSession): boolean {
  return ending.how !== 'answered' || ending.error !== undefined || openTasks.length > 0
}

function isTakenUp(session: RecentSession, last: RecentSession): boolean {
  const names = new Set(last.files.map(({ path }) => path))
  return session.files.some(({ path }) => names.has(path))
}

function keyOf({ last, sessionId }: RecentSession): string {
  return turnKey({ promptUuid: last.entryUuid, sessionId, turn: last.turn })
}

interface Telling {
  readonly request: SessionRecallRequest
  readonly isFirst: boolean
  /** None of the branch, or else of the project, went on after it. */
  readonly isLast: boolean
}

function toItem(session: RecentSession, { request, isFirst, isLast }: Telling): RecallItem {
  const { branch } = request
  const isHere = branch !== undefined && session.isSameBranch
  const where = isHere ? 'on this branch' : 'in this project'
  // One that is passed over came later: this is the last work, not the last session.
  const first = isLast ? `the last session ${where}` : `the last work ${where}`
  const what = isFirst
    ? first
    : `another session ${isHere || branch === undefined ? where : 'on another branch'}, left open`
  return {
    key: keyOf(session),
    kind: 'left-off',
    sessionId: session.sessionId,
    shortId: session.shortId,
    turn: session.last.turn,
    entryUuid: session.last.entryUuid,
    title: session.title,
    project: session.project,
    branch: session.branch,
    at: session.endedAt,
    text: '',
    score: 1,
    why: `${what}, ${formatAge(session.endedAtMs, request.now)}`,
  }
}

const MAX_PROMPT = 280
const MAX_ANSWER = 380
const MAX_TASK = 100
const MAX_TASKS = 5
const MAX_FILES = 6
const MAX_COMMITS = 3

function describe(keep: IndexedKeep, session: RecentSession): string {
  const { error, question } = session.ending
  const asked = findAskedFor(keep.store, session.session, session.last.turn)
  const points = readEnd(keep, session, asked, MAX_ANSWER)
  return [
    sayPrompt(session, asked, MAX_PROMPT),
    describeEnd(session, points.told),
    points.open.length === 0 ? undefined : `Left open: ${points.open.join('\n')}`,
    question && `A question waits: ${clip(question, MAX_PROMPT)}`,
    error && `Still failing: ${clip(error, MAX_PROMPT)}`,
    listSome(
      'Open',
      session.openTasks.map(({ subject }) => clip(subject, MAX_TASK)),
      MAX_TASKS,
    ),
    listSome(
      'Changed',
      session.files.map(({ path }) => belowRoot(path, session.projectPath)),
      MAX_FILES,
      session.filesCount,
    ),
    listSome(
      'Committed',
      session.commits.toReversed().map(({ sha, subject }) => clip(`${shortSha(sha, 40)} ${subject ?? ''}`, MAX_TASK)),
      MAX_COMMITS,
    ),
    listSome(
      'Pull request',
      session.pullRequests.map(({ url }) => url),
      1,
    ),
  ]
    .filter(line => line !== undefined && line !== '')
    .join('\n')
}

const MAX_SIDE = 140

/** That it is there, and where it stopped. */
function describeShortly(keep: IndexedKeep, session: RecentSession): string {
  const { pullRequests } = session
  const asked = findAskedFor(keep.store, session.session, session.last.turn)
  const points = readEnd(keep, session, asked, MAX_SIDE)
  return [
    sayPrompt(session, asked, MAX_SIDE),
    describeEnd(session, (points.open.length > 0 ? points.open : points.told).slice(0, 1)),
    listSome(
      'Pull request',
      pullRequests.map(({ url }) => url),
      1,
    ),
  ]
    .filter(line => line !== undefined)
    .join('\n')
}

function sayPrompt({ last }: RecentSession, asked: AskedFor | undefined, max: number): string | undefined {
  const said = sayAsked(asked ?? { text: last.prompt, after: undefined }, max)
  return said === '' ? undefined : `Asked: ${said}`
}

/** What an ending holds of an answer; a longer one is read again. */
const HEAD_CHARS = 1000

/** Of the last answer that says something: "Committed and pushed." tells nothing of the work. */
function readEnd(
  keep: IndexedKeep,
  { session, ending, last }: RecentSession,
  asked: AskedFor | undefined,
  max: number,
): AnswerPoints {
  const entries = createEntryReader(keep)
  const read = (turn: number): AnswerPoints => readPoints(readAnswer(keep, entries, { session, turn }), max)
  const isCut = (ending.answer?.length ?? 0) >= HEAD_CHARS - 1
  const own = isCut ? read(last.turn) : readPoints(ending.answer, max)
  const before = asked?.after
  if (before === undefined || (own.told.length > 0 && own.hasReason) || own.open.length > 0) return own
  const turns = [last.turn - 1, before.turn].filter((turn, at, all) => turn >= before.turn && all.indexOf(turn) === at)
  for (const turn of turns) {
    const points = read(turn)
    if (points.told.length + points.open.length === 0) continue
    // What was said last stays, where it says anything: that what was open is done, maybe.
    return own.told.length === 0 ? points : { ...points, told: [...points.told.slice(0, 1), ...own.told.slice(0, 1)] }
  }
  return own
}

const END_WORDS: { readonly [How in RecentSession['ending']['how']]: string } = {
  answered: 'Ended with: ',
  interrupted: 'Stopped by the user, after: ',
  failed: 'Broke off by a failed request, after: ',
  unanswered: 'Broke off in the middle of the work, after: ',
}

function describeEnd({ ending }: RecentSession, told: readonly string[]): string | undefined {
  if (told.length > 0) return END_WORDS[ending.how] + told.join('\n')
  return ending.how === 'answered' ? undefined : END_WORDS[ending.how].replace(/, after: $/, '.')
}

function listSome(name: string, items: readonly string[], max: number, count = items.length): string | undefined {
  if (items.length === 0) return undefined
  const shown = items.slice(0, max)
  const more = count - shown.length
  return `${name}: ${shown.join('; ')}${more > 0 ? ` and ${formatNumberOf(more, 'more', 'more')}` : ''}`
}

/** As one types it there. */
export function belowRoot(path: string, root: string): string {
  return path.startsWith(`${root}/`) || path.startsWith(`${root}\\`) ? path.slice(root.length + 1) : path
}
