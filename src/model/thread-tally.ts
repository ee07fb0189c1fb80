import { textOf } from '../format/blocks/table.ts'
import type { Entry } from '../format/entry.ts'
import { asNumber, asObject, asObjects, asString, type JsonObject } from '../format/json.ts'
import type { EntryKind } from '../format/kinds/table.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'
import { readResultAgent } from './agent-threads.ts'
import { EarlyAnswers } from './early-answers.ts'
import { queuedPrompt } from './facts/queued-text.ts'
import { InputQueue, type QueuedItem } from './input-queue.ts'
import { Seen } from './seen.ts'
import { SegmentTracker } from './segment-tracker.ts'
import { leafKey, type SummaryLeaves } from './summary-leaves.ts'
import { isFailedTitle, TitleTracker } from './title.ts'
import { TurnClock } from './turn-clock.ts'
import { isOfPerson } from './turn-origin.ts'
import { type FoundStart, TurnStarts } from './turn-starts.ts'
import type { UsageLedger } from './usage/ledger.ts'
import { looksGlobal } from './usage/ledger.ts'
import { needsRuns, readUsageLine, SYNTHETIC_MODEL } from './usage/read-usage-line.ts'
import { classifyUser, stripContext, type UserRole } from './user-role.ts'
import { WorkFolders } from './work-folders.ts'

export { SYNTHETIC_MODEL }

export interface TallyOptions {
  readonly sessionId: string
  readonly file: number
  readonly agentId: string | undefined
  readonly isAgent: boolean
  readonly ledger: UsageLedger
}

/** What the tally found out about one entry, for whoever builds more on it. */
export interface Reading {
  readonly index: number
  readonly uuid: string | undefined
  /** Of its own line. Only lines of the conversation tell when turns and the session began and ended. */
  readonly at: number | undefined
  readonly isRepeat: boolean
  /** For a prompt written again under another uuid: where it stood first. */
  readonly copyOf: number | undefined
  /** No later than some entry above it: it may be a copy. */
  readonly isNotNewer: boolean
  readonly role: UserRole | undefined
  /** Of a `user` entry; else empty. */
  readonly text: string
  /** Identity of the API message an assistant line belongs to. */
  readonly messageKey: string | undefined
  /** It sets the model to work, and is no copy. */
  readonly start: FoundStart | undefined
  /** It begins a turn, and does not only join the running one. */
  readonly startsTurn: boolean
  /** Entries that answer it and stand before it. */
  readonly early: readonly number[]
  /** What of the input queue this entry tells about. */
  readonly queued: readonly QueuedItem[]
}

/**
 * Counts what a list of sessions shows, for one thread. The whole model is built on top of the same readings, so a list
 * and an opened session agree by construction.
 */
export class ThreadTally {
  readonly cwds = new Seen()
  readonly branches = new Seen()
  readonly versions = new Seen()
  readonly models = new Seen()
  readonly slugs = new Seen()
  readonly entrypoints = new Seen()
  readonly sessionIds = new Seen()
  readonly teams = new Seen()
  readonly work = new WorkFolders()
  /** Agents that results of calls name. */
  private readonly resultAgents = new Seen()
  readonly titles = new TitleTracker()
  readonly segments = new SegmentTracker()
  readonly kindCounts = new Map<EntryKind, number>()
  readonly indexByUuid = new Map<string, number>()
  startedAt: number | undefined
  endedAt: number | undefined
  turns = 0
  /** Of the turns, those that a person set off. */
  personTurns = 0
  entries = 0
  conversation = 0
  teammateMessages = 0
  clock = new TurnClock()
  private readonly options: TallyOptions
  private readonly queue = new InputQueue()
  private readonly starts = new TurnStarts(this.queue)
  private readonly early = new EarlyAnswers()
  /** Lines of the model. */
  private replies = 0
  /** The last line that says that a timer has run out. */
  private firedUuid: string | undefined
  private readonly toolIds = new Set<string>()
  private readonly prompts = new Map<string, { index: number; parentUuid: string | undefined }>()
  /** Lines that hang on no conversation of their own: context, and copies with what stands below them. */
  private readonly loose = new Set<string>()
  /** By entry index; NaN where an entry has none. An array of doubles costs no allocation per entry. */
  readonly times: number[] = []
  private workedBefore = 0
  private run = 0
  private runUsage = ''

