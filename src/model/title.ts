import type { Entry } from '../format/entry.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import { head } from '../text/head.ts'
import { unbreak } from '../text/unbreak.ts'
import { findTag } from './facts/tags.ts'
import { QUIET_COMMANDS } from './quiet-commands.ts'
import { saysSomething } from './says-something.ts'
import type { Title } from './session.ts'
import { TOP_BYTES } from './summary-leaves.ts'
import { PLAN_TEXT, stripContext, type UserRole } from './user-role.ts'

const TITLE_CHARS = 200

/** Collects what may name a session (census section 11) and picks the best at any time. */
export class TitleTracker {
  private custom: string | undefined
  private agentName: string | undefined
  private generated: string | undefined
  /** The first words that say something: of a prompt, a plan, a command or a teammate. */
  private asked: Title | undefined
  /** The first command of one's own, with or without words. */
  private command: string | undefined
  private readonly summaries = new Map<string, string>()

  /** Leaves named at the top of the file, where summaries of other sessions stand. */
  readonly topLeaves = new Set<string>()
  /** A summary names this session only if its leaf is one of its own entries. */
  readonly leafUuids: ReadonlyMap<string, string> = this.summaries

  addBookkeeping(entry: Entry, json: JsonObject): void {
    if (entry.kind === 'custom-title') this.custom = titleText(json.customTitle) ?? this.custom
    else if (entry.kind === 'agent-name') this.agentName = titleText(json.agentName) ?? this.agentName
    else if (entry.kind === 'ai-title') this.generated = titleText(json.aiTitle) ?? this.generated
    else if (entry.kind === 'summary') this.addSummaryLine(json, entry.end <= TOP_BYTES)
  }

  addUser(role: UserRole, text: string, json: JsonObject): void {
    if (this.asked !== undefined) return
    const peer = asObject(json.origin)
    if (role === 'teammate-message' || peer?.kind === 'peer' || PEER_OPENING.test(text)) {
      for (const words of teammateWords(asString(peer?.body) ?? text)) this.ask(words, 'teammate')
    } else if (role === 'prompt' || role === 'program-prompt') {
      const words = stripContext(text)
      // Somebody typed the nickname that the client gave the session.
      if (words !== json.slug) this.ask(words, 'prompt')
    } else if (role === 'plan-handover') {
      const title = planTitle(asString(json.planContent) ?? stripContext(text))
      if (title !== undefined) this.asked = { text: title, from: 'plan' }
    } else if (role === 'command') {
      const title = commandTitle(text)
      if (title !== undefined) this.ask(title, 'command')
      this.command ??= title
    }
  }

  /** A summary found in another file. */
  addSummary(leafUuid: string, text: string): void {
    const title = titleText(text)
    if (title) this.summaries.set(leafUuid, title)
  }

  /**
   * By what the session goes, wherever it is shown. `leafSummary` is the summary whose leaf stands nearest to its active
   * end, if any. Empty where nothing tells: nicknames of the client (`slugs`) and words such as `continue` name nothing, and
   * where the model that was asked for a title failed, its error names nothing as long as something else does.
   */
  pick(leafSummary: string | undefined, slugs: readonly string[]): Title {
    const names = (text: string | undefined): text is string =>
      text !== undefined && !slugs.includes(text) && (this.asked === undefined || !isFailedTitle(text))
    if (this.custom) return { text: this.custom, from: 'custom-title' }
    if (names(this.agentName)) return { text: this.agentName, from: 'agent-name' }
    if (names(this.generated)) return { text: this.generated, from: 'ai-title' }
    if (names(leafSummary)) return { text: leafSummary, from: 'summary' }
    if (this.asked) return this.asked
    if (this.command) return { text: this.command, from: 'command' }
    return { text: '', from: 'none' }
  }

  private ask(words: string, from: Title['from']): void {
    const text = this.asked === undefined && saysSomething(head(words, TITLE_CHARS * 4)) ? titleText(words) : undefined
    if (text !== undefined) this.asked = { text, from }
  }

  private addSummaryLine(json: JsonObject, isAtTop: boolean): void {
    const text = asString(json.summary) ?? asString(asObject(json.data)?.summary)
    const leaf = asString(json.leafUuid)
    if (text === undefined || leaf === undefined) return
    this.addSummary(leaf, text)
    if (isAtTop) this.topLeaves.add(leaf)
  }
}

/** What the client wrote as the title where the request for one failed. */
export function isFailedTitle(text: string): boolean {
  return FAILED.test(text)
}

const FAILED =
  /^(?:API Error\b|(?:Request timed out|Connection error|Prompt is too long|Not logged in|Unauthorized|Overloaded)\b|(?:Invalid|Missing) API key\b|Credit balance (?:is )?too low\b|(?:OAuth|Auth\w*) (?:token|error|failed)\b|Please run \/login\b|Claude (?:AI )?usage limit reached\b|.{0,60} · Please run \/login$)/i

/** Newer clients write it in front of what another session sent. */
const PEER_OPENING = /^\s*Another Claude session sent a message:/

/** Titles that a summary of the client replaces: nobody chose them. */
export function isWeakTitle(from: Title['from']): boolean {
  return WEAK.has(from)
}

const WEAK: ReadonlySet<Title['from']> = new Set(['prompt', 'plan', 'command', 'teammate', 'none'])

/** One line, blanks folded, cut; undefined when nothing is left. */
function titleText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = unbreak(head(value, TITLE_CHARS * 4))
    .replace(/\s+/g, ' ')
    .trim()
  return line === '' ? undefined : head(line, TITLE_CHARS).trimEnd()
}

/** The first heading of a plan, else its first line. */
export function planTitle(plan: string): string | undefined {
  const start = plan.startsWith(PLAN_TEXT) ? plan.slice(PLAN_TEXT.length) : plan
  for (const line of head(start, 4000).split('\n')) {
    const text = titleText(line.replace(/^#+\s*/, ''))
    if (text) return text
  }
  return undefined
}

function commandTitle(text: string): string | undefined {
  const name = findTag(text, 'command-name')?.inner.trim()
  if (!name || QUIET_COMMANDS.has(name)) return undefined
  return titleText(`${name} ${findTag(text, 'command-args')?.inner.trim() ?? ''}`)
}

/** What teammates wrote, each message by itself; what their programs tell each other as JSON is none of it. */
function teammateWords(text: string): readonly string[] {
  return head(text.replace(PEER_OPENING, ''), MAX_MESSAGES)
    .split(/<\/(?:teammate|agent)-message>/)
    .map(part => part.replace(/^[^<]*<(?:teammate|agent)-message[^>]*>/, '').trim())
    .filter(words => words !== '' && !/^[[{]/.test(words))
}

const MAX_MESSAGES = 8000
