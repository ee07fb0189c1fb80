import type { Entry } from '../format/entry.ts'
import { asString, type JsonObject } from '../format/json.ts'
import type { ThreadOptions } from './session-builder.ts'
import type { ThreadModel } from './thread-model.ts'

/** A subagent's thread and what is known of it before it is joined to a call. */
export interface AgentThread {
  readonly id: string
  readonly thread: ThreadModel
  readonly storedAs: 'file' | 'in-main-file' | 'progress-copies'
  readonly meta: JsonObject | undefined
  readonly workflowId: string | undefined
  /** The call its progress lines name. */
  readonly callId: string | undefined
}

/** Subagent threads of a session in all the ways they are stored (census section 7). */
export class AgentThreads {
  readonly #files = new Map<string, { thread: ThreadModel; options: ThreadOptions }>()
  readonly #inline = new Map<string, ThreadModel>()
  readonly #inlineByUuid = new Map<string, ThreadModel>()
  readonly #copies = new Map<string, ThreadModel>()
  readonly #callIds = new Map<string, string>()

  addFile(id: string, thread: ThreadModel, options: ThreadOptions): void {
    const key = this.#files.has(id) ? `${id}#${options.file}` : id
    this.#files.set(key, { thread, options })
  }

  copyOf(id: string, make: () => ThreadModel): ThreadModel {
    let thread = this.#copies.get(id)
    if (!thread) {
      thread = make()
      this.#copies.set(id, thread)
    }
    return thread
  }

  noteCall(agentId: string, callId: string): void {
    if (!this.#callIds.has(agentId)) this.#callIds.set(agentId, callId)
  }

  /**
   * Releases 1.0.x wrote subagent turns into the main file: a root without parent begins one, children follow their
   * parent. A line whose parent is not known goes to the agent that spoke last.
   */
  addInline(entry: Entry, json: JsonObject, make: (agentId: string) => ThreadModel): void {
    const uuid = asString(json.uuid)
    const parent = asString(json.parentUuid)
    const named = asString(json.agentId)
    let thread = (parent && this.#inlineByUuid.get(parent)) || (named && this.#inline.get(named)) || undefined
    if (!thread && parent !== undefined && named === undefined) thread = [...this.#inline.values()].at(-1)
    if (!thread) {
      const id = named ?? `inline-${(uuid ?? String(entry.start)).slice(0, 8)}`
      thread = make(id)
      this.#inline.set(id, thread)
    }
    if (uuid !== undefined) this.#inlineByUuid.set(uuid, thread)
    thread.add(entry)
  }

  /** Files first; a copy counts only where the file is missing. */
  list(): readonly AgentThread[] {
    const list: AgentThread[] = []
    for (const [id, { thread, options }] of this.#files) {
      const { meta, workflowId } = options
      list.push({ id, thread, storedAs: 'file', meta, workflowId, callId: this.#callIds.get(id) })
    }
    for (const [id, thread] of this.#inline) list.push(this.#without(id, thread, 'in-main-file'))
    for (const [id, thread] of this.#copies) {
      if (!this.#files.has(id) && !this.#inline.has(id)) list.push(this.#without(id, thread, 'progress-copies'))
    }
    return list
  }

  #without(id: string, thread: ThreadModel, storedAs: AgentThread['storedAs']): AgentThread {
    return { id, thread, storedAs, meta: undefined, workflowId: undefined, callId: this.#callIds.get(id) }
  }
}
