import { asObject, asString, type JsonObject } from '../format/json.ts'
import { head } from '../text/head.ts'
import { commandOf, parseCommand } from './facts/slash-commands.ts'
import { findTag } from './facts/tags.ts'
import type { InputQueue, QueuedItem } from './input-queue.ts'
import { MARKED_ORIGINS, type TurnOrigin } from './turn-origin.ts'
import { isProgram, stripContext, type UserRole } from './user-role.ts'

/** A `user` entry that sets the model to work. */
export interface FoundStart {
  readonly origin: TurnOrigin
  /** It came before the model answered what came first: one more start of the running turn. */
  readonly isJoined: boolean
}

/** What a `user` entry tells. */
export interface FoundInput {
  readonly start: FoundStart | undefined
  /** The queued texts that it was before, also where it begins nothing: a command that only acts in the client. */
  readonly queued: readonly QueuedItem[]
}

export interface StartCandidate {
  readonly json: JsonObject
  readonly role: UserRole
  readonly text: string
  readonly isAgent: boolean
  readonly at: number | undefined
  /** The line bears the id of another session. */
  readonly isForeign: boolean
}

/**
 * Decides where turns begin and what began them (census of 2.1.327, sections 3 and 8). Newer clients mark the entry that
 * starts a turn; for older ones its form and the input queue tell. A fold: what it says of an entry never depends on what
 * comes later, so numbers are stable under append.
 */
export class TurnStarts {
  private readonly queue: InputQueue
  /** Nothing has been answered, run or stopped since the last start. */
  private isFresh = false
  /** The model's last line called a tool: more of it is to come. */
  private isCalling = false
  private last: TurnOrigin = 'none'
  /** An editor put context beside a prompt: a person sits there, and everything passes through the queue. */
  private isInEditor = false
  /** Releases that number their turns: they have the model answer `!` lines. */
  private readonly numbering = new Set<string>()

  constructor(queue: InputQueue) {
    this.queue = queue
  }

  /** The model has something in hand that it has not finished. */
  get isBusy(): boolean {
    return this.isFresh || this.isCalling
  }

  /** A line of the model. */
  noteReply(hasCalls: boolean): void {
    this.isFresh = false
    this.isCalling = hasCalls
  }

  /** A line that ends what a start began. */
  end(): void {
    this.isFresh = false
    this.isCalling = false
  }

  find(candidate: StartCandidate): FoundInput {
    const { role, text } = candidate
    const queued = this.findQueued(role, text)
    return { start: this.findStart(candidate, queued[0]), queued }
  }

  /** A command that newer terminals note without a `user` entry. */
  noteLocalCommand(content: string): readonly QueuedItem[] {
    return commandOf(content) ? this.becomeCommand(content) : NO_ITEMS
  }

  private findStart(candidate: StartCandidate, queued: QueuedItem | undefined): FoundStart | undefined {
    const { json, role, text } = candidate
    if (text.includes('<ide_')) this.isInEditor = true
    if (asObject(json.turnPosition)) this.numbering.add(asString(json.version) ?? '')
    if (role === 'tool-result') this.isFresh = false
    if (role === 'compact-summary' || role === 'interruption') this.end()
    if (role === 'tool-result' || role === 'compact-summary' || role === 'interruption') return undefined
    // The marks of a `!` line stand on its output; the turn begins at the input.
    if (role === 'shell-output' && this.isFresh && this.last === 'shell') return undefined
    const origin = candidate.isAgent ? originInAgent(role) : this.originOf(candidate, queued)
    if (origin === undefined) {
      if (role !== 'injected' && role !== 'context') this.end()
      return undefined
    }
    const isJoined = this.isFresh && JOINING.has(origin)
    if (!isJoined) this.last = origin
    this.isFresh = true
    this.isCalling = false
    return { origin, isJoined }
  }

  private findQueued(role: UserRole, text: string): readonly QueuedItem[] {
    if (role === 'teammate-message') {
      const items = this.queue.become(text)
      return items.length > 0 ? items : this.queue.become(messageIn(text))
    }
    if (QUEUED.has(role)) return this.queue.become(text)
    const shell = role === 'shell-input' ? findTag(text, 'bash-input')?.inner.trim() : undefined
    if (shell) return this.queue.become(shell)
    return role === 'command' ? this.becomeCommand(text) : NO_ITEMS
  }

  private becomeCommand(text: string): readonly QueuedItem[] {
    const command = parseCommand(text)
    return command ? this.queue.become(`${command.name} ${command.args}`) : NO_ITEMS
  }

  private originOf(candidate: StartCandidate, queued: QueuedItem | undefined): TurnOrigin | undefined {
    const { json, role } = candidate
    const marked = asString(json.turnOrigin)
    const byRole = this.originOfRole(candidate, queued)
    if (marked === undefined) return byRole ?? (asObject(json.turnPosition) ? 'unknown' : undefined)
    const named = MARKED_ORIGINS.get(marked)
    if (named !== 'typed') return named ?? byRole ?? 'unknown'
    if (role === 'command') return 'command'
    if (role === 'shell-output') return 'shell'
    return byRole === 'queued' ? 'queued' : 'typed'
  }

