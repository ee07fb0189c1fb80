import { textOf } from '../format/blocks/table.ts'
import type { Entry } from '../format/entry.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import type { LineageLink } from './lineage.ts'
import type { SiblingHead } from './session-builder.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { ThreadModel } from './thread-model.ts'

const TRANSCRIPT_HINT = 'read the full transcript at:'
const SESSION_FILE = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl/

/** Collects links to other sessions as the entries of the main file state them (census section 6). */
export class LineageTracker {
  private readonly own: string
  private readonly links = new Map<string, LineageLink>()
  /** Session ids other than our own, with whether our own had been seen before them. */
  private readonly others = new Map<string, boolean>()
  private readonly leaves = new Map<string, undefined>()
  private siblings: readonly SiblingHead[] = []
  private hasOwn = false
  private isFirst = true

  constructor(sessionId: string) {
    this.own = sessionId
  }

  add(entry: Entry, json: JsonObject, kept: ThreadEntry): void {
    this.noteSessionId(json)
    const forked = asObject(json.forkedFrom)
    if (forked) this.link('forked-from', asString(forked.sessionId), asString(forked.messageUuid), 'forked-from-field')
    else if (entry.kind === 'assistant') this.linkRequest(json)
    if (entry.kind === 'fork-context-ref') {
      this.link('forked-from', asString(json.forkedSessionId), asString(json.upToMessageId), 'fork-context-ref')
    } else if (entry.kind === 'summary') {
      const leaf = asString(json.leafUuid)
      if (leaf !== undefined) this.leaves.set(leaf, undefined)
    } else if (kept.role === 'plan-handover') {
      this.linkTranscript('plan-from', json)
    } else if (kept.role === 'compact-summary') {
      this.linkTranscript('continues', json)
      if (this.isFirst && json.isCompactSummary !== true) this.link('continues', undefined, undefined, 'continued-text')
    }
    if (kept.kind === 'assistant' || (kept.kind === 'user' && kept.role !== 'injected')) this.isFirst = false
  }

  /** Leaves that turned out to be our own are titles, not links. */
  list(thread: ThreadModel): readonly LineageLink[] {
    const links = [...this.links.values()]
    const linked = new Set(links.map(link => link.sessionId))
    for (const [sessionId, cameAfterOwn] of this.others) {
      if (linked.has(sessionId)) continue
      const kind = cameAfterOwn || !this.hasOwn ? 'mixed-with' : 'resumed-from'
      links.push({ kind, sessionId, entryUuid: undefined, knownBy: 'other-session-id' })
    }
    links.push(...this.listShared(thread, links))
    for (const leaf of this.leaves.keys()) {
      if (thread.findEntry(leaf)) continue
      links.push({ kind: 'summarises', sessionId: undefined, entryUuid: leaf, knownBy: 'leaf-uuid' })
    }
    return links
  }

  setSiblings(siblings: readonly SiblingHead[]): void {
    this.siblings = siblings
  }

  /** Copies keep the uuids. Old resumes stamp them anew, which tells original and copy apart; forks keep the times. */
  private listShared(thread: ThreadModel, known: readonly LineageLink[]): readonly LineageLink[] {
    const links: LineageLink[] = []
    const linked = new Set(known.map(link => link.sessionId))
    for (const { sessionId, times } of this.siblings) {
      if (linked.has(sessionId)) continue
      for (const [uuid, theirs] of times) {
        const own = thread.findEntry(uuid)
        if (!own) continue
        const difference = (theirs ?? 0) - (own.at ?? 0)
        const kind = difference < 0 ? 'resumed-from' : difference > 0 ? 'resumed-by' : 'shares-entries'
        links.push({ kind, sessionId, entryUuid: uuid, knownBy: 'shared-uuids' })
        break
      }
    }
    return links
  }

  private noteSessionId(json: JsonObject): void {
    const id = asString(json.sessionId)
    if (id === undefined) return
    if (id === this.own) this.hasOwn = true
    else if (!this.others.has(id)) this.others.set(id, this.hasOwn)
  }

  /** Since 2.1.327 a fork's copy of an answer names the session that asked for it; copies keep their uuids. */
  private linkRequest(json: JsonObject): void {
    const origin = asString(json.requestSessionId)
    if (origin !== undefined) this.link('forked-from', origin, asString(json.uuid), 'request-session-id')
  }

  private linkTranscript(kind: LineageLink['kind'], json: JsonObject): void {
    const text = textOf(asObject(json.message)?.content)
    const at = text.lastIndexOf(TRANSCRIPT_HINT)
    const file = at < 0 ? undefined : SESSION_FILE.exec(text.slice(at, at + 1000))?.[1]
    if (file !== undefined && file !== this.own) this.link(kind, file, undefined, 'transcript-path')
    else if (at >= 0 && file === undefined && kind === 'plan-from')
      this.link(kind, undefined, undefined, 'transcript-path')
  }

  private link(
    kind: LineageLink['kind'],
    sessionId: string | undefined,
    entryUuid: string | undefined,
    knownBy: LineageLink['knownBy'],
  ): void {
    if (sessionId === this.own) return
    // Every copied entry names its origin; the last one copied is where the fork was made.
    this.links.set(`${kind} ${sessionId}`, { kind, sessionId, entryUuid, knownBy })
  }
}
