import { z } from 'zod'
import { type DaySession, findWorkBefore, listDaySessions } from '../../../query/day-sessions.ts'
import { parseCitation, requireEntryTurn, TURNS_HINT } from '../../../query/session-target.ts'
import { requireTurns } from '../../../share/require-turns.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { shorten } from '../../../text/head.ts'
import { shortSha } from '../../../text/short-sha.ts'
import { parseDateRange } from '../../../time/parse-moment.ts'
import type { Zone } from '../../../time/zone.ts'
import { UserError } from '../../../user-error.ts'
import { cite, nextCall, target } from '../cite.ts'
import { defineTool, type ToolAnswer, type ToolCall } from '../define-tool.ts'
import { limitsElsewhere, limitsOf } from '../limits.ts'
import { formatWhen, oneLine } from '../lines.ts'
import { nameProjects } from '../name-projects.ts'
import { openCited } from '../open-cited.ts'
import { FRAME_BYTES } from '../pack-answer.ts'
import { buildTimeline } from '../session-timeline.ts'
import type { McpWorld } from '../world.ts'

const input = z.object({
  session: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('A session by id or citation; id:40-60 for some of its turns.'),
  day: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe(
      'Instead of a session: a day or a few, such as yesterday, monday, last week, 2026-11-01. Today where nothing is given.',
    ),
})
type Input = z.output<typeof input>

export const timelineTool = defineTool({
  name: 'timeline',
  title: 'A session or a day at a glance',
  description:
    'A session in one screen: a line per turn with its prompt, how much was done, commits, and how it ended; or the sessions ' +
    'of a day. Call it to find your way in a long session before you `read` parts of it, and when the user asks what was done ' +
    'yesterday, last week or in which order. Each line has the citation that `read` takes.',
  input,
  async run(world, call) {
    const { session, day } = call.input
    if (session === undefined) return await answerDay(world, call, day ?? 'today')
    if (day === undefined) return await answerSession(world, call, session)
    throw new UserError({
      code: 'bad-arguments',
      message: 'session and day cannot be asked for together',
      hint: 'Give one of them: a session tells its own days.',
    })
  },
})

async function answerSession(world: McpWorld, call: ToolCall<Input>, text: string): Promise<ToolAnswer> {
  const { id, turns: named, entry } = parseCitation(text)
  const { reading, shortId, project } = await openCited(world, call, id)
  call.signal.throwIfAborted()
  const { session } = reading.loaded
  const cited = entry === undefined ? undefined : requireEntryTurn(session, { entry, turn: named?.from })
  const turns = cited === undefined ? named : { from: cited, to: cited }
  if (turns) requireTurns(session.main, turns, TURNS_HINT)
  const about = [
    `"${oneLine(session.title.text, 100)}"`,
    oneLine(project.name, 60),
    oneLine(session.branches.at(-1) ?? '', 60),
    `${formatWhen(world.zone, session.startedAt)} to ${formatWhen(world.zone, session.endedAt)}`,
  ]
  const head = `${cite(shortId)} ${about.filter(part => part !== '' && part !== ' to ' && part !== '""').join(' · ')}`
  const maxBytes = call.maxBytes - FRAME_BYTES - GAP_BYTES - TAIL_BYTES - Buffer.byteLength(head)
  const { lines, folded, ...count } = buildTimeline({
    loaded: reading.loaded,
    shortId,
    turns,
    zone: world.zone,
    maxBytes,
  })
  return {
    head: folded ? `${head}\n${formatNumberOf(count.turns, 'turn')} in ${formatNumberOf(lines.length, 'line')}` : head,
    blocks: lines.slice(call.from),
    total: lines.length,
    tail: folded
      ? `A line is several turns: ${nextCall(call, 'timeline', { session: target(shortId, folded.from, folded.to) })} shows each.`
      : '',
    isEmpty: false,
  }
}

const TAIL_BYTES = 180
/** Ends of lines around head and tail. */
const GAP_BYTES = 40

/** More is for search. */
const MAX_DAYS = 31
const DAY_MS = 24 * 60 * 60 * 1000

