import type { FoundValue } from './found-value.ts'
import { isAlphanumeric, isEdgeAfter, isEdgeBefore, looseAround } from './loose-match.ts'

/** What must stand around a known value for it to be taken out. */
export type Edges = 'none' | 'word' | 'part' | 'path' | 'slug'

/** A known value as it is searched: by a piece that is written the same in every encoding, then as a whole. */
export interface Needle {
  readonly found: FoundValue
  readonly value: string
  readonly anchor: string
  /** Where the anchor begins in the value. */
  readonly offset: number
  readonly edges: Edges
  readonly isAnyCase: boolean
  /** Instead of the placeholder of the value. */
  readonly replacement: string | undefined
}

export interface NeedlePlace {
  readonly start: number
  readonly end: number
}

export interface NeedleOptions {
  readonly edges: Edges
  readonly isAnyCase?: boolean
  readonly replacement?: string
  /** Length of the anchor: shorter ones make a smaller automaton and more places to look at. */
  readonly anchorLength: number
}

export function needlesFor(found: FoundValue, value: string, options: NeedleOptions): readonly Needle[] {
  const { edges, isAnyCase = false, replacement, anchorLength } = options
  if (value.length > LONG) return piecesOf(value).flatMap(piece => needlesFor(found, piece, options))
  return anchorsOf(value, anchorLength).map(({ anchor, offset }) => {
    return { found, value, anchor, offset, edges, isAnyCase, replacement }
  })
}

/** Longer values are searched piece by piece. */
const LONG = 8192
const PIECE = 4096

/** The last piece is as long as the others and overlaps the one before: a short one would be found anywhere. */
function piecesOf(value: string): readonly string[] {
  return Array.from({ length: Math.ceil(value.length / PIECE) }, (_, index) => {
    const at = Math.min(index * PIECE, value.length - PIECE)
    return value.slice(at, at + PIECE)
  })
}

/** Where the needle stands whose anchor begins at `at`. */
export function needleAt(text: string, at: number, needle: Needle, hasWraps: boolean): NeedlePlace | undefined {
  const { value, offset, isAnyCase } = needle
  const place = looseAround(text, at, value, offset, { isAnyCase, hasWraps })
  return place && hasEdges(text, place.start, place.end, needle.edges) ? place : undefined
}

function hasEdges(text: string, start: number, end: number, edges: Edges): boolean {
  if (edges === 'none') return true
  if (edges === 'word') return isEdgeBefore(text, start) && isEdgeAfter(text, end)
  const before = text[start - 1] ?? ' '
  const after = text[end] ?? ' '
  const isFree = isEdgeBefore(text, start) || before === '_'
  if (edges === 'part') return isFree && (isEdgeAfter(text, end) || after === '_')
  if (edges === 'slug') return isFree && !isAlphanumeric(after.charCodeAt(0))
  return isFree && !'.~})]/\\'.includes(before) && isEdgeAfter(text, end) && !/^[.-]\w/.test(text.slice(end, end + 2))
}

interface Anchor {
  readonly anchor: string
  readonly offset: number
}

/** No encoding but base64 writes these another way. */
const RUN = /[A-Za-z0-9_.~-]+/g
const SEARCHED = 48

function anchorsOf(value: string, length: number): readonly Anchor[] {
  let best: Anchor | undefined
  let bestScore = -1
  for (const run of value.slice(0, SEARCHED).matchAll(RUN)) {
    for (let at = 0; at === 0 || at + length <= run[0].length; at++) {
      const anchor = run[0].slice(at, at + length)
      const score = scoreOf(anchor)
      if (score <= bestScore) continue
      bestScore = score
      best = { anchor, offset: run.index + at }
    }
  }
  // Hardly a letter or digit in a row: one anchor for each way to write its beginning.
  if (best === undefined || best.anchor.length < 2) return formsOf(value).map(form => ({ anchor: form, offset: 0 }))
  return [best]
}

/** Long first, then what everyday words have few of. */
function scoreOf(anchor: string): number {
  const digits = anchor.replaceAll(/[^0-9]/g, '').length
  const capitals = anchor.replaceAll(/[^A-Z]/g, '').length
  return anchor.length * 4 + Math.min(digits, 3) + Math.min(capitals, 2)
}

function formsOf(value: string): readonly string[] {
  const head = value.slice(0, 6)
  const forms = new Set([head])
  for (const form of [escapeUrl(head), escapeJson(head), escapeJson(escapeJson(head)), escapeHtml(head)]) {
    forms.add(form.slice(0, 12))
  }
  return [...forms]
}

function escapeUrl(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
