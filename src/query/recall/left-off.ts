import { stripEcho } from '../../extract/strip-echo.ts'
import { answerLead } from '../../text/answer-lead.ts'
import { clip } from '../../text/clip.ts'
import { formatNumberOf } from '../../text/count.ts'
import { formatAge } from '../../time/age.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { type RecentSession, recentWork } from '../recent-work.ts'
import { findAskedFor, ownWordsOf } from './asked-for.ts'
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

/** A session that may be told of, and what speaks against it. */
export interface LeftOff {
  readonly item: RecallItem
  readonly because: string | undefined
}

/** The last sessions of the project, those of the branch first. */
export function listLeftOff(keep: IndexedKeep, request: SessionRecallRequest): readonly LeftOff[] {
  const { sessions } = recentWork(keep, {
    limits: { project: request.isEverywhere ? undefined : request.project, without: request.sessionId },
    branch: request.branch,
    limit: LOOKED_AT,
    since: request.now - BRANCH_MS,
  })
  const told: RecentSession[] = []
  return sessions.map(session => {
    const because = reasonAgainst(session, told, request)
    if (because === undefined) told.push(session)
    return { item: toItem(keep, session, told[0] === session, request), because }
  })
}

function reasonAgainst(
  session: RecentSession,
  told: readonly RecentSession[],
  { branch, now, seen, source }: SessionRecallRequest,
): string | undefined {
  const age = now - session.endedAtMs
  const isHere = branch === undefined || session.isSameBranch
  if (!isHere && age > ELSEWHERE_MS) return `it was on another branch, ${formatAge(session.endedAtMs, now)}`
  if (seen.has(keyOf(session))) return 'it was shown in this session'
  if (!isWork(session)) return 'it was a question or two, and nothing came of it'
  if (source === 'clear' && !isOpen(session)) return 'it ended well, and the window was emptied on purpose'
  const [last] = told
  if (!last) return undefined
  if (!isOpen(session)) return 'it ended well, and is not the last one'
  if (told.length > 1 || !isHere || age > SIDE_MS) return 'it is not the last one'
  // What the last one went on with is no longer open.
  return isTakenUp(session, last) ? 'the last one went on with its files' : undefined
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

function toItem(keep: IndexedKeep, session: RecentSession, isLast: boolean, request: SessionRecallRequest): RecallItem {
  const where = request.branch !== undefined && session.isSameBranch ? 'on this branch' : 'in this project'
  const what = isLast ? `the last session ${where}` : `another session ${where}, left open`
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
    text: describe(keep, session),
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
  const asked = findAskedFor(keep.store, session.session, session.last.turn)
  const { error, question } = session.ending
  return [
    `Asked: ${ownWordsOf(asked?.text ?? session.last.prompt, MAX_PROMPT)}`,
    describeEnd(session),
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
      session.commits.toReversed().map(({ sha, subject }) => clip(`${sha} ${subject ?? ''}`, MAX_TASK)),
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

const END_WORDS: { readonly [How in RecentSession['ending']['how']]: string } = {
  answered: 'Ended with: ',
  interrupted: 'Stopped by the user, after: ',
  failed: 'Broke off by a failed request, after: ',
  unanswered: 'Broke off in the middle of the work, after: ',
}

function describeEnd({ ending }: RecentSession): string | undefined {
  const answer = answerLead(stripEcho(ending.answer ?? ''), MAX_ANSWER)
  if (answer !== '') return END_WORDS[ending.how] + answer
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
