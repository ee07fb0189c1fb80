import { Conversation, makePromptText } from './conversation.ts'
import type { Identity, Json } from './era.ts'
import { readForkPrefix } from './fork.ts'
import { type LineSink, openNullSink } from './line-sink.ts'
import type { Random } from './random.ts'
import { makeSentence, type TextPools } from './text-pools.ts'
import { ThreadWriter } from './thread-writer.ts'
import { runTask } from './tool-runs.ts'

export interface SessionOptions {
  readonly random: Random
  readonly pools: TextPools
  readonly identity: Identity
  readonly sink: LineSink
  readonly targetBytes: number
  readonly startMs: number
  readonly progressShare: number
  readonly isUnicode: boolean
  readonly hugeLines: number
  /** Sizes of the agent files that belong to this session. */
  readonly agentBytes: readonly number[]
  readonly openAgentFile: (agentId: string) => LineSink
  readonly path: string
  /** The session written before, for summaries and forks that point at another file. */
  readonly previous: SessionEnd | undefined
}

export interface SessionEnd {
  readonly path: string
  readonly sessionId: string
  readonly lastUuid: string | null
  readonly endMs: number
  readonly lines: number
  readonly progressLines: number
}

const COMPACT_EVERY_BYTES = 1_500_000

/** Writes one whole session with its agents and returns how it ended. */
export function writeSession(options: SessionOptions): SessionEnd {
  const { random, identity, sink } = options
  const thread = new ThreadWriter({ random, identity, sink, startMs: options.startMs })
  const conversation = new Conversation({ ...options, thread })
  const agents = [...options.agentBytes]
  const isNew = identity.era === 'attachment'
  let compactAt = COMPACT_EVERY_BYTES
  let beforePrompt: string | null = null

  writeOpening(options, thread)
  do {
    const isRewind = beforePrompt !== null && random.chance(0.01)
    const parentUuid = isRewind ? beforePrompt : thread.lastUuid
    beforePrompt = thread.lastUuid
    writePrompt(options, thread, conversation, parentUuid)
    if (conversation.isFull) break
    if (isNew) writeAttachments(random, thread)
    const special = () => (shouldStartAgent() ? startAgent() : undefined)
    conversation.answer({ special })
    writeTurnEnd(random, thread)
    if (thread.bytes > compactAt) {
      writeCompaction(thread, conversation)
      compactAt = thread.bytes + COMPACT_EVERY_BYTES
    }
    thread.nowMs += Math.round(random.logNormal(120_000, 1.5))
  } while (!conversation.isFull)
  // Agents that found no place in the conversation still get their files.
  while (agents.length > 0) runAgent(agents.pop() as number, () => {})
  writeEnding(options, thread, conversation)
  sink.close(thread.nowMs)
  const { lines, progressLines, lastUuid } = thread
  return { path: options.path, sessionId: identity.sessionId, lastUuid, endMs: thread.nowMs, lines, progressLines }

  function shouldStartAgent(): boolean {
    if (agents.length > 0)
      return (
        thread.bytes >
        (options.targetBytes * 0.8 * (options.agentBytes.length - agents.length)) / options.agentBytes.length
      )
    // Some agents are known only through the copies of what they wrote.
    return options.progressShare > 0 && options.targetBytes > 300_000 && random.chance(0.002)
  }

  function startAgent() {
    const copies: Json[] = []
    let copiedBytes = 0
    const limit = options.targetBytes / 8
    const { prompt, agentId, answer } = runAgent(agents.pop(), entry => {
      if (options.progressShare === 0 || copiedBytes > limit) return
      copiedBytes += JSON.stringify(entry).length
      copies.push(entry)
    })
    const run = runTask(conversation.toolContext, prompt, agentId, answer)
    const whileRunning = (toolUseId: string) => writeCopies(random, thread, { copies, prompt, agentId, toolUseId })
    return { run, whileRunning }
  }

  /** Without a size of its own the agent's file is missing. */
  function runAgent(bytes: number | undefined, onEntry: (entry: Json) => void) {
    const agentId = identity.era === 'flat' ? random.hex(8) : `a${random.hex(isNew ? 16 : 6)}`
    const file = bytes === undefined ? openNullSink() : options.openAgentFile(agentId)
    const own = { random, sink: file, identity: { ...identity, agentId }, startMs: thread.nowMs, onEntry }
    const agentThread = new ThreadWriter(own)
    const targetBytes = bytes ?? 8000 + random.below(40_000)
    const agent = new Conversation({ ...options, thread: agentThread, targetBytes, progressShare: 0, hugeLines: 0 })
    const prompt = agent.prose(1200)
    agentThread.chain({ body: { type: 'user', message: { role: 'user', content: prompt } } })
    let answer = ''
    do answer = agent.answer()
    while (!agent.isFull)
    file.close(agentThread.nowMs)
    return { prompt, agentId, answer }
  }
}

