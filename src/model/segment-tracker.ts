import { asNumber, asObject, asString, type JsonObject } from '../format/json.ts'
import type { Segment } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'

type Draft = { -readonly [Key in keyof Segment]: Segment[Key] }

/**
 * Cuts a thread at its compactions. A boundary line opens a segment and its summary belongs to it; a summary without
 * boundary (older releases, copied prefixes) opens one itself. Segments are only ever added at the end.
 */
export class SegmentTracker {
  readonly #segments: Draft[] = [open(0, 0, 'start')]
  #hasConversation = false
  #hasSummary = false

  get segments(): readonly Segment[] {
    return this.#segments
  }

  get current(): number {
    return this.#segments.length - 1
  }

  /** Call for a boundary line before its entry is made: the boundary is the first entry of the new segment. */
  beginAtBoundary(index: number): void {
    this.#open(index, 'boundary')
  }

  /** Likewise for a summary. Right behind a boundary, or at the very start of a file, it opens nothing. */
  beginAtSummary(index: number, isFlagged: boolean): void {
    if (this.#hasConversation || this.#hasSummary) this.#open(index, isFlagged ? 'summary-flag' : 'summary-text')
    this.#hasSummary = true
  }

  noteConversation(): void {
    this.#hasConversation = true
  }

  describeBoundary(entry: ThreadEntry, json: JsonObject): void {
    const metadata = asObject(json.compactMetadata)
    this.#last.boundary = entry
    this.#last.trigger = asString(metadata?.trigger)
    this.#last.preTokens = asNumber(metadata?.preTokens)
    this.#last.postTokens = asNumber(metadata?.postTokens)
  }

  describeSummary(entry: ThreadEntry): void {
    this.#last.summary ??= entry
  }

  get #last(): Draft {
    return this.#segments[this.#segments.length - 1] as Draft
  }

  #open(first: number, knownBy: Segment['knownBy']): void {
    this.#segments.push(open(this.#segments.length, first, knownBy))
    this.#hasConversation = false
    this.#hasSummary = false
  }
}

function open(index: number, first: number, knownBy: Segment['knownBy']): Draft {
  return {
    index,
    first,
    boundary: undefined,
    summary: undefined,
    trigger: undefined,
    preTokens: undefined,
    postTokens: undefined,
    knownBy,
  }
}