  constructor(options: TallyOptions) {
    this.options = options
  }

  get namedInResults(): { readonly file: number; readonly ids: readonly string[] } {
    return { file: this.options.file, ids: this.resultAgents.values }
  }

  get toolCalls(): number {
    return this.toolIds.size
  }

  get activeMs(): number {
    return this.workedBefore + this.clock.activeMs
  }

  /** The summary line whose leaf stands last in this file. */
  get leafSummary(): string | undefined {
    let best: string | undefined
    let bestIndex = -1
    for (const [leaf, text] of this.titles.leafUuids) {
      const index = this.indexByUuid.get(leaf) ?? -1
      if (index > bestIndex) {
        bestIndex = index
        best = text
      }
    }
    return best
  }

  /** Summaries of other sessions, and what is needed to recognise ours in theirs. */
  get leaves(): SummaryLeaves {
    const keys = new Float64Array(this.indexByUuid.size)
    let at = 0
    for (const uuid of this.indexByUuid.keys()) keys[at++] = leafKey(uuid)
    return { foreign: this.foreignSummaries, keys }
  }

  get foreignSummaries(): SummaryLeaves['foreign'] {
    const { leafUuids, topLeaves } = this.titles
    return [...leafUuids].filter(
      ([leaf, text]) => topLeaves.has(leaf) && !this.indexByUuid.has(leaf) && !isFailedTitle(text),
    )
  }

  add(entry: Entry): Reading {
    const index = this.entries++
    const { kind, json } = entry
    this.kindCounts.set(kind, (this.kindCounts.get(kind) ?? 0) + 1)
    if (!json) {
      this.times.push(Number.NaN)
      return { ...NO_READING, index }
    }
    const uuid = asString(json.uuid) || undefined
    const isChained = uuid !== undefined || kind === 'user' || kind === 'assistant'
    const at = parseTimestamp(json.timestamp)
    this.times.push(at ?? Number.NaN)
    const isRepeat = uuid !== undefined && this.noteUuid(uuid, index, at)
    this.noteEnvelope(json)
    let role: UserRole | undefined
    let text = ''
    let messageKey: string | undefined
    let start: FoundStart | undefined
    let queued: readonly QueuedItem[] = NO_ITEMS
    let early = NO_ENTRIES
    let copyOf: number | undefined
    const parentUuid = asString(json.parentUuid)
    const isNotNewer = isChained && at !== undefined && this.endedAt !== undefined && at <= this.endedAt
    if (isNotNewer && uuid !== undefined && parentUuid !== undefined && this.loose.has(parentUuid)) {
      this.loose.add(uuid)
    }
    if (kind === 'user') {
      text = textOf(asObject(json.message)?.content)
      role = classifyUser(json, text, this.options.isAgent)
      // Before 2.1.327 only the line above it says that a timer set it off.
      if (role === 'injected' && parentUuid !== undefined && parentUuid === this.firedUuid) role = 'scheduled-prompt'
      if (!isRepeat) {
        const found = this.starts.find({ json, role, text, at, ...this.whose(json) })
        start = found.start
        queued = found.queued
      }
      if (start) copyOf = this.notePrompt(json, text, index, at)
      if (copyOf !== undefined) start = undefined
      if (uuid !== undefined && (copyOf !== undefined || role === 'context')) this.loose.add(uuid)
      if (role === 'teammate-message') this.teammateMessages++
      if (role === 'tool-result') this.resultAgents.add(readResultAgent(json))
      if (role === 'prompt' && start?.origin === 'program') role = 'program-prompt'
      if (start && !start.isJoined) this.beginTurn(start)
      if (!isRepeat && copyOf === undefined) this.titles.addUser(role, text, json)
      this.run++
      if (role === 'compact-summary') {
        if (!isRepeat) this.segments.beginAtSummary(index, json.isCompactSummary === true)
      } else if (role !== 'injected' && role !== 'context') {
        this.noteConversation()
      }
    } else if (kind === 'assistant') {
      this.noteConversation()
      this.replies++
      this.starts.noteReply(hasCalls(json))
      this.work.add(json)
      messageKey = this.noteAssistant(entry, json, { uuid, at, isRepeat })
    } else if (kind === 'queue-operation') {
      queued = this.queue.operate(json, { replies: this.replies, isBusy: this.starts.isBusy, at })
    } else if (kind === 'attachment/queued_command') {
      const item = isRepeat ? undefined : this.queue.repeat(queuedPrompt(json))
      if (item) queued = [item]
    } else if (kind === 'system/local_command') {
      if (!isRepeat) queued = this.starts.noteLocalCommand(asString(json.content) ?? '')
    } else if (kind === 'system/scheduled_task_fire') {
      this.firedUuid = uuid
    } else if (kind === 'system/turn_duration') {
      const durationMs = asNumber(json.durationMs)
      if (durationMs !== undefined && !isRepeat) this.clock.record(durationMs)
      this.starts.end()
    } else if (kind === 'system/compact_boundary') {
      if (!isRepeat) this.segments.beginAtBoundary(index)
    } else if (uuid === undefined) {
      this.titles.addBookkeeping(entry, json)
    }
    if (isChained && at !== undefined && !isRepeat) this.noteTime(at)
    const startsTurn = start !== undefined && !start.isJoined
    if (this.turns <= 1 && uuid !== undefined) early = this.followEarly(index, { uuid, parentUuid })
    return { index, uuid, at, isRepeat, copyOf, isNotNewer, role, text, messageKey, start, startsTurn, early, queued }
  }

