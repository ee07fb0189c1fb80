import { RECALL_CHOICES, type RecallChoice } from '../../../config/recall-setting.ts'
import { quoteForShell } from '../../../text/quote-for-shell.ts'
import type { HookEvent } from '../hook/hook-input.ts'

export const PARTS = ['hooks', 'mcp', 'statusline'] as const
export type Part = (typeof PARTS)[number]

/** How `install` calls backscroll. */
export interface Program {
  /** `backscroll` alone in files that others share, else Node and the script by their full names. */
  readonly words: readonly string[]
  /** The script that runs now, to know what is ours under another name. */
  readonly script: string | undefined
}

/** Seconds. A hook returns at once; this is for the day when the disk does not answer. */
const TIMEOUT = 10

interface HookRow {
  readonly event: HookEvent
  /** From which level of recall on. */
  readonly from: RecallChoice
  readonly matcher?: string
}

/** In the order of a session. */
const HOOKS: readonly HookRow[] = [
  { event: 'SessionStart', from: 'off' },
  { event: 'UserPromptSubmit', from: 'prompt' },
  { event: 'PreToolUse', from: 'file', matcher: 'Edit|MultiEdit|Write|NotebookEdit|Read' },
  { event: 'PreCompact', from: 'off' },
  { event: 'SubagentStop', from: 'off' },
  { event: 'Stop', from: 'off' },
  { event: 'SessionEnd', from: 'off' },
]

export function wantedEvents(level: RecallChoice): readonly HookEvent[] {
  return HOOKS.filter(({ from }) => rank(from) <= rank(level)).map(({ event }) => event)
}

export function highestLevel(levels: readonly RecallChoice[]): RecallChoice {
  return levels.reduce<RecallChoice>((highest, level) => (rank(level) > rank(highest) ? level : highest), 'off')
}

function rank(level: RecallChoice): number {
  return RECALL_CHOICES.indexOf(level)
}

export function hookCommand({ words }: Program, event: string): string {
  return [...words, 'hook', event].map(quoteForShell).join(' ')
}

/** A group with one hook, as the client's settings have it. */
export function hookGroup(program: Program, event: HookEvent): object {
  const matcher = HOOKS.find(row => row.event === event)?.matcher
  const hook = { type: 'command', command: hookCommand(program, event), timeout: TIMEOUT }
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] }
}

export function serverEntry({ words }: Program): { readonly command: string; readonly args: readonly string[] } {
  const [command = '', ...args] = words
  return { command, args: [...args, 'mcp'] }
}

export function statusLineCommand({ words }: Program, rest: readonly string[]): string {
  return [...words, 'statusline', ...rest].map(quoteForShell).join(' ')
}

/** What the client's settings say about its status line, and what else somebody set beside it. */
export interface StatusLineSetting {
  readonly type: 'command'
  readonly command: string
  readonly padding: unknown
}

/** What somebody set beside the command, such as their own padding, stays. */
export function statusLineSetting(command: string, known: { readonly [key: string]: unknown }): StatusLineSetting {
  const { type: _type, command: _command, ...kept } = known
  return { type: 'command', command, padding: 0, ...kept }
}
