import type { Entry } from '../format/entry.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import type { ThreadOptions } from './session-builder.ts'

/** A subagent's thread and what is known of it before it is joined to a call. */
export interface AgentThread<Thread> {
  readonly id: string
  readonly thread: Thread
  readonly storedAs: AgentStorage
  readonly meta: AgentMeta | undefined
  readonly workflowId: string | undefined
  /** The call its progress lines name. */
  readonly callId: string | undefined
}

/** Where an agent's lines stand; of one that is known from the result of its call alone there are none. */
export type AgentStorage = 'file' | 'in-main-file' | 'progress-copies' | 'result-only'

/** What is kept of `agent-<id>.meta.json`. */
export interface AgentMeta {
  readonly agentType: string | undefined
  readonly description: string | undefined
  readonly worktreePath: string | undefined
  /** The call that started it. Since 2.1.327. */
  readonly toolUseId: string | undefined
}

interface AgentCopy<Thread> {
  readonly thread: Thread
  callId: string | undefined
}

interface AgentFile<Thread> {
  readonly thread: Thread
  meta: AgentMeta | undefined
  workflowId: string | undefined
}

/** Subagent threads of a session in all the ways they are stored (census section 7), for the model and for a summary. */
export class AgentThreads<Thread extends object> {
  private readonly files = new Map<string, AgentFile<Thread>>()
  private readonly inline = new Map<string, Thread>()
  private readonly inlineByUuid = new Map<string, Thread>()
  private lastInline: Thread | undefined
  /**
   * By file and agent. Lines of one agent may be copied into several files, which grow independently: put together, their
   * order would depend on which was read first.
   */
  private readonly copies = new Map<number, Map<string, AgentCopy<Thread>>>()

  addFile(id: string, thread: Thread, options: ThreadOptions): void {
    const key = this.files.has(id) ? `${id}#${options.file}` : id
    this.files.set(key, { thread, meta: readMeta(options.meta), workflowId: options.workflowId })
  }

  /** A file opened again may tell more: `meta.json` can come later than the first lines. */
  describeFile(thread: Thread, { meta, workflowId }: ThreadOptions): void {
    for (const file of this.files.values()) {
      if (file.thread !== thread) continue
      file.meta = readMeta(meta) ?? file.meta
      file.workflowId = workflowId ?? file.workflowId
    }
  }

  /** The thread that is made of an agent's copies in one file. */
  copyOf(file: number, copy: ProgressCopy, make: (agentId: string) => Thread): Thread {
    let inFile = this.copies.get(file)
    if (!inFile) {
      inFile = new Map()
      this.copies.set(file, inFile)
    }
    let known = inFile.get(copy.agentId)
    if (!known) {
      known = { thread: make(copy.agentId), callId: undefined }
      inFile.set(copy.agentId, known)
    }
    known.callId ??= copy.callId
    return known.thread
  }

  /**
   * The thread of a sidechain line in the main file. Releases 1.0.x wrote subagent turns there: a root without parent
   * begins one, children follow their parent, a root written again is where it was. A line whose parent is not known
   * goes to the agent that began last.
   */
  inlineOf(entry: Entry, json: JsonObject, make: (agentId: string) => Thread): Thread {
    const uuid = asString(json.uuid)
    const parent = asString(json.parentUuid)
    const named = asString(json.agentId) || undefined
    let thread: Thread | undefined =
      (parent && this.inlineByUuid.get(parent)) || (named && this.inline.get(named)) || undefined
    if (!thread && named === undefined)
      thread = parent === undefined ? this.inlineByUuid.get(uuid ?? '') : this.lastInline
    if (!thread) {
      const id = named ?? this.nameInline(uuid ?? String(entry.start))
      thread = make(id)
      this.inline.set(id, thread)
      this.lastInline = thread
    }
    if (uuid !== undefined) this.inlineByUuid.set(uuid, thread)
    return thread
  }