  private whose(json: JsonObject): { readonly isAgent: boolean; readonly isForeign: boolean } {
    const sessionId = asString(json.sessionId) ?? this.options.sessionId
    return { isAgent: this.options.isAgent, isForeign: sessionId !== this.options.sessionId }
  }

  /**
   * True where the same uuid was written before at the same time: a part kept over a compaction, or a file pasted to
   * itself. A uuid that comes back with another time is a different entry with a bad id, and stays one.
   */
  private noteUuid(uuid: string, index: number, at: number | undefined): boolean {
    const known = this.indexByUuid.get(uuid)
    if (known === undefined) {
      this.indexByUuid.set(uuid, index)
      return false
    }
    return at !== undefined && this.times[known] === at
  }

  /**
   * Some resumes (seen in 2.1.11 to 2.1.29) write the conversation again into the same file: new uuids, old times, and
   * each block of a prompt on a line of its own. A prompt is such a copy, and no new turn, when its words and its time
   * stood before, entries of a later time stand between, and it does not hang on the conversation itself but on nothing,
   * on another copy, or where its original hangs.
   */
  private notePrompt(json: JsonObject, text: string, index: number, at: number | undefined): number | undefined {
    if (at === undefined) return undefined
    const parentUuid = asString(json.parentUuid)
    const words = stripContext(text)
    const media = mediaBytes(json)
    // A copy puts each block on a line of its own: a picture is known by itself, words without the picture beside them.
    const byWords = words === '' ? undefined : `${at} words ${leafKey(words)}`
    const byMedia = media === 0 ? undefined : `${at} media ${media}`
    const known = this.prompts.get(byWords ?? byMedia ?? '')
    for (const key of [byWords, byMedia]) {
      if (key !== undefined && !this.prompts.has(key)) this.prompts.set(key, { index, parentUuid })
    }
    if (!known || at >= (this.endedAt ?? at)) return undefined
    const isLoose =
      parentUuid === undefined ||
      parentUuid === known.parentUuid ||
      this.loose.has(parentUuid) ||
      !this.indexByUuid.has(parentUuid)
    return isLoose ? known.index : undefined
  }

