import { type Json, makeUsage } from './era.ts'
import type { ProjectFile } from './project-files.ts'
import type { Random } from './random.ts'
import { cut, cutRun, makeSentence, type TextPools } from './text-pools.ts'
import type { ThreadWriter } from './thread-writer.ts'
import { runHugeTool, runTool, type ToolContext, type ToolRun } from './tool-runs.ts'

/** Writes prompts and answers into one file until it is as large as wanted. Main files and agents' files alike. */
export interface ConversationOptions {
  readonly random: Random
  readonly pools: TextPools
  readonly thread: ThreadWriter
  readonly targetBytes: number
  /** Share of progress lines; 0 in versions that write none. */
  readonly progressShare: number
  /** CJK and emoji instead of plain English. */
  readonly isUnicode: boolean
  readonly hugeLines: number
}

/** What stands between the call and its result, and the result itself. */
export interface CallHooks {
  /** Runs instead of an ordinary tool, when it returns one. */
  special(): { run: ToolRun; whileRunning: (toolUseId: string) => void } | undefined
}

const NO_HOOKS: CallHooks = { special: () => undefined }
const HUGE_LINE_CHARS = 10_500_000

export class Conversation {
  readonly #options: ConversationOptions
  readonly #files: ProjectFile[] = []
  readonly #maxChars: number
  #hugeLinesLeft: number
  #contextTokens = 12_000

  constructor(options: ConversationOptions) {
    this.#options = options
    this.#hugeLinesLeft = options.hugeLines
    this.#maxChars = Math.min(Math.max(options.targetBytes / 16, 300), 200_000)
  }

  get isFull(): boolean {
    return this.#options.thread.bytes >= this.#options.targetBytes
  }

  get toolContext(): ToolContext {
    const { random, pools, thread } = this.#options
    return { random, pools, identity: thread.identity, files: this.#files, maxChars: this.#maxChars }
  }

  get files(): readonly ProjectFile[] {
    return this.#files
  }

  /** Context shrinks when it is compacted. */
  resetContext(): void {
    this.#contextTokens = 20_000
  }

  get contextTokens(): number {
    return this.#contextTokens
  }

  prose(medianChars: number, sigma = 0.9): string {
    const { random, pools, isUnicode } = this.#options
    const chars = Math.min(random.logNormal(medianChars, sigma), this.#maxChars)
    const text = cut(random, isUnicode && random.chance(0.7) ? pools.unicode : pools.prose, chars)
    return random.chance(0.06) ? `${text} ✓` : text
  }

  /** The model's work on one prompt: messages with tool calls, then an answer. */
  answer(hooks: CallHooks = NO_HOOKS): string {
    const { random } = this.#options
    const rounds = Math.round(Math.min(random.logNormal(6, 0.8), 60))
    for (let i = 0; i < rounds && !this.isFull; i++) this.#message(hooks)
    const text = this.prose(500)
    this.#assistantLine(this.#openMessage('end_turn'), { type: 'text', text })
    return text
  }

  #message(hooks: CallHooks): void {
    const { random, pools } = this.#options
    const message = this.#openMessage('tool_use')
    if (random.chance(0.45)) {
      const thinking = random.chance(0.03) ? '' : this.prose(500)
      const signature = cutRun(random, pools.base64, Math.min(200 + thinking.length * 1.3, 8000))
      this.#assistantLine(message, { type: 'thinking', thinking, signature })
    }
    if (random.chance(0.45)) this.#assistantLine(message, { type: 'text', text: this.prose(150) })
    const calls: { run: ToolRun; id: string; uuid: string }[] = []
    for (let left = random.chance(0.12) ? 1 + random.below(3) : 1; left > 0 && !this.isFull; left--) {
      const id = `toolu_01${random.token(22)}`
      const special = hooks.special()
      const run = special?.run ?? this.#nextRun()
      const caller = this.#options.thread.identity.era === 'attachment' ? { caller: { type: 'direct' } } : {}
      const uuid = this.#assistantLine(message, { type: 'tool_use', id, name: run.name, input: run.input, ...caller })
      calls.push({ run, id, uuid })
      special?.whileRunning(id)
      this.#progress(run, id)
    }
    for (const call of calls) this.#result(call.run, call.id, call.uuid)
  }

  #nextRun(): ToolRun {
    const { thread, targetBytes, hugeLines } = this.#options
    const done = hugeLines - this.#hugeLinesLeft
    if (this.#hugeLinesLeft > 0 && thread.bytes > (targetBytes / (hugeLines + 1)) * (done + 0.5)) {
      this.#hugeLinesLeft--
      return runHugeTool(this.toolContext, HUGE_LINE_CHARS)
    }
    return runTool(this.toolContext)
  }

