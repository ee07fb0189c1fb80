import { type Automaton, buildAutomaton, MAX_WORD } from './automaton.ts'
import { decodeRun } from './base64.ts'
import { canonical, linesOf, oneLine } from './canonical.ts'
import { createFoundValue, type FoundValue, HOME, HOST, type Naming, reachOf, weigh } from './found-value.ts'
import type { FoundValues } from './found-values.ts'
import { isInsideHarmless } from './harmless.ts'
import { HOME_ANCHORS, homeAt } from './home-folders.ts'
import { HOST_ANCHORS, localHostAt, type Prompt, promptAt } from './host-names.ts'
import { type Needle, needleAt } from './needle.ts'
import { placeholderRanges } from './placeholder.ts'
import type { Rule } from './rule.ts'
import { type RuleMatch, runRule } from './rule-runner.ts'
import { scanText } from './scan-text.ts'
import { resolveSpans, type Span } from './span.ts'

/** What one anchor leads to. */
type Target =
  | { readonly kind: 'rule'; readonly rule: number }
  | { readonly kind: 'home' | 'host' | 'prompt' }
  | { readonly kind: 'needle'; readonly needle: Needle }

/** Base64 inside base64 is decoded so deep. */
const MAX_DEPTH = 2
const MIN_TEXT = 5
const MAX_FIELD_NAMES = 20_000

/** Finds what is to be taken out of one text. The same for both passes; what is known grows in the first. */
export class TextFinder {
  private readonly rules: readonly Rule[]
  private readonly namings: readonly Naming[]
  private readonly values: FoundValues
  private readonly fieldRules = new Map<string, readonly number[]>()
  private automaton: Automaton
  private targets: readonly Target[]
  private minText: number
  /** Told of each prompt while it is set. */
  onPrompt: ((prompt: Prompt, text: string) => void) | undefined

  constructor(rules: readonly Rule[], values: FoundValues) {
    this.rules = rules
    this.namings = rules.map(({ name, category, rank }) => ({ rule: name, category, weight: weigh(category, rank) }))
    this.values = values
    this.automaton = buildAutomaton([])
    this.targets = []
    this.minText = MIN_TEXT
    this.setNeedles([])
  }

  /** Also looks for these values. */
  setNeedles(needles: readonly Needle[]): void {
    const words: string[] = []
    const targets: Target[] = []
    const add = (word: string, target: Target) => {
      words.push(word)
      targets.push(target)
    }
    for (const [rule, { anchors }] of this.rules.entries()) {
      for (const anchor of anchors) for (const form of writtenForms(anchor)) add(form, { kind: 'rule', rule })
    }
    for (const anchor of HOME_ANCHORS) add(anchor, { kind: 'home' })
    for (const anchor of HOST_ANCHORS) add(anchor, { kind: 'host' })
    add('@', { kind: 'prompt' })
    for (const needle of needles) add(needle.anchor, { kind: 'needle', needle })
    this.automaton = buildAutomaton(words)
    this.targets = targets
    this.minText = Math.min(MIN_TEXT, ...needles.map(({ anchor }) => anchor.length))
  }

  /** Spans in order, none over another. `field` is the name of the JSON field whose value the text is. */
  find(text: string, field: string | undefined): readonly Span[] {
    return this.findDeep(text, field, 0)
  }

  private findDeep(text: string, field: string | undefined, depth: number): readonly Span[] {
    const spans: Span[] = []
    if (field !== undefined) this.addFieldSpans(text, field, spans)
    if (text.length >= this.minText) this.addTextSpans(text, field, depth, spans)
    if (spans.length === 0) return spans
    const opaque = placeholderRanges(text, this.values.names)
    return resolveSpans(
      opaque.length === 0
        ? spans
        : spans.filter(span => !opaque.some(one => one.start < span.end && span.start < one.end)),
    )
  }

  private addTextSpans(text: string, field: string | undefined, depth: number, spans: Span[]): void {
    const { words, runs } = scanText(this.automaton, text)
    if (words.length > 0) this.addWordSpans(text, field, words, spans)
    if (depth >= MAX_DEPTH) return
    let done = 0
    for (let i = 0; i < runs.length; i += 2) {
      if ((runs[i] as number) < done) continue
      const run = decodeRun(text, runs[i] as number, runs[i + 1] as number)
      if (!run) continue
      done = run.end
      const inside = this.findDeep(run.text, undefined, depth + 1)
      if (inside.length === 0) continue
      const best = inside.reduce((one, other) => (other.found.naming.weight > one.found.naming.weight ? other : one))
      spans.push({ ...best, start: run.start, end: run.end })
    }
  }