async function answerDay(world: McpWorld, call: ToolCall<Input>, day: string): Promise<ToolAnswer> {
  const { zone } = world
  const range = parseDateRange(day, world.now(), zone.calendar)
  if (!range) {
    throw new UserError({
      code: 'bad-day',
      message: `"${shorten(oneLine(day, 100))}" is no day`,
      hint: 'Write it as today, yesterday, monday, last week or 2026-11-01.',
    })
  }
  const days = Math.round((range.to - range.from) / DAY_MS)
  if (days > MAX_DAYS) {
    throw new UserError({
      code: 'bad-day',
      message: `"${shorten(oneLine(day, 100))}" is more than ${MAX_DAYS} days`,
      hint: 'Ask for fewer, or use search with after: and before:.',
    })
  }
  const { scope } = call
  const name = days > 1 ? `${zone.dayOf(range.from)} to ${zone.dayOf(range.to - 1)}` : zone.dayOf(range.from)
  const where = scope.kind === 'project' ? `project ${oneLine(scope.project.name, 60)}` : 'all projects'
  const limits = limitsOf(scope)
  return await world.ask(({ store }) => {
    const sessions = listDaySessions(store, { ...range, limits })
    if (sessions.length > 0) {
      const isAll = scope.kind === 'all'
      const blocks = sessions.map(session => dayLine(session, { zone, isAll, isOneDay: days <= 1 }))
      const head = `${name}, ${where}: ${formatNumberOf(sessions.length, 'session')}`
      return { head, blocks: blocks.slice(call.from), total: blocks.length, isEmpty: false }
    }
    const before = findWorkBefore(store, { from: range.from, limits })
    const others = scope.kind === 'project' ? listDaySessions(store, { ...range, limits: limitsElsewhere(scope) }) : []
    const last = before === undefined ? '' : ` Before that there was work on ${zone.dayOf(before)}.`
    return {
      head: `${name}, ${where}: no sessions.${last}`,
      blocks: [],
      total: 0,
      isEmpty: true,
      elsewhere: {
        count: others.length,
        what: others.length === 1 ? 'session' : 'sessions',
        projects: nameProjects(store, others, scope),
      },
    }
  }, call.signal)
}

const MAX_COMMITS = 4

interface DayWords {
  readonly zone: Zone
  readonly isAll: boolean
  readonly isOneDay: boolean
}

function dayLine(session: DaySession, { zone, isAll, isOneDay }: DayWords): string {
  const { shortId, firstTurn, lastTurn, firstAt, lastAt, files, commits } = session
  const begin = isOneDay ? zone.timeOf(firstAt) : formatWhen(zone, firstAt)
  const end = zone.dayOf(firstAt) === zone.dayOf(lastAt) ? zone.timeOf(lastAt) : formatWhen(zone, lastAt)
  const isLater = firstTurn > 1 && session.prompt !== ''
  const told = commits.slice(0, MAX_COMMITS).map(({ sha, subject }) => {
    return `${oneLine(shortSha(sha, 8), 10)}${subject === undefined ? '' : ` ${oneLine(subject, 60)}`}`
  })
  const facts = [
    begin.endsWith(end) ? begin : `${begin}-${end}`,
    isAll ? oneLine(session.project, 40) : '',
    session.branch === undefined ? '' : oneLine(session.branch, 40),
    `"${oneLine(session.title, 90)}"`,
    isLater ? `went on with "${oneLine(session.prompt, 80)}"` : '',
    session.turns > 0 ? formatNumberOf(session.turns, 'turn') : '',
    session.toolCalls > 0 ? formatNumberOf(session.toolCalls, 'call') : '',
    files.length > 0 ? `${formatNumberOf(files.length, 'file')} changed` : '',
    told.length > 0
      ? `commits: ${told.join('; ')}${commits.length > MAX_COMMITS ? ` +${commits.length - MAX_COMMITS}` : ''}`
      : '',
  ]
  return `${cite(shortId, firstTurn, lastTurn)} ${facts.filter(fact => fact !== '').join(' · ')}`
}
