import { textOf } from '../../format/blocks/table.ts'
import { asObject } from '../../format/json.ts'
import type { Session } from '../../model/session.ts'
import type { TargetTurns } from '../../query/session-target.ts'
import { prepareView } from '../../render/view/prepare-view.ts'
import { buildSessionIndex, type IndexTurn } from '../../render/view/session-index.ts'
import { agentTurn } from '../../render/view/turn-range.ts'
import { readersOf } from '../../render/view/view-options.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { formatNumberOf } from '../../text/count.ts'
import { shortSha } from '../../text/short-sha.ts'
import type { Zone } from '../../time/zone.ts'
import { answerLine } from './answer-line.ts'
import { cite } from './cite.ts'
import { oneLine } from './lines.ts'

export interface TimelineRequest {
  readonly loaded: LoadedSession
  readonly shortId: string
  readonly turns: TargetTurns | undefined
  readonly zone: Zone
  /** Room for all lines together. */
  readonly maxBytes: number
}

export interface SessionTimeline {
  readonly lines: readonly string[]
  readonly turns: number
  /** The first that share a line; undefined where each turn has its own. */
  readonly folded: TargetTurns | undefined
}

/** What a line for one turn needs to say anything, in bytes; with less, several turns share one. */
const MIN_LINE = 110
const MIN_FOLDED = 150
const MAX_PROMPT = 160
const MAX_ANSWER = 120

/** One line per turn, as long as there is room for; where there are too many, neighbours share a line. */
export function buildTimeline({ loaded, shortId, turns, zone, maxBytes }: TimelineRequest): SessionTimeline {
  const { session } = loaded
  const index = buildSessionIndex(prepareView(session, readersOf(loaded)))
  const wanted = index.turns.filter(turn => isWork(turn) && (!turns || isInside(turn, turns)))
  const commits = listCommits(session)
  const when = createClock(zone)
  const room = Math.floor(maxBytes / Math.max(1, wanted.length))
  if (room >= MIN_LINE) {
    const lines = wanted.map(turn => {
      const facts = factsOf([turn], commits)
      const lead = `${cite(shortId, turn.number)}${when(turn.at)}`
      const left = room - lead.length - facts.length - GAPS
      const prompt = quoted(turn.text, clamp(left * 0.6, MAX_PROMPT))
      const answer = endOf(loaded, turn, clamp(left - Buffer.byteLength(prompt), MAX_ANSWER))
      return [lead, prompt, facts, answer].filter(part => part !== '').join(' ')
    })
    return { lines, turns: wanted.length, folded: undefined }
  }
  const groups = foldTurns(wanted, Math.max(1, Math.floor(maxBytes / MIN_FOLDED)))
  const lines = groups.map(group => {
    const [first] = group as [IndexTurn]
    const last = group.at(-1) as IndexTurn
    const lead = `${cite(shortId, first.number, last.number)}${when(first.at)}`
    const facts = factsOf(group, commits)
    const left = MIN_FOLDED - lead.length - facts.length - GAPS
    const prompts = [first, ...(last === first ? [] : [last])].map(({ text }) =>
      quoted(text, clamp(left / 2, MAX_PROMPT)),
    )
    return [lead, prompts.filter(text => text !== '').join(' … '), facts].filter(part => part !== '').join(' ')
  })
  const shared = groups.find(group => group.length > 1)
  const folded = shared && { from: shared[0]?.number ?? 0, to: shared.at(-1)?.number ?? 0 }
  return { lines, turns: wanted.length, folded }
}

/** Before the first prompt there is mostly nothing to tell of. */
function isWork({ number, toolCalls, hasAnswer }: IndexTurn): boolean {
  return number > 0 || toolCalls > 0 || hasAnswer
}

function isInside({ number }: IndexTurn, { from, to }: TargetTurns): boolean {
  return number >= from && number <= to
}

/** Spaces, quotes and the line's end. */
const GAPS = 10
/** Less than that is no text. */
const MIN_TEXT = 24

function clamp(room: number, max: number): number {
  return Math.floor(Math.min(max, Math.max(MIN_TEXT, room)))
}

/** Cut by bytes: a text of other letters takes more of them. */
function quoted(text: string, maxBytes: number): string {
  const line = cutTo(text, maxBytes)
  return line === '' ? '' : `"${line}"`
}