  private originOfRole(candidate: StartCandidate, queued: QueuedItem | undefined): TurnOrigin | undefined {
    const { json, role, text } = candidate
    switch (role) {
      case 'prompt':
        // The client goes on by itself, and says no more than that; with a plan it is a handover.
        if (asObject(json.origin)?.kind === 'auto-continuation') return 'unknown'
        return this.senderOf(candidate, queued)
      case 'program-prompt':
        return 'program'
      case 'command':
        if (!goesToModel(text)) return undefined
        return isProgram(json) || this.senderOf(candidate, queued) === 'program' ? 'program' : 'command'
      case 'shell-input':
        return this.answersShell(json) ? 'shell' : undefined
      case 'plan-handover':
        return 'plan'
      case 'task-notification':
        return 'notification'
      case 'teammate-message':
        return 'teammate'
      case 'scheduled-prompt':
        return 'scheduled'
      default:
        return undefined
    }
  }

  /**
   * Who gave a prompt that bears no mark. Before 2.1.78 nothing says that a program did, but print mode passes each prompt
   * through the queue (2.0.77 only takes it out), while what is typed goes there only if the model is at work. Editors
   * pass everything through it too, as blocks or with their own context beside the words. What a program's fork copied has
   * lost even that: it is nobody's words here, whoever gave them in the session where they first stood.
   */
  private senderOf({ json, text, at, isForeign }: StartCandidate, queued: QueuedItem | undefined): TurnOrigin {
    const isBare = this.queue.takeBareHandover(at)
    if (text === WARMUP) return 'program'
    if (json.promptSource === 'queued') return 'queued'
    if (json.promptSource !== undefined || json.entrypoint !== undefined) return queued?.hasWaited ? 'queued' : 'typed'
    if (queued?.hasWaited) return this.last === 'program' ? 'program' : 'queued'
    if (this.isInEditor || queued?.hasBlocks) return 'typed'
    if (isForeign && this.queue.isBeforeHandover(at)) return 'program'
    return isBare || queued?.state === 'sent' ? 'program' : 'typed'
  }

  private answersShell(json: JsonObject): boolean {
    const version = asString(json.version) ?? ''
    return this.numbering.has(version) || isAtLeast(version, ANSWERS_SHELL)
  }
}

/** The first release known to have the model answer a `!` line as such; 2.1.150 and 2.1.250 do not. */
const ANSWERS_SHELL = [2, 1, 327] as const

/** What old clients asked at their start, before anybody had typed. */
const WARMUP = 'Warmup'

/** What comes by itself may come together with something else. */
const JOINING: ReadonlySet<TurnOrigin> = new Set<TurnOrigin>(['notification', 'teammate', 'scheduled', 'unknown'])

const NO_ITEMS: readonly QueuedItem[] = []

/** Roles of entries whose text the queue may have held before. */
const QUEUED: ReadonlySet<UserRole> = new Set<UserRole>([
  'prompt',
  'program-prompt',
  'task-notification',
  'teammate-message',
  'scheduled-prompt',
])

function originInAgent(role: UserRole): TurnOrigin | undefined {
  if (role === 'agent-prompt' || role === 'prompt' || role === 'program-prompt') return 'agent'
  return role === 'teammate-message' ? 'teammate' : undefined
}

/**
 * The client writes the tags of a command in one order where it handles it alone, and in the other where it hands the
 * text behind it to the model: 68 of 68 and 29 of 29 recorded commands.
 */
export function goesToModel(text: string): boolean {
  return text.trimStart().startsWith('<command-message>')
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.', 3).map(Number)
  for (const [at, number] of least.entries()) {
    const part = parts[at] ?? Number.NaN
    if (part !== number) return part > number
  }
  return true
}

/** What a turn is called by: the words that set it off. */
export function wordsOfStart(role: UserRole, text: string, json: JsonObject): string {
  switch (role) {
    case 'command': {
      const command = parseCommand(text)
      return command ? `${command.name} ${command.args}`.trim() : text
    }
    case 'shell-input':
      return `!${findTag(text, 'bash-input')?.inner.trim() ?? ''}`
    case 'shell-output':
      return findTag(text, 'bash-stdout')?.inner.trim() ?? ''
    case 'task-notification':
      return findTag(text, 'summary')?.inner.trim() || stripContext(text)
    case 'teammate-message':
      return asString(asObject(json.origin)?.body) ?? stripMessage(text)
    default:
      return stripContext(text)
  }
}

/** Without the marks around it; several messages stand one after another. */
function stripMessage(text: string): string {
  return stripContext(head(text, MESSAGE_CHARS).replace(MESSAGE_MARK, ' ')).replace(PEER_OPENING, '').trim()
}

const MESSAGE_CHARS = 4000
const MESSAGE_MARK = /<\/?(?:teammate|agent)-message\b[^<>]*>/g

/** The message alone, as it stood in the queue. */
function messageIn(text: string): string {
  const start = text.indexOf('<agent-message')
  const end = text.lastIndexOf('</agent-message>')
  return start < 0 || end < start ? '' : text.slice(start, end + '</agent-message>'.length)
}

/** What the client writes before a message of another session. */
const PEER_OPENING = /^Another Claude session sent a message:\s*/
