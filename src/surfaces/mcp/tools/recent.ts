import { z } from 'zod'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { type RecentSession, type RecentWork, recentWork } from '../../../query/recent-work.ts'
import { formatChangedLines } from '../../../text/changed-lines.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shortSha } from '../../../text/short-sha.ts'
import type { Zone } from '../../../time/zone.ts'
import { answerLine, isOpeningOf } from '../answer-line.ts'
import { cite, nextCall, target } from '../cite.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { limitsElsewhere, limitsOf } from '../limits.ts'
import { formatWhen, oneLine } from '../lines.ts'
import { placeBelow } from '../place-below.ts'
import type { McpWorld } from '../world.ts'

const input = z.object({
  limit: z.number().int().min(1).max(50).optional().describe('Sessions at most; 5 where not given.'),
  branch: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only sessions that were on this git branch; without it those of the current branch come first.'),
})
type Input = z.output<typeof input>

export const recentTool = defineTool({
  name: 'recent',
  title: 'What was going on lately',
  description:
    'The last sessions of this project, those of the current branch first: when, about what, what was asked last, how it ' +
    'ended, tasks left open, files changed, commits and pull requests. Call it at the start of work that goes on from ' +
    'earlier, and when the user says "continue", "where were we", "what is left", "what did I do yesterday". ' +
    'Next: `timeline` with a session id for its course, `read` with a citation [id:turn] for the words.',
  input,
  run: (world, call) => world.ask(keep => answerRecent(world, keep, call), call.signal),
})

const DEFAULT_LIMIT = 5

function answerRecent(world: McpWorld, keep: IndexedKeep, call: ToolCall<Input>): ToolAnswer {
  const { scope, from } = call
  const { branch, limit = DEFAULT_LIMIT } = call.input
  const asked = { branch: branch ?? scope.branch, onlyBranch: branch !== undefined, limit }
  const limits = limitsOf(scope)
  const typed = recentWork(keep, { ...asked, limits })
  // Where only programs ever asked, theirs are the sessions that are meant.
  const isOfPrograms = typed.total === 0 && typed.withoutPerson > 0
  const work = isOfPrograms ? recentWork(keep, { ...asked, limits, withPrograms: true }) : typed
  if (work.sessions.length === 0) return answerNothing(keep, call, asked)
  const blocks = work.sessions.map(session => formatSession(session, world.zone, scope.kind === 'all'))
  return {
    head: describeFound(work, { ...asked, isOfPrograms }),
    blocks: blocks.slice(from),
    total: blocks.length,
    tail: nextWords(call, work),
    isEmpty: false,
  }
}

interface Asked {
  readonly branch: string | undefined
  readonly onlyBranch: boolean
  readonly limit: number
}

function answerNothing(keep: IndexedKeep, { scope }: ToolCall<Input>, asked: Asked): ToolAnswer {
  const on = asked.onlyBranch ? ` on branch ${oneLine(asked.branch ?? '', 100)}` : ''
  const where = scope.kind === 'project' ? ` of project ${oneLine(scope.project.name, 60)}` : ''
  const anyBranch = asked.onlyBranch
    ? recentWork(keep, { ...asked, onlyBranch: false, limit: 0, limits: limitsOf(scope) })
    : undefined
  const others =
    anyBranch && anyBranch.total > 0
      ? `${formatNumberOf(anyBranch.total, 'session')} on other branches: leave out branch.`
      : ''
  const nothing = {
    head: `No earlier session${where}${on} is kept.`,
    blocks: [],
    total: 0,
    tail: others,
    isEmpty: true,
  }
  if (scope.kind === 'all') return nothing
  const { total } = recentWork(keep, { ...asked, limit: 0, limits: limitsElsewhere(scope) })
  return { ...nothing, elsewhere: { count: total, what: total === 1 ? 'session' : 'sessions', projects: [] } }
}

function describeFound(
  work: RecentWork,
  { branch, onlyBranch, isOfPrograms }: Asked & { isOfPrograms: boolean },
): string {
  const { sessions, conversations, onBranch, withoutPerson } = work
  const shown =
    conversations > sessions.length
      ? `The last ${sessions.length} of ${formatNumberOf(conversations, 'session')}`
      : formatNumberOf(sessions.length, 'session')
  const name = branch === undefined ? '' : oneLine(branch, 100)
  const order = onlyBranch
    ? ` on branch ${name}, newest first`
    : branch === undefined
      ? ', newest first'
      : onBranch > 0
        ? `; ${onBranch} on branch ${name}, which come first`
        : `, newest first; none was on branch ${name}`
  const programs = isOfPrograms
    ? ' No person typed in any of them: they were run by programs.'
    : withoutPerson > 0
      ? ` ${formatNumberOf(withoutPerson, 'session')} run by programs left out.`
      : ''
  return `${shown}${order}.${programs}`
}

