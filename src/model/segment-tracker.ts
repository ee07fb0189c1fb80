import { asNumber, asObject, asString, type JsonObject } from '../format/json.ts'
import type { Segment } from './session.ts'
import type { ThreadEntry } from './thread-entry.ts'

type Draft = { -readonly [Key in keyof Segment]: Segment[Key] }

/**
 * Cuts a thread at its compactions. A boundary line opens a segment and its summary belongs to it; a summary without
 * boundary (older releases, copied prefixes) opens one itself. Segments are only ever added at the end.
 */
export class SegmentTracker {
  private readonly list: Draft[] = [open(0, 0, 'start')]
  private hasConversation = false
  private hasSummary = false

  get segments(): readonly Segment[] {
    return this.list
  }

  get current(): number {
    return this.list.length - 1
  }

  /** Call for a boundary line before its entry is made: the boundary is the first entry of the new segment. */
  beginAtBoundary(index: number): void {
    this.begin(index, 'boundary')
  }

  /** Likewise for a summary. Right behind a boundary, or at the very start of a file, it opens nothing. */
  beginAtSummary(index: number, isFlagged: boolean): void {
    if (this.hasConversation || this.hasSummary) this.begin(index, isFlagged ? 'summary-flag' : 'summary-text')
    this.hasSummary = true
  }

  noteConversation(): void {
    this.hasConversation = true
  }

  describeBoundary(entry: ThreadEntry, json: JsonObject): void {
    const metadata = asObject(json.compactMetadata)
    this.latest.boundary = entry
    this.latest.trigger = asString(metadata?.trigger)
    this.latest.preTokens = asNumber(metadata?.preTokens)
    this.latest.postTokens = asNumber(metadata?.postTokens)
  }

  describeSummary(entry: ThreadEntry): void {
    this.latest.summary ??= entry
  }

  private get latest(): Draft {
    return this.list[this.list.length - 1] as Draft
  }

  private begin(first: number, knownBy: Segment['knownBy']): void {
    this.list.push(open(this.list.length, first, knownBy))
    this.hasConversation = false
    this.hasSummary = false
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
