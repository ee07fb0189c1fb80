import { textOf } from '../format/blocks/table.ts'
import type { Entry } from '../format/entry.ts'
import { asNumber, asObject, asObjects, asString, type JsonObject } from '../format/json.ts'
import type { EntryKind } from '../format/kinds/table.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'
import { Seen } from './seen.ts'
import { SegmentTracker } from './segment-tracker.ts'
import { leafKey, type SummaryLeaves } from './summary-leaves.ts'
import { TitleTracker } from './title.ts'
import { TurnClock } from './turn-clock.ts'
import type { UsageLedger } from './usage/ledger.ts'
import { looksGlobal } from './usage/ledger.ts'
import { needsRuns, readUsageLine, SYNTHETIC_MODEL } from './usage/read-usage-line.ts'
import { classifyUser, startsTurn, stripContext, type UserRole } from './user-role.ts'

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
  readonly startsTurn: boolean
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
  readonly titles = new TitleTracker()
  readonly segments = new SegmentTracker()
  readonly kindCounts = new Map<EntryKind, number>()
  readonly indexByUuid = new Map<string, number>()
  startedAt: number | undefined
  endedAt: number | undefined
  turns = 0
  entries = 0
  conversation = 0
  teammateMessages = 0
  clock = new TurnClock()
  private readonly options: TallyOptions
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
    return [...leafUuids].filter(([leaf]) => topLeaves.has(leaf) && !this.indexByUuid.has(leaf))
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
    let isTurn = false
    let copyOf: number | undefined
    const parentUuid = asString(json.parentUuid)
    const isNotNewer = isChained && at !== undefined && this.endedAt !== undefined && at <= this.endedAt
    if (isNotNewer && uuid !== undefined && parentUuid !== undefined && this.loose.has(parentUuid)) {
      this.loose.add(uuid)
    }
    if (kind === 'user') {
      text = textOf(asObject(json.message)?.content)
      role = classifyUser(json, text, this.options.isAgent)
      const isPrompt = startsTurn(role) || (this.options.isAgent && role === 'teammate-message')
      if (isPrompt && !isRepeat) copyOf = this.notePrompt(json, text, index, at)
      if (uuid !== undefined && (copyOf !== undefined || role === 'context')) this.loose.add(uuid)
      isTurn = isPrompt && !isRepeat && copyOf === undefined
      if (role === 'teammate-message') this.teammateMessages++
      if (isTurn) this.beginTurn()
      if (!isRepeat && copyOf === undefined) this.titles.addUser(role, text, json)
      this.run++
      if (role === 'compact-summary') {
        if (!isRepeat) this.segments.beginAtSummary(index, json.isCompactSummary === true)
      } else if (role !== 'injected' && role !== 'context') {
        this.noteConversation()
      }
    } else if (kind === 'assistant') {
      this.noteConversation()
      messageKey = this.noteAssistant(entry, json, { uuid, at, isRepeat })
    } else if (kind === 'system/turn_duration') {
      const durationMs = asNumber(json.durationMs)
      if (durationMs !== undefined && !isRepeat) this.clock.record(durationMs)
    } else if (kind === 'system/compact_boundary') {
      if (!isRepeat) this.segments.beginAtBoundary(index)
    } else if (uuid === undefined) {
      this.titles.addBookkeeping(entry, json)
    }
    if (isChained && at !== undefined && !isRepeat) this.noteTime(at)
    return { index, uuid, at, isRepeat, copyOf, isNotNewer, role, text, messageKey, startsTurn: isTurn }
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

  private beginTurn(): void {
    this.turns++
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
  startsTurn: false,
} as const

/** Tells prompts apart that hold only pictures. */
function mediaBytes(json: JsonObject): number {
  let bytes = 0
  for (const block of asObjects(asObject(json.message)?.content)) {
    bytes += asString(asObject(block.source)?.data)?.length ?? 0
  }
  return bytes
}
