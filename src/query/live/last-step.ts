import type { Message, Session, Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'

/** Where a conversation stands, by the last of its entries that says so. */
export type StepKind =
  /** Nothing was said yet. */
  | 'nothing'
  /** The model has the word. */
  | 'thinking'
  | 'tool'
  /** The API failed and is asked again. */
  | 'retry'
  /** An answer of an old release, which does not say whether it is whole. */
  | 'answering'
  /** A question or a plan waits for the person. */
  | 'asking'
  /** The person said no to a call. */
  | 'refused'
  | 'ended'
  | 'error'
  | 'interrupted'

export interface LastStep {
  readonly kind: StepKind
  readonly detail: string
  /** Epoch milliseconds; since when. */
  readonly at: number | undefined
}

/** Tools that ask the person, and what they ask. */
const QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['AskUserQuestion', 'asks a question'],
  ['ExitPlanMode', 'asks to approve a plan'],
  ['exit_plan_mode', 'asks to approve a plan'],
])
/** Reasons to end an answer that are no good end. */
const BAD_ENDS: ReadonlyMap<string, string> = new Map([
  ['max_tokens', 'the answer was cut at the token limit'],
  ['model_context_window_exceeded', 'the context window is full'],
  ['refusal', 'the model refused'],
])

export function findLastStep(session: Session): LastStep {
  const { main } = session
  for (let index = main.entries.length - 1; index >= 0; index--) {
    const entry = main.entries[index] as ThreadEntry
    if (entry.isRepeat || !main.isActive(entry)) continue
    const step = stepOf(main, entry)
    if (step) return step.kind === 'ended' ? (findAgentAtWork(session, entry) ?? step) : step
  }
  return { kind: 'nothing', detail: '', at: undefined }
}

/** Undefined for entries that say nothing about it: bookkeeping, local commands, context. */
function stepOf(main: Thread, entry: ThreadEntry): LastStep | undefined {
  const { at, kind } = entry
  if (kind === 'assistant') return stepOfAnswer(main, entry)
  if (kind === 'system/turn_duration' || kind === 'system/stop_hook_summary') return { kind: 'ended', detail: '', at }
  if (kind === 'system/api_error') return { kind: 'retry', detail: 'asks again after an API error', at }
  if (kind === 'system/api_refusal') return { kind: 'error', detail: 'the model refused', at }
  switch (entry.role) {
    case 'prompt':
    case 'program-prompt':
    case 'agent-prompt':
    case 'scheduled-prompt':
    case 'plan-handover':
    case 'task-notification':
    case 'teammate-message':
      return { kind: 'thinking', detail: 'thinks', at }
    case 'interruption':
      return { kind: 'interrupted', detail: 'interrupted', at }
    case 'tool-result':
      return findPending(main, entry) ?? stepAfterResult(main, entry)
    default:
      return undefined
  }
}

function stepOfAnswer(main: Thread, entry: ThreadEntry): LastStep {
  const message: Message | undefined = main.messages[entry.message ?? -1]
  const { at } = entry
  if (message?.isApiError) return { kind: 'error', detail: 'API error', at }
  if (message?.isSynthetic) return { kind: 'ended', detail: '', at }
  const pending = findPending(main, entry)
  if (pending) return pending
  const stop = message?.stopReason
  const bad = BAD_ENDS.get(stop ?? '')
  if (bad !== undefined) return { kind: 'error', detail: bad, at }
  if (stop === 'tool_use' || stop === 'pause_turn') return { kind: 'thinking', detail: 'thinks', at }
  if (stop !== undefined) return { kind: 'ended', detail: '', at }
  const hasText = main.turns.some(turn => turn.answer === entry)
  return { kind: hasText ? 'answering' : 'thinking', detail: hasText ? '' : 'thinks', at }
}

/** The call of this turn that is waited for: a question before anything else. */
function findPending(main: Thread, { turn }: ThreadEntry): LastStep | undefined {
  let found: ToolCall | undefined
  for (let at = main.toolCalls.length - 1; at >= 0; at--) {
    const call = main.toolCalls[at] as ToolCall
    if (call.use && call.use.turn < turn) break
    if (call.status !== 'pending' || call.use?.turn !== turn || !main.isActive(call.use)) continue
    if (!found || QUESTIONS.has(call.name)) found = call
  }
  if (!found) return undefined
  const question = QUESTIONS.get(found.name)
  if (question !== undefined) return { kind: 'asking', detail: question, at: found.use?.at }
  return { kind: 'tool', detail: [found.name, found.headline].filter(text => text !== '').join(' '), at: found.use?.at }
}

function stepAfterResult(main: Thread, entry: ThreadEntry): LastStep {
  const { at } = entry
  for (let index = main.toolCalls.length - 1; index >= 0; index--) {
    const call = main.toolCalls[index] as ToolCall
    if (call.result !== entry) continue
    if (call.status === 'interrupted') return { kind: 'interrupted', detail: 'interrupted', at }
    if (call.status === 'rejected') return { kind: 'refused', detail: `${call.name || 'a call'} was refused`, at }
    break
  }
  return { kind: 'thinking', detail: 'thinks', at }
}

/** The main conversation may be at rest while an agent that it started goes on by itself. */
function findAgentAtWork(session: Session, { at }: ThreadEntry): LastStep | undefined {
  for (const { status, description, agentType, endedAt } of session.agents) {
    const goesOn = status === 'running' || status === 'async'
    if (!goesOn || endedAt === undefined || endedAt <= (at ?? 0)) continue
    return { kind: 'tool', detail: ['agent', description ?? agentType ?? ''].join(' ').trim(), at: endedAt }
  }
  return undefined
}