  private noteConversation(): void {
    this.conversation++
    this.segments.noteConversation()
  }

  private followEarly(index: number, line: { uuid: string; parentUuid: string | undefined }): readonly number[] {
    const isBelow = line.parentUuid !== undefined && this.indexByUuid.has(line.parentUuid)
    if (this.turns === 0) {
      this.early.note(index, { ...line, isBelow })
      return NO_ENTRIES
    }
    const early = this.early.isEmpty ? NO_ENTRIES : this.early.take({ ...line, isBelow })
    if (early.length > 0) this.options.ledger.moveStart({ ...this.options, turn: this.turns })
    return early
  }

  private beginTurn({ origin }: FoundStart): void {
    this.turns++
    if (isOfPerson(origin)) this.personTurns++
    this.workedBefore += this.clock.activeMs
    this.clock = new TurnClock()
  }

  private noteTime(at: number): void {
    this.clock.tick(at)
    if (this.startedAt === undefined || at < this.startedAt) this.startedAt = at
    if (this.endedAt === undefined || at > this.endedAt) this.endedAt = at
  }

  private noteEnvelope(json: JsonObject): void {
    this.cwds.add(json.cwd)
    this.branches.add(json.gitBranch)
    this.versions.add(json.version)
    this.slugs.add(json.slug)
    this.entrypoints.add(json.entrypoint)
    this.sessionIds.add(json.sessionId)
    this.teams.add(json.teamName)
  }

  private noteAssistant(entry: Entry, json: JsonObject, known: Pick<Reading, 'uuid' | 'at' | 'isRepeat'>): string {
    const { uuid, at } = known
    const message = asObject(json.message)
    const id = asString(message?.id)
    const model = asString(message?.model) ?? ''
    for (const block of known.isRepeat ? [] : asObjects(message?.content)) {
      if (block.type === 'tool_use') this.toolIds.add(asString(block.id) ?? `${uuid ?? entry.start}`)
    }
    const requestId = asString(json.requestId)
    const usage = asObject(message?.usage)
    if (usage && needsRuns({ messageId: id, requestId })) this.noteRun(usage)
    if (model !== SYNTHETIC_MODEL) this.models.add(model)
    const { start, line } = entry
    const counted = readUsageLine(json, { uuid, at, start, line, turn: this.turns, run: this.run }, this.options)
    if (counted) this.options.ledger.add(counted)
    if (id === undefined) return uuid ?? `at ${entry.start}`
    return requestId !== undefined || looksGlobal(id) ? id : `${id} ${this.run}`
  }

  /** R5: a gateway's constant id goes on only while the input stays the same. */
  private noteRun(usage: JsonObject): void {
    const key = `${usage.input_tokens} ${usage.cache_read_input_tokens} ${usage.cache_creation_input_tokens}`
    if (key !== this.runUsage) this.run++
    this.runUsage = key
  }
}

const NO_ITEMS: readonly QueuedItem[] = []
const NO_ENTRIES: readonly number[] = []

const NO_READING = {
  index: 0,
  uuid: undefined,
  at: undefined,
  isRepeat: false,
  copyOf: undefined,
  isNotNewer: false,
  role: undefined,
  text: '',
  messageKey: undefined,
  start: undefined,
  startsTurn: false,
  early: NO_ENTRIES,
  queued: NO_ITEMS,
} as const

function hasCalls(json: JsonObject): boolean {
  return asObjects(asObject(json.message)?.content).some(block => block.type === 'tool_use')
}

/** Tells prompts apart that hold only pictures. */
function mediaBytes(json: JsonObject): number {
  let bytes = 0
  for (const block of asObjects(asObject(json.message)?.content)) {
    bytes += asString(asObject(block.source)?.data)?.length ?? 0
  }
  return bytes
}
