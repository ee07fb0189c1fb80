import type { Entry } from '../format/entry.ts'
import { asObject, asObjects, asString, type JsonObject } from '../format/json.ts'
import { ConversationTree, type TreeLine } from './conversation-tree.ts'
import { createFacts } from './facts/facts.ts'
import { extractorsForKind, extractorsForRole } from './facts/table.ts'
import { ForkView } from './fork-view.ts'
import { MessageList } from './message-list.ts'
import type { Fork, Message, Segment, Thread, Turn } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'
import { type Reading, type TallyOptions, ThreadTally } from './thread-tally.ts'
import type { ToolCall } from './tool-call.ts'
import { ToolPairs } from './tool-pairs.ts'
import { TurnRecord } from './turn-tracker.ts'

export interface ThreadModelOptions extends TallyOptions {
  /** Entries come from the copies inside `agent_progress` lines. */
  readonly isCopy: boolean
}

/** One thread while it grows: each entry is added once, in file order, at a cost that does not depend on what came before. */
export class ThreadModel implements Thread {
  readonly file: number
  readonly agentId: string | undefined
  readonly entries: ThreadEntry[] = []
  readonly facts = createFacts()
  readonly tally: ThreadTally
  readonly tools = new ToolPairs(this.facts)
  readonly tree = new ConversationTree()
  readonly #messages = new MessageList()
  readonly #turns: TurnRecord[] = []
  readonly #forks = new ForkView(this.tree, this.#turns, this.entries)
  readonly #isCopy: boolean

  constructor(options: ThreadModelOptions) {
    this.file = options.file
    this.agentId = options.agentId
    this.#isCopy = options.isCopy
    this.tally = new ThreadTally(options)
  }

  get messages(): readonly Message[] {
    return this.#messages.messages
  }

  get toolCalls(): readonly ToolCall[] {
    return this.tools.calls
  }

  get turns(): readonly Turn[] {
    this.#forks.settle()
    return this.#turns
  }

  get segments(): readonly Segment[] {
    return this.tally.segments.segments
  }

  get forks(): readonly Fork[] {
    return this.#forks.forks
  }

  /** Head of the first prompt: what an agent was asked to do. */
  get firstPrompt(): string {
    return this.#turns.find(turn => turn.number === 1)?.text ?? ''
  }

  findEntry(uuid: string): ThreadEntry | undefined {
    const index = this.tally.indexByUuid.get(uuid)
    return index === undefined ? undefined : this.entries[index]
  }

  findToolCall(id: string): ToolCall | undefined {
    return this.tools.find(id)
  }

  isActive(entry: ThreadEntry): boolean {
    return this.#forks.isActive(entry)
  }

  add(entry: Entry): ThreadEntry {
    const reading = this.tally.add(entry)
    this.#beginTurn(reading)
    const turn = this.#turns[this.#turns.length - 1]
    const message = asObject(entry.json?.message)
    const messageIndex =
      reading.messageKey === undefined || !entry.json
        ? undefined
        : this.#messages.place(reading.messageKey, entry.json, message, turn?.number ?? 0)
    const kept: ThreadEntry = {
      index: reading.index,
      kind: entry.kind,
      start: entry.start,
      end: entry.end,
      line: entry.line,
      uuid: reading.uuid,
      at: reading.at,
      role: reading.role,
      turn: turn?.number ?? 0,
      segment: this.tally.segments.current,
      message: messageIndex,
      isRepeat: reading.isRepeat,
      isCopy: this.#isCopy,
    }
    this.entries.push(kept)
    if (turn) turn.last = kept.index
    if (reading.startsTurn && turn) turn.prompt = kept
    if (messageIndex !== undefined) this.#messages.addEntry(messageIndex, kept)
    if (entry.json) this.#read(kept, entry.json, message, reading)
    return kept
  }

