import { textOf } from '../format/blocks/table.ts'
import type { Entry } from '../format/entry.ts'
import { asObject, asObjects, asString, type JsonObject } from '../format/json.ts'
import { type ChainNode, ConversationTree, type TreeLine } from './conversation-tree.ts'
import { createFacts } from './facts/facts.ts'
import { extractorsForKind, extractorsForRole } from './facts/table.ts'
import { ForkView } from './fork-view.ts'
import type { QueuedItem } from './input-queue.ts'
import { MessageList } from './message-list.ts'
import type { Fork, Message, Segment, Thread, Turn } from './session.ts'
import { leafKey } from './summary-leaves.ts'
import type { ThreadEntry } from './thread-entry.ts'
import { type Reading, SYNTHETIC_MODEL, type TallyOptions, ThreadTally } from './thread-tally.ts'
import type { ToolCall } from './tool-call.ts'
import { ToolPairs } from './tool-pairs.ts'
import { wordsOfStart } from './turn-starts.ts'
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
  private readonly messageList = new MessageList()
  private readonly turnList: TurnRecord[] = []
  private readonly forkView = new ForkView(this.tree, this.turnList, this.entries)
  /** Commands, interruptions, notices: known by time and words, to recognise their copies. */
  private readonly notices = new Set<number>()
  readonly isCopy: boolean
  /** Entries that the last entry brought to its turn. */
  moved: readonly number[] = []
  /** What of the input queue the last entry told about. */
  settled: readonly QueuedItem[] = []

  constructor(options: ThreadModelOptions) {
    this.file = options.file
    this.agentId = options.agentId
    this.isCopy = options.isCopy
    this.tally = new ThreadTally(options)
  }

  get messages(): readonly Message[] {
    return this.messageList.messages
  }

  get toolCalls(): readonly ToolCall[] {
    return this.tools.calls
  }

  get turns(): readonly Turn[] {
    this.forkView.settle()
    return this.turnList
  }

  get segments(): readonly Segment[] {
    return this.tally.segments.segments
  }

  get forks(): readonly Fork[] {
    return this.forkView.forks
  }

  /** Head of the first prompt: what an agent was asked to do. */
  get firstPrompt(): string {
    return this.turnList.find(turn => turn.number === 1)?.text ?? ''
  }

  findEntry(uuid: string): ThreadEntry | undefined {
    const index = this.tally.indexByUuid.get(uuid)
    return index === undefined ? undefined : this.entries[index]
  }

  /** The entry that begins at a byte of the file. */
  findEntryAt(start: number): ThreadEntry | undefined {
    let low = 0
    let high = this.entries.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const entry = this.entries[middle] as ThreadEntry
      if (entry.start === start) return entry
      if (entry.start < start) low = middle + 1
      else high = middle - 1
    }
    return undefined
  }

  findToolCall(id: string): ToolCall | undefined {
    return this.tools.find(id)
  }

  isActive(entry: ThreadEntry): boolean {
    return this.forkView.isActive(entry)
  }

  add(entry: Entry): ThreadEntry {
    const reading = this.tally.add(entry)
    this.beginTurn(reading, entry.json)
    const running = this.turnList[this.turnList.length - 1] as TurnRecord
    const { json } = entry
    const message = asObject(json?.message)
    const isRepeat = reading.isRepeat || reading.copyOf !== undefined || this.isCopied(reading, json, message)
    const node = json && this.linkLine(entry, { json, message, reading, turn: running.number })
    // What a prompt set going belongs to it, also where another prompt was written meanwhile.
    const turn = node && node.turn >= 0 ? (this.findTurn(node.turn) ?? running) : running
    const messageIndex =
      reading.messageKey === undefined || !json
        ? undefined
        : this.messageList.place(reading.messageKey, json, message, turn.number)
    const kept: ThreadEntry = {
      index: reading.index,
      kind: entry.kind,
      start: entry.start,
      end: entry.end,
      line: entry.line,
      uuid: reading.uuid,
      at: reading.at,
      role: reading.role,
      turn: turn.number,
      segment: this.tally.segments.current,
      message: messageIndex,
      isRepeat,
      isCopy: this.isCopy,
    }
    this.entries.push(kept)
    turn.last = kept.index
    if (reading.startsTurn) turn.prompt = kept
    if (reading.start) running.starts.push({ uuid: reading.uuid, origin: reading.start.origin })
    this.moved = reading.early
    for (const index of reading.early) this.takeEarly(index, turn)
    this.settled = reading.queued
    for (const item of reading.queued) this.settleQueued(item, kept)
    if (reading.role === 'interruption' && turn !== running) this.passInterruption(kept, running)
    if (messageIndex !== undefined) this.messageList.addEntry(messageIndex, kept)
    if (json && !isRepeat && isNotice(kept)) this.notices.add(noticeKey(reading, json))
    if (json && !isRepeat) this.read(kept, turn, { json, message, reading })
    return kept
  }

  /** Everything before the first prompt is turn 0, which exists once there is something to stand in it. */
  private beginTurn({ index, role, text, start, startsTurn }: Reading, json: JsonObject | undefined): void {
    if (!startsTurn && this.turnList.length > 0) return
    const { clock } = this.tally
    const words = startsTurn && role && json ? wordsOfStart(role, text, json) : ''
    const number = startsTurn ? this.tally.turns : 0
    const origin = (startsTurn && start?.origin) || 'none'
    this.turnList.push(new TurnRecord({ number, first: index, text: words, origin, clock }))
  }

  /** An answer that was written before its prompt moves to the turn of the prompt. */
  private takeEarly(index: number, turn: TurnRecord): void {
    const entry = this.entries[index] as ThreadEntry
    const before = this.findTurn(entry.turn)
    if (!before || before === turn) return
    entry.turn = turn.number
    const node = this.tree.nodeOf(index)
    if (node) node.turn = turn.number
    turn.first = Math.min(turn.first, index)
    const calls = this.tools.calls.filter(call => call.use === entry).length
    before.toolCalls -= calls
    turn.toolCalls += calls
    if (this.messageList.move(entry.message ?? -1, turn.number)) {
      before.messages--
      turn.messages++
    }
    if (before.answer === entry) {
      before.answer = undefined
      turn.answer = entry
    }
  }

  /** The line that queued a text says what the prompt says that it became. */
  private settleQueued(item: QueuedItem, kept: ThreadEntry): void {
    if (item.state === 'waiting') item.entry = kept
    else if (item.state === 'sent' && item.entry) item.entry.isRepeat = true
  }

  /**
   * A text that was queued and sent by stopping the running turn stands before the lines that stop it, and the answer to
   * it hangs below those (seen in 2.1.327): it goes on from the text.
   */
  private passInterruption(kept: ThreadEntry, running: TurnRecord): void {
    if (running.origin !== 'queued' || running.messages > 0 || !running.prompt) return
    this.tree.continueFrom(kept.index, running.prompt.index)
  }

  private findTurn(number: number): TurnRecord | undefined {
    return this.turnList[number - (this.turnList[0]?.number ?? 0)]
  }

  /** Below a prompt that was written again, lines that were there before at the same time are its copies. */
  private isCopied(reading: Reading, json: JsonObject | undefined, message: JsonObject | undefined): boolean {
    if (!reading.isNotNewer || reading.startsTurn) return false
    const parent = this.tally.indexByUuid.get(asString(json?.parentUuid) ?? '')
    if (parent === undefined || !this.entries[parent]?.isRepeat) return false
    if (reading.messageKey !== undefined) return this.messageList.hasLineAt(reading.messageKey, reading.at)
    if (reading.role === 'tool-result') return this.tools.hasResultAt(message, reading.at)
    return this.notices.has(noticeKey(reading, json))
  }

  private read(kept: ThreadEntry, turn: TurnRecord, given: Given): void {
    const { json, message } = given
    if (kept.kind === 'assistant' && message) this.readAssistant(kept, turn, message)
    else if (kept.role === 'tool-result' && message) this.tools.addResults(kept, json, message)
    else if (kept.kind === 'system/compact_boundary') this.tally.segments.describeBoundary(kept, json)
    else if (kept.role === 'compact-summary') this.tally.segments.describeSummary(kept)
    else if (kept.role === 'interruption') turn.isInterrupted = true
    const extractors = kept.role === undefined ? extractorsForKind(kept.kind) : extractorsForRole(kept.role)
    if (extractors.length === 0) return
    const text = kept.kind === 'assistant' ? textOf(message?.content) : given.reading.text
    const input = { entry: kept, json, text, facts: this.facts, queued: given.reading.queued }
    for (const extractor of extractors) extractor.extract(input)
  }

  private readAssistant(kept: ThreadEntry, turn: TurnRecord, message: JsonObject): void {
    turn.toolCalls += this.tools.addUses(kept, message)
    const known = this.messageList.messages[kept.message ?? -1]
    if (known?.entries.length === 1) turn.messages++
    if (known && !known.isSynthetic && hasText(message)) turn.answer = kept
  }

  /** Puts a line into the tree and gives the node it ended up in. A tool result's place is that of its call. */
  private linkLine(entry: Entry, given: Given & { turn: number }): ChainNode | undefined {
    const { json, message, reading } = given
    if (entry.kind === 'last-prompt') this.noteLeaf(json, reading.index)
    if (reading.uuid === undefined) return undefined
    const line = this.lineOf(reading.index, reading.uuid, json, given.turn)
    if (reading.isRepeat) this.tree.addRepeat(line, this.tally.indexByUuid.get(reading.uuid) as number)
    else if (reading.copyOf !== undefined) this.tree.addCopy(line, reading.copyOf)
    else if (entry.kind === 'system/compact_boundary') {
      this.tree.addCompaction(line, this.tally.indexByUuid.get(asString(json.logicalParentUuid) ?? ''))
    } else if (reading.messageKey !== undefined && message?.model !== SYNTHETIC_MODEL) {
      this.tree.addMessageLine(line, reading.messageKey, message !== undefined && isHollow(message))
    } else if (reading.startsTurn) this.tree.addPrompt(line)
    else if (reading.role === 'command' || reading.role === 'injected') this.tree.addCommand(line)
    else this.linkTransparent(line, reading.role === 'tool-result' ? this.tools.findResultOf(message) : undefined)
    return this.tree.nodeOf(reading.index)
  }

  private lineOf(index: number, uuid: string, json: JsonObject, turn: number): TreeLine {
    const parentUuid = asString(json.parentUuid)
    if (parentUuid === undefined || parentUuid === uuid) {
      return { index, uuid, parent: undefined, awaited: undefined, turn }
    }
    const parent = this.tally.indexByUuid.get(parentUuid)
    return { index, uuid, parent, awaited: parent === undefined ? parentUuid : undefined, turn }
  }

  private linkTransparent(line: TreeLine, call: ToolCall | undefined): void {
    const node = call?.use && this.tree.nodeOf(call.use.index)
    if (node) this.tree.addTo(line, node)
    else this.tree.addTransparent(line)
  }

  private noteLeaf(json: JsonObject, index: number): void {
    const leaf = this.tally.indexByUuid.get(asString(json.leafUuid) ?? '')
    if (leaf !== undefined) this.tree.noteLeaf(leaf, index)
  }
}