function cutTo(text: string, maxBytes: number): string {
  const whole = oneLine(text, maxBytes)
  const bytes = Buffer.byteLength(whole)
  return bytes <= maxBytes ? whole : oneLine(text, Math.max(8, Math.floor((whole.length * maxBytes) / bytes)))
}

/** ` 09:05`, with the day where it is another than that of the line before. */
function createClock(zone: Zone): (at: number | undefined) => string {
  let day = ''
  return at => {
    if (at === undefined) return ''
    const isNew = zone.dayOf(at) !== day
    day = zone.dayOf(at)
    return isNew ? ` ${day} ${zone.timeOf(at)}` : ` ${zone.timeOf(at)}`
  }
}

function factsOf(turns: readonly IndexTurn[], commits: ReadonlyMap<number, readonly string[]>): string {
  const sum = (of: (turn: IndexTurn) => number): number => turns.reduce((total, turn) => total + of(turn), 0)
  const count = (number: number, what: string): string => (number > 0 ? formatNumberOf(number, what) : '')
  const shas = [...new Set(turns.flatMap(({ number }) => commits.get(number) ?? []))]
  const rewound = turns.filter(({ isRewound }) => isRewound).length
  const facts = [
    count(
      sum(turn => turn.toolCalls),
      'call',
    ),
    count(
      sum(turn => turn.agents),
      'agent',
    ),
    // A file that several turns change counts in each.
    turns.length === 1
      ? count(
          sum(turn => turn.files),
          'file',
        )
      : '',
    count(
      sum(turn => turn.errors),
      'error',
    ),
    shas.length > 0 ? `commit ${shas.slice(0, 3).join(' ')}${shas.length > 3 ? ` +${shas.length - 3}` : ''}` : '',
    sum(turn => turn.compactions) > 0 ? 'compacted' : '',
    rewound === 0 ? '' : turns.length === 1 ? 'taken back' : `${rewound} taken back`,
  ]
  return facts.filter(fact => fact !== '').join(', ')
}

/** An answer may be as long as a book. */
const MAX_READ = 2000

/** How it ended: the words of the last answer, or why there are none. */
function endOf(loaded: LoadedSession, turn: IndexTurn, maxBytes: number): string {
  const entry = loaded.session.main.turns.find(({ number }) => number === turn.number)?.answer
  const text = entry && textOf(asObject(loaded.read(loaded.session.main, entry)?.message)?.content)
  const answer = cutTo(answerLine((text ?? '').slice(0, MAX_READ), maxBytes), maxBytes)
  const state = turn.isInterrupted ? 'interrupted' : answer === '' && turn.number > 0 ? 'no answer' : ''
  const end = [state, answer].filter(part => part !== '').join(': ')
  return end === '' ? '' : `=> ${end}`
}

/** Hashes by turn of the main conversation; what agents commit counts for the turn they work in. */
function listCommits({ main, agents }: Session): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>()
  const add = (turn: number | undefined, sha: string): void => {
    if (turn === undefined) return
    const group = found.get(turn)
    if (group) group.push(oneLine(sha, SHA_LENGTH + 1))
    else found.set(turn, [oneLine(sha, SHA_LENGTH + 1)])
  }
  for (const { sha, call } of main.facts.commits) add(call.use?.turn, shortSha(sha, SHA_LENGTH))
  for (const agent of agents) {
    for (const { sha } of agent.thread.facts.commits) add(agentTurn(agent), shortSha(sha, SHA_LENGTH))
  }
  return found
}

const SHA_LENGTH = 8

/** As many groups of about equal length, parted where most time went by. */
function foldTurns(turns: readonly IndexTurn[], count: number): readonly (readonly IndexTurn[])[] {
  const groups: IndexTurn[][] = []
  let from = 0
  for (let left = Math.min(count, turns.length); left > 0; left--) {
    const size = (turns.length - from) / left
    const end = left === 1 ? turns.length : findBorder(turns, from, size)
    groups.push(turns.slice(from, end))
    from = end
  }
  return groups
}

function findBorder(turns: readonly IndexTurn[], from: number, size: number): number {
  const near = Math.floor(size / 3)
  const middle = from + Math.max(1, Math.round(size))
  let best = middle
  let longest = -1
  for (let at = Math.max(from + 1, middle - near); at <= Math.min(turns.length - 1, middle + near); at++) {
    const gap = (turns[at]?.at ?? 0) - (turns[at - 1]?.at ?? 0)
    if (gap > longest) {
      longest = gap
      best = at
    }
  }
  return best
}