  /** Files first; a copy counts only where the file is missing. In an order that does not depend on what came first. */
  list(): readonly AgentThread<Thread>[] {
    const copies = this.firstCopies()
    const list: AgentThread<Thread>[] = []
    for (const [id, { thread, meta, workflowId }] of this.files) {
      list.push({ id, thread, storedAs: 'file', meta, workflowId, callId: copies.get(id)?.callId })
    }
    for (const [id, thread] of this.inline) list.push(without(id, thread, 'in-main-file', copies.get(id)?.callId))
    for (const [id, { thread, callId }] of copies) {
      if (!this.files.has(id) && !this.inline.has(id)) list.push(without(id, thread, 'progress-copies', callId))
    }
    return list
  }

  /** Every thread that was begun, also those `list` leaves out. */
  listThreads(): readonly Thread[] {
    const files = Array.from(this.files.values(), file => file.thread)
    const copies = Array.from(this.copies.values(), inFile => Array.from(inFile.values(), copy => copy.thread))
    return [...files, ...this.inline.values(), ...copies.flat()]
  }

  /** Of each agent the copies in the first file that has some. */
  private firstCopies(): ReadonlyMap<string, AgentCopy<Thread>> {
    const first = new Map<string, AgentCopy<Thread>>()
    for (const [, inFile] of [...this.copies].sort(([a], [b]) => a - b)) {
      for (const [id, copy] of inFile) if (!first.has(id)) first.set(id, copy)
    }
    return first
  }

  private nameInline(root: string): string {
    const short = `inline-${root.slice(0, 8)}`
    return this.inline.has(short) ? `inline-${root}` : short
  }
}

function without<Thread>(
  id: string,
  thread: Thread,
  storedAs: AgentThread<Thread>['storedAs'],
  callId: string | undefined,
): AgentThread<Thread> {
  return { id, thread, storedAs, meta: undefined, workflowId: undefined, callId }
}

/**
 * The same with those that only the result of their call names: their file is gone, and no line was copied. `results` are
 * the names in each thread; `make` gives such an agent a thread without lines.
 */
export function withResultOnly<Thread>(
  agents: readonly AgentThread<Thread>[],
  results: readonly { readonly file: number; readonly ids: readonly string[] }[],
  make: (file: number, agentId: string) => Thread,
): readonly AgentThread<Thread>[] {
  const known = new Set(agents.map(({ id }) => id))
  const list = [...agents]
  for (const { file, ids } of results.toSorted((a, b) => a.file - b.file)) {
    for (const id of ids) {
      if (known.has(id)) continue
      known.add(id)
      list.push(without(id, make(file, id), 'result-only', undefined))
    }
  }
  return list
}

/** The agent that a result of `Agent` or `Task` names; teammates are sessions of their own. */
export function readResultAgent(json: JsonObject): string | undefined {
  const result = asObject(json.toolUseResult)
  if (typeof result?.totalTokens !== 'number' && result?.status !== 'async_launched') return undefined
  const id = asString(result.agentId)
  return id === undefined || id === '' ? undefined : id.slice(0, MAX_ID)
}

const MAX_ID = 200

/** An agent's line inside an `agent_progress` line. */
export interface ProgressCopy {
  readonly agentId: string
  readonly callId: string | undefined
  readonly json: JsonObject
}

export function readProgressCopy(entry: Entry): ProgressCopy | undefined {
  if (entry.kind !== 'progress/agent_progress') return undefined
  const data = asObject(entry.json?.data)
  const json = asObject(data?.message)
  const callId = asString(entry.json?.parentToolUseID) || undefined
  const agentId = asString(data?.agentId) || callId
  return json && agentId !== undefined ? { agentId, callId, json } : undefined
}

/** No agent has an empty id: that is the main thread's. */
export function nameAgent(id: string): string {
  return id === '' ? 'unnamed' : id
}

function readMeta(meta: JsonObject | undefined): AgentMeta | undefined {
  return (
    meta && {
      agentType: asString(meta.agentType),
      description: asString(meta.description),
      worktreePath: asString(meta.worktreePath),
      toolUseId: asString(meta.toolUseId),
    }
  )
}