  private addWordSpans(text: string, field: string | undefined, words: readonly number[], spans: Span[]): void {
    let byRule: Map<number, { starts: number[]; lengths: number[] }> | undefined
    for (let i = 0; i < words.length; i += 2) {
      const word = words[i] as number
      const at = words[i + 1] as number
      const target = this.targets[word] as Target
      if (target.kind === 'rule') {
        byRule ??= new Map()
        const anchors = byRule.get(target.rule) ?? { starts: [], lengths: [] }
        byRule.set(target.rule, anchors)
        anchors.starts.push(at)
        anchors.lengths.push(this.automaton.lengths[word] as number)
      } else if (target.kind === 'needle') this.addNeedle(text, at, target.needle, spans)
      else if (target.kind === 'home') this.addHome(text, at, field, spans)
      else if (target.kind === 'host') this.addHost(text, at, spans)
      else if (this.onPrompt) {
        const prompt = promptAt(text, at)
        if (prompt) this.onPrompt(prompt, text)
      }
    }
    for (const [rule, anchors] of byRule ?? []) {
      for (const match of runRule(this.rules[rule] as Rule, text, anchors, field))
        this.addMatch(text, rule, match, spans)
    }
  }

  private addMatch(text: string, rule: number, match: RuleMatch, spans: Span[]): void {
    const { rank } = this.rules[rule] as Rule
    if (rank === 'general' && isInsideHarmless(text, match.start, match.end)) return
    const found = this.valueOf(match.value, this.namings[rule] as Naming)
    if (found) spans.push({ start: match.start, end: match.end, found, replacement: undefined })
  }

  private valueOf(written: string, naming: Naming): FoundValue | undefined {
    const value = canonical(written)
    if (value === '') return undefined
    const found = this.values.get(value, naming, () => createFoundValue(value, naming, reachOf(value, naming.category)))
    const plain = oneLine(written)
    if (found && plain !== value) found.aliases.add(plain)
    if (found && written.length > 64) for (const line of linesOf(written)) found.aliases.add(line)
    return found
  }

  private addNeedle(text: string, at: number, needle: Needle, spans: Span[]): void {
    const place = needleAt(text, at, needle, true)
    if (place) spans.push({ ...place, found: needle.found, replacement: needle.replacement })
  }

  private addHome(text: string, at: number, field: string | undefined, spans: Span[]): void {
    const place = homeAt(text, at, field)
    if (!place) return
    const found = this.values.get(place.home, HOME, () => createFoundValue(place.home, HOME, 'context'))
    const owner = place.isCertain ? this.values.addUser(place.user) : undefined
    if (!found) return
    found.owner ??= owner
    spans.push({ start: place.start, end: place.end, found, replacement: undefined })
  }

  private addHost(text: string, at: number, spans: Span[]): void {
    const place = localHostAt(text, at)
    if (!place) return
    const found = this.values.get(place.host, HOST, () => createFoundValue(place.host, HOST, 'word'))
    if (found) spans.push({ start: place.start, end: place.end, found, replacement: undefined })
  }

  /** Whether the name of a field alone makes its value a hit. */
  hasRules(field: string): boolean {
    return this.rulesOfField(field).length > 0
  }

  private addFieldSpans(text: string, field: string, spans: Span[]): void {
    for (const index of this.rulesOfField(field)) {
      const rule = this.rules[index] as Rule
      const found = { value: text, field, match: undefined, text, start: 0, end: text.length }
      if (text === '' || !(rule.accepts?.(found) ?? true)) continue
      this.addMatch(text, index, { start: 0, end: text.length, value: text }, spans)
    }
  }

  private rulesOfField(field: string): readonly number[] {
    const known = this.fieldRules.get(field)
    if (known) return known
    const rules = this.rules.flatMap((rule, index) => (rule.fields?.test(field) ? [index] : []))
    if (this.fieldRules.size < MAX_FIELD_NAMES) this.fieldRules.set(field, rules)
    return rules
  }
}

/** An anchor as it stands in text whose slashes, quotes or signs are escaped. */
function writtenForms(anchor: string): readonly string[] {
  const forms = new Set([anchor.slice(0, MAX_WORD)])
  if (anchor.includes('/')) forms.add(anchor.replaceAll('/', '\\/').slice(0, MAX_WORD))
  if (anchor.includes('"')) {
    forms.add(anchor.replaceAll('"', '\\"').slice(0, MAX_WORD))
    forms.add(anchor.replaceAll('"', '\\\\\\"').slice(0, MAX_WORD))
  }
  if (/[=&<>]/.test(anchor)) {
    forms.add(anchor.replaceAll(/[=&<>]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`).slice(0, MAX_WORD))
  }
  return [...forms]
}
