import { textOf } from '../../format/blocks/table.ts'
import type { Entry } from '../../format/entry.ts'
import { asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import type { Thread } from '../../model/session.ts'
import type { EntryThread } from '../../model/session-builder.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import { planTitle } from '../../model/title.ts'
import { readResultText } from '../../model/tools/read-result-text.ts'
import { stripContext } from '../../model/user-role.ts'
import { head } from '../../text/head.ts'
import { unbreak } from '../../text/unbreak.ts'
import { readTestRun, type TestReading } from '../tests-run/read-test-run.ts'
import { readPoints } from '../wording/answer-points.ts'
import { listChoices } from '../wording/choices.ts'
import { findCorrection } from '../wording/corrections.ts'
import { findLastWord } from '../wording/last-word.ts'
import { readLeftOpen } from '../wording/promises.ts'
import { listSettled, type SettledSentence } from '../wording/settled-words.ts'
import { listTyped } from '../wording/typed-words.ts'

/**
 * What texts told while they passed: the model keeps no texts, and a story needs some. A fold like the model itself: each
 * entry is looked at once, what is noted is small, and it can be saved and gone on with.
 */
export interface Told {
  /** To be called as `onEntry` of a session builder. */
  add(kept: ThreadEntry, entry: Entry, thread: EntryThread): void
  /** What was noted of a thread so far. */
  of(thread: Pick<Thread, 'file' | 'agentId'>): ThreadTold
  /** A plain value for `createTold`, apart from what is added later. */
  save(): unknown
}

/** Entries are named by their number in the thread. Of agents only `tests` are noted. */
export interface ThreadTold {
  /** The last answer of each turn. */
  readonly answers: ReadonlyMap<number, AnswerTold>
  /** What the model says it chose. */
  readonly choices: readonly { readonly entry: number; readonly text: string }[]
  /** What persons said that settles or corrects something. */
  readonly said: readonly SaidTold[]
  readonly tests: readonly TestTold[]
  /** Plans that a session was begun with: their titles. */
  readonly handovers: readonly { readonly entry: number; readonly title: string }[]
}

export interface AnswerTold {
  readonly entry: number
  /** What was found or done. */
  readonly told: readonly string[]
  /** The one sentence to quote of it. */
  readonly point: string | undefined
  /** What was left to do. */
  readonly open: readonly string[]
  /** A question to the person that waits at its end. */
  readonly asks: string | undefined
}

export interface SaidTold {
  readonly entry: number
  readonly settled: readonly SettledSentence[]
  readonly correction: string | undefined
}

export interface TestTold extends TestReading {
  /** The entry with the result. */
  readonly entry: number
  /** Id of the call. */
  readonly call: string
  readonly command: string
}

interface State {
  readonly threads: Map<string, ThreadState>
}

interface ThreadState {
  readonly answers: Map<number, AnswerTold>
  readonly choices: { entry: number; text: string }[]
  readonly said: SaidTold[]
  readonly tests: TestTold[]
  readonly handovers: { entry: number; title: string }[]
  /** The last answer of turns that may still get another: read when no more is expected, which is most of the cost. */
  readonly waiting: Map<number, { readonly entry: number; readonly text: string }>
}

/** `saved` is what `save` gave. */
export function createTold(saved?: unknown): Told {
  const state = (structuredClone(saved) as State | undefined) ?? { threads: new Map() }
  return {
    add(kept, entry, thread) {
      const { json } = entry
      if (!json || kept.isRepeat) return
      if (kept.role === 'tool-result') hearResults(state, kept, json, thread)
      // What agents say and are told is not the talk with the person, and most of what there is to read.
      else if (thread.agentId !== undefined) return
      else if (kept.kind === 'assistant') hearAnswer(stateOf(state, thread), kept, json)
      else if (kept.role === 'prompt') hearPerson(stateOf(state, thread), kept, json)
      else if (kept.role === 'plan-handover') hearHandover(stateOf(state, thread), kept, json)
    },
    of: thread => view(state.threads.get(nameOf(thread))),
    save: () => structuredClone(state),
  }
}

const NOTHING: ThreadTold = { answers: new Map(), choices: [], said: [], tests: [], handovers: [] }

function view(known: ThreadState | undefined): ThreadTold {
  if (!known) return NOTHING
  const answers = new Map(known.answers)
  for (const [turn, { entry, text }] of known.waiting) answers.set(turn, readAnswer(entry, text))
  return { ...known, answers }
}

function nameOf({ file, agentId }: Pick<Thread, 'file' | 'agentId'>): string {
  return `${file} ${agentId}`
}

function stateOf(state: State, thread: EntryThread): ThreadState {
  const name = nameOf(thread)
  let known = state.threads.get(name)
  if (!known) {
    known = { answers: new Map(), choices: [], said: [], tests: [], handovers: [], waiting: new Map() }
    state.threads.set(name, known)
  }
  return known
}

/** Enough to find what an answer says; open ends stand at its end. */
const MAX_HEAD = 6000
const MAX_TAIL = 3000

function hearAnswer(known: ThreadState, kept: ThreadEntry, json: JsonObject): void {
  const message = asObject(json.message)
  const text = textOf(message?.content)
  if (text.trim() === '' || message?.model === '<synthetic>') return
  for (const choice of listChoices(text)) known.choices.push({ entry: kept.index, text: choice })
  for (const [turn, { entry, text: waiting }] of known.waiting) {
    if (turn === kept.turn) continue
    known.answers.set(turn, readAnswer(entry, waiting))
    known.waiting.delete(turn)
  }
  known.waiting.set(kept.turn, { entry: kept.index, text: ownCopy(cutMiddle(text)) })
}

/** Between lines or sentences, so that no part of one is left. */
function cutMiddle(text: string): string {
  if (text.length <= MAX_HEAD + MAX_TAIL) return text
  const start = head(text, MAX_HEAD)
  const end = text.slice(-MAX_TAIL)
  const first = /\n|[.!?]\s|[。！？]/.exec(end)
  return `${start.slice(0, lastBreak(start))}\n\n${first ? end.slice(first.index + first[0].length) : ''}`
}

function lastBreak(text: string): number {
  return Math.max(text.lastIndexOf('\n'), text.lastIndexOf('. ') + 1, text.lastIndexOf('。') + 1)
}

/** A slice would keep the whole entry it came from in memory. */
function ownCopy(text: string): string {
  return ` ${text}`.slice(1)
}

const MAX_TOLD = 400
/** A shorter item of a list is a heading, or the name of an option. */
const MIN_POINT = 30

function readAnswer(entry: number, text: string): AnswerTold {
  const { told } = readPoints(text, MAX_TOLD)
  const { promises, question } = readLeftOpen(text)
  const point = findLastWord(text) ?? told.find(({ length }) => length >= MIN_POINT)
  return { entry, told, point: point && ownCopy(head(point, MAX_TOLD)), open: promises, asks: question }
}

function hearPerson(known: ThreadState, kept: ThreadEntry, json: JsonObject): void {
  const text = unbreak(stripContext(textOf(asObject(json.message)?.content)))
  const typed = listOnce(() => listTyped(text))
  const settled = listSettled(text, typed).map(sentence => ({
    ...sentence,
    text: ownCopy(head(sentence.text, MAX_SENTENCE)),
  }))
  const correction = findCorrection(text, typed)
  if (settled.length === 0 && correction === undefined) return
  known.said.push({ entry: kept.index, settled, correction: correction && ownCopy(correction) })
}

const MAX_SENTENCE = 500

function listOnce<Item>(list: () => readonly Item[]): () => readonly Item[] {
  let listed: readonly Item[] | undefined
  return () => {
    listed ??= list()
    return listed
  }
}

function hearHandover(known: ThreadState, kept: ThreadEntry, json: JsonObject): void {
  const plan = asString(json.planContent) ?? stripContext(textOf(asObject(json.message)?.content))
  const title = planTitle(plan)
  if (title !== undefined) known.handovers.push({ entry: kept.index, title: ownCopy(title) })
}

function hearResults(state: State, kept: ThreadEntry, json: JsonObject, thread: EntryThread): void {
  for (const block of asObjects(asObject(json.message)?.content)) {
    const call = thread.findToolCall(asString(block.tool_use_id) ?? '')
    if (!call || (call.name !== 'Bash' && call.name !== 'PowerShell')) continue
    if (call.status !== 'ok' && call.status !== 'error') continue
    const output = readResultText(block.content)
    const reading = readTestRun(call.headline, output, call.status === 'error')
    if (!reading) continue
    stateOf(state, thread).tests.push({ ...reading, entry: kept.index, call: call.id, command: call.headline })
  }
}