/** Lines of the chain that are neither answers nor results; progress is never written again. */
function isNotice({ kind, role, uuid }: ThreadEntry): boolean {
  if (uuid === undefined || kind === 'assistant' || role === 'tool-result') return false
  return kind === 'user' || kind.startsWith('system') || kind.startsWith('attachment')
}

/** A number for what a line says and when. */
function noticeKey(reading: Reading, json: JsonObject | undefined): number {
  const said = reading.text || asString(json?.content) || asString(asObject(json?.attachment)?.type) || ''
  return leafKey(`${json?.type} ${json?.subtype} ${reading.at} ${said.length} ${said.slice(0, NOTICE_CHARS)}`)
}

const NOTICE_CHARS = 500

interface Given {
  readonly json: JsonObject
  readonly message: JsonObject | undefined
  readonly reading: Reading
}

/** Nothing but the client's word for nothing. */
function isHollow(message: JsonObject): boolean {
  const text = textOf(message.content).trim()
  return text === '(no content)' && !asObjects(message.content).some(block => block.type !== 'text')
}

function hasText(message: JsonObject): boolean {
  if (typeof message.content === 'string') return message.content.trim() !== ''
  for (const block of asObjects(message.content)) {
    if (block.type === 'text' && typeof block.text === 'string' && block.text.trim() !== '') return true
  }
  return false
}