const MAX_TITLE = 100
const MAX_PROMPT = 300

function formatSession(session: RecentSession, zone: Zone, isAll: boolean): string {
  const { shortId, title, last, turns, openTasks } = session
  const about = [
    formatSpan(session, zone),
    isAll ? oneLine(session.project, 40) : '',
    oneLine(session.branch ?? '', 60),
    formatNumberOf(turns, 'turn'),
  ].filter(part => part !== '')
  const isTitlePrompt = isOpeningOf(title, last.prompt)
  return [
    `${cite(shortId, last.turn)} ${about.join(' · ')}${isTitlePrompt ? '' : ` "${oneLine(title, MAX_TITLE)}"`}`,
    ...(last.prompt === '' ? [] : [`  asked last: ${oneLine(last.prompt, MAX_PROMPT)}`]),
    `  ended: ${formatEnding(session)}`,
    ...(openTasks.length > 0 ? [`  open tasks: ${formatTasks(session)}`] : []),
    ...(session.filesCount > 0 ? [`  changed: ${formatFiles(session)}`] : []),
    ...resultLines(session),
  ].join('\n')
}

/** From and to, with one day where it is the same. */
function formatSpan({ startedAt, endedAt, endedAtMs }: RecentSession, zone: Zone): string {
  const to = endedAt === undefined ? endedAtMs : Date.parse(endedAt)
  if (startedAt === undefined || to === 0) return to === 0 ? '' : formatWhen(zone, to)
  const from = Date.parse(startedAt)
  const end = zone.dayOf(from) === zone.dayOf(to) ? zone.timeOf(to) : formatWhen(zone, to)
  return `${formatWhen(zone, from)} to ${end}`
}

const MAX_ANSWER = 400

function formatEnding({ ending }: RecentSession): string {
  const { how, answer, error, question } = ending
  const words = {
    answered: '',
    interrupted: 'the user interrupted it',
    failed: 'a request failed',
    unanswered: question === undefined ? 'breaks off in the middle of the work' : '',
  }[how]
  return (
    [
      words,
      question === undefined ? '' : `waits for an answer to: ${oneLine(question, MAX_PROMPT)}`,
      error === undefined ? '' : `${how === 'failed' ? '' : 'last call failed: '}${oneLine(error, 200)}`,
      answer === undefined ? '' : `=> ${answerLine(answer, MAX_ANSWER)}`,
    ]
      .filter(part => part !== '')
      .join('; ') || 'without an answer'
  )
}

const MAX_TASKS = 8

function formatTasks({ openTasks }: RecentSession): string {
  const shown = openTasks.slice(0, MAX_TASKS).map(({ subject, status }) => {
    return `${oneLine(subject, 100)}${status === 'in_progress' ? ' (begun)' : ''}`
  })
  return listWithRest(shown, openTasks.length, '; ')
}

const MAX_FILES = 8

function formatFiles({ files, filesCount, projectPath }: RecentSession): string {
  const shown = files.slice(0, MAX_FILES).map(file => {
    return `${oneLine(placeBelow(projectPath, file.path), 120)} ${formatChangedLines(file)}`.trim()
  })
  return listWithRest(shown, filesCount, ', ')
}

const MAX_COMMITS = 5

function resultLines({ commits, pullRequests }: RecentSession): readonly string[] {
  const shown = commits
    .slice(-MAX_COMMITS)
    .map(({ sha, subject }) => oneLine(`${shortSha(sha, 9)} ${subject ?? ''}`.trim(), 100))
  return [
    ...(commits.length > 0 ? [`  commits: ${listWithRest(shown, commits.length, '; ')}`] : []),
    ...(pullRequests.length > 0
      ? [`  pull requests: ${pullRequests.map(({ url }) => oneLine(url, 120)).join(', ')}`]
      : []),
  ]
}

function listWithRest(shown: readonly string[], count: number, between: string): string {
  const more = count - shown.length
  return `${shown.join(between)}${more > 0 ? ` and ${more} more` : ''}`
}

function nextWords(call: ToolCall<Input>, { sessions }: RecentWork): string {
  const [first] = sessions
  if (!first) return ''
  return `${nextCall(call, 'read', { at: target(first.shortId, first.last.turn) })} has the end of the first one whole.`
}