  /** Everything before the first prompt is turn 0, which exists once there is something to stand in it. */
  #beginTurn(reading: Reading): void {
    if (!reading.startsTurn && this.#turns.length > 0) return
    const { index, text } = reading
    const number = reading.startsTurn ? this.tally.turns : 0
    this.#turns.push(
      new TurnRecord({ number, first: index, text: reading.startsTurn ? text : '', clock: this.tally.clock }),
    )
  }

  #read(kept: ThreadEntry, json: JsonObject, message: JsonObject | undefined, reading: Reading): void {
    this.#link(kept, json, message, reading)
    if (kept.isRepeat) return
    if (kept.kind === 'assistant' && message) this.#readAssistant(kept, message)
    else if (kept.kind === 'system/compact_boundary') this.tally.segments.describeBoundary(kept, json)
    else if (kept.role === 'compact-summary') this.tally.segments.describeSummary(kept)
    else if (kept.role === 'interruption') this.#noteInterruption()
    const extractors = kept.role === undefined ? extractorsForKind(kept.kind) : extractorsForRole(kept.role)
    if (extractors.length === 0) return
    const input = { entry: kept, json, text: reading.text, facts: this.facts }
    for (const extractor of extractors) extractor.extract(input)
  }

  #readAssistant(kept: ThreadEntry, message: JsonObject): void {
    const turn = this.#turns[this.#turns.length - 1]
    const added = this.tools.addUses(kept, message)
    if (!turn) return
    turn.toolCalls += added
    const known = this.#messages.messages[kept.message ?? -1]
    if (known?.entries.length === 1) turn.messages++
    if (known && !known.isSynthetic && hasText(message)) turn.answer = kept
  }

  #noteInterruption(): void {
    const turn = this.#turns[this.#turns.length - 1]
    if (turn) turn.isInterrupted = true
  }

  /** Puts the entry into the tree; tool results are paired here because their place is that of their call. */
  #link(kept: ThreadEntry, json: JsonObject, message: JsonObject | undefined, reading: Reading): void {
    const isNewResult = kept.role === 'tool-result' && message !== undefined && !kept.isRepeat
    const call = isNewResult ? this.tools.addResults(kept, json, message) : undefined
    if (kept.kind === 'last-prompt') this.#noteLeaf(json, kept.index)
    if (kept.uuid === undefined) return
    const line = this.#lineOf(kept, kept.uuid, json)
    if (kept.isRepeat) this.tree.addRepeat(line, this.tally.indexByUuid.get(kept.uuid) as number)
    else if (kept.kind === 'system/compact_boundary') this.tree.addCompaction(line)
    else if (reading.messageKey !== undefined && this.#messages.isModel(kept.message)) {
      this.tree.addMessageLine(line, reading.messageKey)
    } else if (reading.startsTurn || kept.role === 'plan-handover') this.tree.addPrompt(line)
    else this.#linkTransparent(line, call)
  }

  #lineOf(kept: ThreadEntry, uuid: string, json: JsonObject): TreeLine {
    const parentUuid = asString(json.parentUuid)
    if (parentUuid === undefined || parentUuid === uuid) {
      return { index: kept.index, uuid, parent: undefined, awaited: undefined }
    }
    const parent = this.tally.indexByUuid.get(parentUuid)
    return { index: kept.index, uuid, parent, awaited: parent === undefined ? parentUuid : undefined }
  }

  #linkTransparent(line: TreeLine, call: ToolCall | undefined): void {
    const node = call?.use && this.tree.nodeOf(call.use.index)
    if (node) this.tree.addTo(line, node)
    else this.tree.addTransparent(line)
  }

  #noteLeaf(json: JsonObject, index: number): void {
    const leaf = this.tally.indexByUuid.get(asString(json.leafUuid) ?? '')
    if (leaf !== undefined) this.tree.noteLeaf(leaf, index)
  }
}

function hasText(message: JsonObject): boolean {
  if (typeof message.content === 'string') return message.content.trim() !== ''
  for (const block of asObjects(message.content)) {
    if (block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== '') return true
  }
  return false
}