interface AgentCopies {
  readonly copies: readonly Json[]
  readonly prompt: string
  readonly agentId: string
  readonly toolUseId: string
}

function writeCopies(random: Random, thread: ThreadWriter, { copies, prompt, agentId, toolUseId }: AgentCopies): void {
  const toolUseID = `agent_msg_01${random.token(22)}`
  for (const { type, message, uuid, timestamp, requestId, toolUseResult } of copies) {
    const copy =
      type === 'assistant'
        ? { type, timestamp, message, requestId, uuid }
        : { type, message, uuid, timestamp, toolUseResult }
    const data = { message: copy, normalizedMessages: [], type: 'agent_progress', prompt, agentId }
    thread.progress({ body: { type: 'progress', data, toolUseID, parentToolUseID: toolUseId } })
  }
}

function writeOpening({ random, identity, previous, targetBytes }: SessionOptions, thread: ThreadWriter): void {
  const { era, sessionId } = identity
  if (previous && targetBytes > 400_000 && random.chance(0.03)) {
    const prefix = readForkPrefix(previous.path, { from: previous.sessionId, to: sessionId })
    thread.copy(prefix.lines, prefix.lastUuid)
    return
  }
  if (era !== 'attachment' && previous?.lastUuid && random.chance(0.12)) {
    thread.loose({ type: 'summary', summary: makeSentence(random, 6), leafUuid: previous.lastUuid })
  }
  if (era === 'attachment') {
    thread.loose({ type: 'permission-mode', permissionMode: 'acceptEdits', sessionId })
    const names = ['AskUserQuestion', 'CronCreate', 'EnterWorktree', 'Monitor', 'NotebookEdit', 'WebFetch', 'WebSearch']
    const attachment = { type: 'deferred_tools_delta', addedNames: names, addedLines: names, removedNames: [] }
    thread.chain({ body: { attachment, type: 'attachment' } })
  } else if (era === 'progress' && random.chance(0.5)) {
    const data = {
      type: 'hook_progress',
      hookEvent: 'SessionStart',
      hookName: 'SessionStart:startup',
      command: 'node start.js',
    }
    const toolUseID = random.uuid()
    thread.progress({ body: { type: 'progress', data, parentToolUseID: toolUseID, toolUseID }, isTimeFirst: true })
  }
}

function writePrompt(
  options: SessionOptions,
  thread: ThreadWriter,
  conversation: Conversation,
  parentUuid: string | null,
): void {
  const { random, identity } = options
  const messageId = random.uuid()
  if (random.chance(0.8)) {
    const trackedFileBackups: Json = {}
    for (const file of conversation.files.slice(0, 12)) {
      const backupFileName = `${random.hex(16)}@v1`
      trackedFileBackups[file.path] = { backupFileName, version: 1, backupTime: thread.tick(10) }
    }
    const snapshot = { messageId, trackedFileBackups, timestamp: thread.tick(10) }
    thread.loose({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false })
  }
  const content = makePromptText(random, conversation)
  if (random.chance(0.08)) {
    const { sessionId } = identity
    thread.loose({ type: 'queue-operation', operation: 'enqueue', timestamp: thread.tick(10), sessionId, content })
    thread.loose({ type: 'queue-operation', operation: 'dequeue', timestamp: thread.tick(10), sessionId })
  }
  const isNew = identity.era === 'attachment'
  if (isNew) thread.promptId = random.uuid()
  const thinking = identity.era === 'progress' ? { thinkingMetadata: { maxThinkingTokens: 31_999 }, todos: [] } : {}
  const mode = identity.era === 'flat' ? {} : { permissionMode: 'default' }
  const body = { type: 'user', message: { role: 'user', content } }
  thread.chain({ parentUuid, body, extra: { ...thinking, ...mode } })
}

