import type { Entry } from '../format/entry.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import { head } from '../text/head.ts'
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
  /** The first prompt or plan that says something. */
  private asked: string | undefined
  private askedBy: 'prompt' | 'plan' = 'prompt'
  /** The first prompt, whatever it says. */
  private prompt: string | undefined
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
    if (role === 'prompt' || role === 'program-prompt') {
      if (this.asked === undefined && text !== 'Warmup') this.addPrompt(stripContext(text))
    } else if (role === 'plan-handover') {
      if (this.asked === undefined) this.ask(planTitle(asString(json.planContent) ?? stripContext(text)), 'plan')
    } else if (role === 'command') {
      this.command ??= commandTitle(text)
    }
  }

  /** A summary found in another file. */
  addSummary(leafUuid: string, text: string): void {
    const title = titleText(text)
    if (title) this.summaries.set(leafUuid, title)
  }

  /** `leafSummary` is the summary whose leaf stands nearest to the active end of this session, if any. */
  pick(leafSummary: string | undefined, slug: string | undefined): Title {
    if (this.custom) return { text: this.custom, from: 'custom-title' }
    if (this.agentName) return { text: this.agentName, from: 'agent-name' }
    if (this.generated) return { text: this.generated, from: 'ai-title' }
    if (leafSummary) return { text: leafSummary, from: 'summary' }
    if (this.asked) return { text: this.asked, from: this.askedBy }
    if (this.prompt) return { text: this.prompt, from: 'prompt' }
    if (this.command) return { text: this.command, from: 'command' }
    if (slug) return { text: slug, from: 'slug' }
    return { text: '', from: 'none' }
  }

  private addPrompt(text: string): void {
    const title = titleText(text)
    this.prompt ??= title
    if (title !== undefined && saysSomething(head(text, TITLE_CHARS * 4))) this.ask(title, 'prompt')
  }

  private ask(title: string | undefined, by: 'prompt' | 'plan'): void {
    this.asked = title
    this.askedBy = by
  }

  private addSummaryLine(json: JsonObject, isAtTop: boolean): void {
    const text = asString(json.summary) ?? asString(asObject(json.data)?.summary)
    const leaf = asString(json.leafUuid)
    if (text === undefined || leaf === undefined) return
    this.addSummary(leaf, text)
    if (isAtTop) this.topLeaves.add(leaf)
  }
}

/** Titles that a summary of the client replaces: nobody chose them. */
export function isWeakTitle(title: Title): boolean {
  return (
    title.from === 'prompt' ||
    title.from === 'plan' ||
    title.from === 'command' ||
    title.from === 'slug' ||
    title.from === 'none'
  )
}

/** One line, blanks folded, cut; undefined when nothing is left. */
function titleText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = head(value, TITLE_CHARS * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line === '' ? undefined : head(line, TITLE_CHARS)
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
  const name = between(text, '<command-name>', '</command-name>')
  if (!name || QUIET_COMMANDS.has(name)) return undefined
  return titleText(`${name} ${between(text, '<command-args>', '</command-args>') ?? ''}`)
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open)
  const end = start < 0 ? -1 : text.indexOf(close, start)
  return end < 0 ? undefined : text.slice(start + open.length, end).trim()
}
