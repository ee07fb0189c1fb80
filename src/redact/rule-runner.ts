import { undoEscapes } from './plain-view.ts'
import type { Found, Rule } from './rule.ts'
import { indexInView, placeInOriginal, type View } from './view.ts'

/** A match of a rule, in the text it stands in. */
export interface RuleMatch {
  readonly start: number
  readonly end: number
  /** As a person would write it: escapes undone, wraps taken out. */
  readonly value: string
}

const LOOK_BEHIND = 16
const DEFAULT_BEFORE = 64
const DEFAULT_AFTER = 400
const GROWTH = 4096
/** How often each character may be part of a value that is not accepted. */
const PATIENCE = 16

/** Where a rule's anchors stand, in order; all of one rule in one text. */
export interface AnchorPlaces {
  readonly starts: readonly number[]
  readonly lengths: readonly number[]
}

/** Runs one rule around its anchors, over the text and over other readings of it. */
export function runRule(rule: Rule, text: string, anchors: AnchorPlaces): RuleMatch[] {
  const matches: RuleMatch[] = []
  for (const { from, to, first } of windowsOf(rule, text, anchors)) {
    const plain = searchText(rule, text, from, to, first)
    const slice = text.slice(from, to)
    const hasEscapes = slice.includes('\\')
    matches.push(...(hasEscapes ? plain.filter(({ start }) => !isInsideEscape(rule, text, start)) : plain))
    const view = hasEscapes ? undoEscapes(text, from, to) : undefined
    if (view) matches.push(...searchView(rule, view, first))
  }
  return matches
}

/**
 * The `u003c` of a `\u003c` is no beginning of a value, nor is the `t` of a `\t` one of a name: these are found where
 * escapes are undone.
 */
function isInsideEscape({ category }: Rule, text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== 92) return false
  const head = text.slice(start, start + 5)
  return /^(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/.test(head) || (category === 'person' && /^[nrt]/.test(head))
}

interface Window {
  readonly from: number
  readonly to: number
  /** No match begins before. */
  readonly first: number
}

/** Windows that overlap are one, so that no part of a text is searched twice. */
function windowsOf(rule: Rule, text: string, { starts, lengths }: AnchorPlaces): readonly Window[] {
  const before = rule.before ?? DEFAULT_BEFORE
  const after = rule.after ?? DEFAULT_AFTER
  const windows: { from: number; to: number; first: number }[] = []
  const isFollowed = rule.follow ? followedBy(text, rule.follow) : undefined
  for (const [index, start] of starts.entries()) {
    const end = start + (lengths[index] as number)
    if (isFollowed && !isFollowed(end)) continue
    if (rule.near && !rule.near(text, start, end)) continue
    const first = Math.max(0, start - before)
    const from = Math.max(0, first - LOOK_BEHIND)
    const to = Math.min(text.length, end + after)
    const last = windows.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else windows.push({ from, to, first })
  }
  return windows
}

/** Asked about places in order, it looks at each character about once. Backslashes of escapes do not count. */
function followedBy(text: string, { chars, within }: { chars: string; within: number }): (end: number) => boolean {
  const first = chars.charCodeAt(0)
  const second = chars.length > 1 ? chars.charCodeAt(1) : first
  const others = chars.slice(2)
  let at = 0
  let lastSlash = -1
  const walk = (stop: number): boolean => {
    for (; at < stop; at++) {
      const code = text.charCodeAt(at)
      if (code === first || code === second || (others !== '' && others.includes(text[at] as string))) return true
      if (code === 92) lastSlash = at
    }
    return false
  }
  return end => {
    if (at < end) at = end
    if (walk(Math.min(text.length, end + within)) && at < end + within) return true
    if (lastSlash < end || !walk(Math.min(text.length, end + within * 8))) return false
    let counted = 0
    for (let i = end; i < at; i++) if (text.charCodeAt(i) !== 92) counted++
    return counted < within
  }
}

function searchText(rule: Rule, text: string, from: number, to: number, first: number): readonly RuleMatch[] {
  const matches: RuleMatch[] = []
  search(rule, from === 0 && to === text.length ? text : text.slice(from, to), first - from, found => {
    if (found.end === to - from && to < text.length) {
      const whole = followMatch(rule, text, from + (found.match?.index ?? 0), from)
      if (whole) matches.push(whole)
      return whole ? whole.end - from : found.end
    }
    matches.push({ start: from + found.start, end: from + found.end, value: found.value })
    return found.end
  })
  return matches
}

/** A match that reaches the end of its window may go on behind it. */
function followMatch(rule: Rule, text: string, at: number, from: number): RuleMatch | undefined {
  for (let size = GROWTH; ; size *= 4) {
    const to = Math.min(text.length, at + size)
    let last: RuleMatch | undefined
    search(rule, text.slice(from, to), at - from, found => {
      last = { start: from + found.start, end: from + found.end, value: found.value }
      return undefined
    })
    if (last === undefined || last.end < to || to === text.length) return last
  }
}

function searchView(rule: Rule, view: View, first: number): readonly RuleMatch[] {
  const matches: RuleMatch[] = []
  search(rule, view.text, indexInView(view, first), found => {
    matches.push({ ...placeInOriginal(view, found.start, found.end), value: found.value })
    return found.end
  })
  return matches
}

/** `take` says where to go on, or undefined to stop. */
function search(rule: Rule, text: string, first: number, take: (found: Found) => number | undefined): void {
  const { pattern } = rule
  if (!pattern) return
  pattern.lastIndex = first
  let patience = PATIENCE * (text.length + DEFAULT_AFTER)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = spanOf(match)
    const matchEnd = match.index + match[0].length
    const found: Found = { value: text.slice(start, end), field: undefined, match, text, start, end }
    let next: number | undefined
    if (end > start && (rule.accepts?.(found) ?? true)) {
      next = take(found)
      if (next === undefined) return
    } else {
      // Inside what was no secret there may be one, but a text made of nothing else must not cost its square.
      patience -= end - start
      next = start > match.index && patience > 0 ? start : matchEnd
    }
    pattern.lastIndex = Math.max(next, match.index + 1)
  }
}

function spanOf(match: RegExpExecArray): readonly [number, number] {
  return match.indices?.groups?.secret ?? [match.index, match.index + match[0].length]
}