  #openMessage(stopReason: string): Json {
    const { random, thread } = this.#options
    const { era, model } = thread.identity
    this.#contextTokens = Math.min(this.#contextTokens + random.below(2500), 180_000)
    const isFinal = era === 'attachment'
    return {
      start: { model, id: `msg_01${random.token(22)}`, type: 'message', role: 'assistant' },
      end: {
        stop_reason: isFinal ? stopReason : null,
        stop_sequence: null,
        ...(isFinal ? { stop_details: null } : {}),
        usage: makeUsage(random, era, this.#contextTokens),
      },
      requestId: `req_011C${random.token(20)}`,
    }
  }

  /** One content block per line; each line repeats the id and the usage of its message. */
  #assistantLine(message: Json, block: Json): string {
    const whole = { ...(message.start as Json), content: [block], ...(message.end as Json) }
    const body = { message: whole, requestId: message.requestId, type: 'assistant' }
    const { thread } = this.#options
    const { promptId } = thread
    thread.promptId = undefined
    const uuid = thread.chain({ body })
    thread.promptId = promptId
    return uuid
  }

  #result(run: ToolRun, toolUseId: string, assistantUuid: string): void {
    const { random, thread } = this.#options
    // A few calls never got their result: an interruption or a crash.
    if (random.chance(0.004)) return
    const error = run.isError === undefined ? {} : { is_error: run.isError }
    const block = { tool_use_id: toolUseId, type: 'tool_result', content: run.content, ...error }
    const isAgentWithout = thread.identity.agentId !== undefined && thread.identity.era === 'attachment'
    const source = thread.identity.era === 'flat' ? {} : { sourceToolAssistantUUID: assistantUuid }
    thread.chain({
      parentUuid: assistantUuid,
      body: { type: 'user', message: { role: 'user', content: [block] } },
      extra: isAgentWithout ? source : { toolUseResult: run.structured, ...source },
    })
  }

  #progress(run: ToolRun, toolUseId: string): void {
    const { progressShare, thread } = this.#options
    if (progressShare === 0) return
    const owed = Math.floor((progressShare * thread.lines - thread.progressLines) / (1 - progressShare))
    if (run.name === 'Bash') this.#bashProgress(run, toolUseId, Math.min(owed, 80))
    else for (let i = Math.min(owed, 2); i > 0; i--) this.#hookProgress(run.name, toolUseId, i)
  }

  /** Every line repeats the whole output so far. */
  #bashProgress(run: ToolRun, toolUseId: string, count: number): void {
    const { thread } = this.#options
    const output = String(run.content)
    for (let i = 1; i <= count && !this.isFull; i++) {
      const fullOutput = output.slice(0, Math.min((output.length * i) / count, 100_000))
      const data = {
        type: 'bash_progress',
        output: fullOutput.slice(-300),
        fullOutput,
        elapsedTimeSeconds: i + 1,
        totalLines: Math.ceil(fullOutput.length / 60),
      }
      thread.progress({
        body: { type: 'progress', data, toolUseID: `bash-progress-${i}`, parentToolUseID: toolUseId },
      })
    }
  }

  #hookProgress(tool: string, toolUseId: string, order: number): void {
    const hookEvent = order === 1 ? 'PostToolUse' : 'PreToolUse'
    const command = `node \${CLAUDE_PROJECT_DIR}/.hooks/${hookEvent.toLowerCase()}.js`
    const data = { type: 'hook_progress', hookEvent, hookName: `${hookEvent}:${tool}`, command }
    this.#options.thread.progress({
      body: { type: 'progress', data, parentToolUseID: toolUseId, toolUseID: toolUseId },
      isTimeFirst: true,
    })
  }
}

export function makePromptText(random: Random, conversation: Conversation): string {
  return random.chance(0.5) ? makeSentence(random, 5 + random.below(20)) : conversation.prose(250)
}
