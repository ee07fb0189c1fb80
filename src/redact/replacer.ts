import { isEdgeAfter, isEdgeBefore } from './loose-match.ts'
import type { Trace } from './redaction.ts'
import { replaceLines } from './replace-lines.ts'
import { replaceSpans, type Span } from './span.ts'
import { isIdField, isPlainId } from './structure.ts'
import type { TextFinder } from './text-finder.ts'
import { type Traced, Tracer } from './tracer.ts'
import { mapStrings } from './walk-value.ts'

/** The second pass over texts, ids and values. */
export interface Replacer {
  text(text: string, field: string | undefined): string
  id(id: string): string
  value<Value>(value: Value, trace: Trace | undefined): Value
}

const MAX_NAMES = 20_000

export function createReplacer(finder: TextFinder): Replacer {
  const names = new Map<string, string>()
  const replaceId = createIdReplacer(text => replaceText(text, undefined))
  /** What to go by in the value that is walked through; undefined: nothing is known about it. */
  let trace: Trace | undefined
  let nextFound = 0

  function replaceText(text: string, field: string | undefined): string {
    const { spans } = finder.find(text, field)
    return spans.length === 0 ? text : replaceAll(text, spans, finder)
  }

  /** Whether something was found here before; asked about each number in order. */
  function isFound(number: number): boolean {
    if (trace?.found[nextFound] !== number) return false
    nextFound++
    return true
  }

  /** How closely a string must be looked at. */
  function careFor(number: number): 'none' | 'known' | 'all' {
    if (!trace || isFound(number)) return 'all'
    return trace.isSettled ? 'none' : 'known'
  }

  const tracer = new Tracer({
    text(text, field, number) {
      const care = careFor(number)
      if (field !== undefined && isIdField(field)) return traced(text, replaceId(text))
      if (care === 'none') return traced(text, text)
      if (care === 'all') return traced(text, replaceText(text, field))
      const spans = finder.findKnown(text)
      return traced(text, spans.length === 0 ? text : replaceAll(text, spans, finder))
    },
    key(key) {
      const known = names.get(key)
      if (known !== undefined) return known
      const name = replaceText(key, undefined)
      if (names.size < MAX_NAMES) names.set(key, name)
      return name
    },
    lines(lines, field, number) {
      const care = careFor(number)
      if (field !== undefined && isIdField(field)) return traced(lines, mapLines(lines, replaceId))
      if (care === 'none') return traced(lines, lines)
      const text = lines.join('\n')
      if (care === 'known') return traced(lines, replaceLines(lines, finder.findKnown(text)))
      const joined = replaceLines(lines, finder.find(text, undefined).spans)
      if (field === undefined || !finder.hasRules(field)) return traced(lines, joined)
      return traced(
        lines,
        mapLines(joined, line => replaceText(line, field)),
      )
    },
  })

  function walk<Value>(value: Value, known: Trace | undefined): { readonly value: Value; readonly trace: Trace } {
    trace = known
    nextFound = 0
    tracer.begin()
    const replaced = mapStrings(value, tracer)
    return { value: replaced, trace: tracer.end(true) }
  }

  return {
    text: replaceText,
    id: replaceId,
    value(value, known) {
      const first = walk(value, known)
      // Another value stands where the trace was made: nothing is known about it.
      const { value: replaced, trace: settled } =
        known && first.trace.check !== known.check ? walk(value, undefined) : first
      if (known) Object.assign(known, settled)
      return replaced
    },
  }
}

function traced<Value>(before: Value, value: Value): Traced<Value> {
  return { value, hasFound: value !== before }
}

/** The same array where nothing changed. */
function mapLines(lines: readonly string[], change: (line: string) => string): readonly string[] {
  const changed = lines.map(change)
  return changed.every((line, index) => line === lines[index]) ? lines : changed
}

/** Ids are compared with each other: two that differ only in what is taken out must still differ. */
function createIdReplacer(replaceText: (text: string) => string): (id: string) => string {
  const known = new Map<string, string>()
  const taken = new Set<string>()
  return id => {
    if (isPlainId(id)) return id
    const before = known.get(id)
    if (before !== undefined) return before
    const replaced = replaceText(id)
    let free = replaced
    for (let count = 2; taken.has(free); count++) free = `${replaced} (${count})`
    taken.add(free)
    known.set(id, free)
    return free
  }
}

const MAX_ROUNDS = 4

/** A name that stands glued to something else is a word of its own when that is gone. */
function replaceAll(text: string, spans: readonly Span[], finder: TextFinder): string {
  let replaced = replaceSpans(text, spans)
  for (let round = 1; round < MAX_ROUNDS && spans.some(span => isGlued(text, span)); round++) {
    const more = finder.find(replaced, undefined).spans
    if (more.length === 0) break
    replaced = replaceSpans(replaced, more)
  }
  return replaced
}

function isGlued(text: string, { start, end }: Span): boolean {
  return !isEdgeBefore(text, start) || !isEdgeAfter(text, end)
}