function writeAttachments(random: Random, thread: ThreadWriter): void {
  const hookName = 'UserPromptSubmit'
  const ids = { hookName, toolUseID: random.uuid(), hookEvent: hookName }
  const outcome = {
    stdout: makeSentence(random, 12),
    stderr: '',
    exitCode: 0,
    command: 'node submit.js',
    durationMs: random.below(900),
  }
  thread.chain({ body: { attachment: { type: 'hook_success', ...ids, content: '', ...outcome }, type: 'attachment' } })
  if (random.chance(0.2)) {
    const attachment = { type: 'hook_additional_context', content: [makeSentence(random, 20)], ...ids }
    thread.chain({ body: { attachment, type: 'attachment' } })
  }
  if (random.chance(0.1)) {
    const attachment = { type: 'queued_command', prompt: makeSentence(random, 12), commandMode: 'prompt' }
    thread.chain({ body: { attachment, type: 'attachment' } })
  }
}

function writeTurnEnd(random: Random, thread: ThreadWriter): void {
  const { era } = thread.identity
  if (era === 'flat') return
  if (random.chance(0.7)) {
    const body = {
      type: 'system',
      subtype: 'stop_hook_summary',
      hookCount: 1,
      hookInfos: [{ command: 'node stop.js' }],
      hookErrors: [],
      preventedContinuation: false,
      stopReason: '',
      hasOutput: true,
      level: 'suggestion',
    }
    thread.chain({ body, isTimeFirst: true, extra: { toolUseID: random.uuid() } })
  }
  const durationMs = 1000 + random.below(300_000)
  thread.chain({
    body: { type: 'system', subtype: 'turn_duration', durationMs },
    isTimeFirst: true,
    extra: { isMeta: false },
  })
}

function writeCompaction(thread: ThreadWriter, conversation: Conversation): void {
  const compactMetadata = { trigger: 'auto', preTokens: conversation.contextTokens }
  thread.chain({
    parentUuid: null,
    logicalParentUuid: thread.lastUuid ?? undefined,
    body: { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', isMeta: false },
    isTimeFirst: true,
    extra: { level: 'info', compactMetadata },
  })
  const content = `This session is being continued from a previous conversation that ran out of context.\n${conversation.prose(6000)}`
  const flags = { isVisibleInTranscriptOnly: true, isCompactSummary: true }
  thread.chain({ body: { type: 'user', message: { role: 'user', content }, ...flags } })
  conversation.resetContext()
}

function writeEnding(
  { random, identity, targetBytes }: SessionOptions,
  thread: ThreadWriter,
  conversation: Conversation,
): void {
  if (targetBytes < 5000) return
  const { sessionId, era } = identity
  if (era !== 'flat' && random.chance(0.05)) {
    const prNumber = 1 + random.below(900)
    const prUrl = `https://github.com/example/project/pull/${prNumber}`
    const link = { type: 'pr-link', sessionId, prNumber, prUrl, prRepository: 'example/project' }
    thread.loose({ ...link, timestamp: thread.tick(10) })
  }
  if (random.chance(0.02)) thread.loose({ type: 'custom-title', customTitle: makeSentence(random, 4), sessionId })
  if (era === 'attachment') {
    thread.loose({ type: 'ai-title', aiTitle: makeSentence(random, 6), sessionId })
    thread.loose({ type: 'last-prompt', lastPrompt: makePromptText(random, conversation).slice(0, 200), sessionId })
  } else if (thread.lastUuid && random.chance(0.2)) {
    thread.loose({ type: 'summary', summary: makeSentence(random, 6), leafUuid: thread.lastUuid })
  }
}
