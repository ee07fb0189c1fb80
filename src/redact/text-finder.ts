import { type Automaton, buildAutomaton, MAX_WORD } from './automaton.ts'
import { decodeRun } from './base64.ts'
import { canonical, linesOf, oneLine } from './canonical.ts'
import { createFoundValue, type FoundValue, HOME, HOST, type Naming, reachOf, weigh } from './found-value.ts'
import type { FoundValues } from './found-values.ts'
import { isInsideHarmless } from './harmless.ts'
import { HOME_ANCHORS, homeAt } from './home-folders.ts'
import { HOST_ANCHORS, localHostAt, type Prompt, promptAt } from './host-names.ts'
import { mayBeCut } from './joined-views.ts'
import { type Needle, needleAt } from './needle.ts'
import { isInRange, meetsRange, placeholderRanges, type Range } from './placeholder.ts'
import type { Found, Rule } from './rule.ts'
import { type RuleMatch, runRule } from './rule-runner.ts'
import { scanText } from './scan-text.ts'
import { resolveSpans, type Span } from './span.ts'
import { markRangesNear } from './structure.ts'
import { type Place, placeInOriginal } from './view.ts'
import { AS_WRITTEN, MAX_DEPTH, type OtherView, otherViews, type Reading, viewInPlace } from './views.ts'

/** What one anchor leads to. */
type Target =
  | { readonly kind: 'rule'; readonly rule: number }
  | { readonly kind: 'home' | 'host' | 'prompt' }
  | { readonly kind: 'needle'; readonly needle: Needle }

/** Whether what a rule found at a place is taken for real. */
type Counts = (place: Place, rule: Rule) => boolean

/** What was found in one text. */
export interface Finding {
  /** In order, none over another. */
  readonly spans: readonly Span[]
  /** It can be read in another way, in which something may turn up that is known later. */
  readonly hasInner: boolean
}

const NO_SPANS: readonly Span[] = []
const NO_RANGES: readonly Range[] = []
const NOTHING: Finding = { spans: NO_SPANS, hasInner: false }
const WORDS_ONLY = { hasWraps: true, hasRuns: false }

const MIN_TEXT = 5
const MAX_FIELD_NAMES = 20_000
const MAX_REMEMBERED = 400
const MAX_VERDICTS = 20_000

/** Finds what is to be taken out of one text. The same for both passes; what is known grows in the first. */
export class TextFinder {
  private readonly rules: readonly Rule[]
  private readonly namings: readonly Naming[]
  private readonly values: FoundValues
  private readonly fieldRules = new Map<string, readonly number[]>()
  private readonly last = new Map<string, { text: string; finding: Finding }>()
  private automaton: Automaton
  private targets: readonly Target[]
  private minText: number
  private needles: readonly Needle[]
  private needleAutomaton: Automaton
  private minKnown: number
  private readonly verdicts = new Map<string, boolean>()
  private hasInner = false
  /** Told of each prompt while it is set. */
  onPrompt: ((prompt: Prompt, text: string) => void) | undefined

  constructor(rules: readonly Rule[], values: FoundValues) {
    this.rules = rules
    this.namings = rules.map(({ name, category, rank }) => ({ rule: name, category, weight: weigh(category, rank) }))
    this.values = values
    this.automaton = buildAutomaton([])
    this.targets = []
    this.minText = MIN_TEXT
    this.needles = []
    this.needleAutomaton = this.automaton
    this.minKnown = 0
  }

  /** Also looks for these values, and for what these rules know. */
  setNeedles(needles: readonly Needle[], isActive: (rule: Rule) => boolean = () => true): void {
    const words: string[] = []
    const targets: Target[] = []
    const add = (word: string, target: Target) => {
      words.push(word)
      targets.push(target)
    }
    for (const [index, rule] of this.rules.entries()) {
      if (!isActive(rule)) continue
      for (const anchor of rule.anchors)
        for (const form of writtenForms(anchor)) add(form, { kind: 'rule', rule: index })
    }
    for (const anchor of HOME_ANCHORS) add(anchor, { kind: 'home' })
    for (const anchor of HOST_ANCHORS) add(anchor, { kind: 'host' })
    add('@', { kind: 'prompt' })
    for (const needle of needles) add(needle.anchor, { kind: 'needle', needle })
    this.automaton = buildAutomaton(words)
    this.targets = targets
    this.minKnown = needles.reduce((min, { anchor }) => Math.min(min, anchor.length), Number.POSITIVE_INFINITY)
    this.minText = Math.min(MIN_TEXT, this.minKnown)
    this.needles = needles
    this.needleAutomaton = buildAutomaton(needles.map(({ anchor }) => anchor))
    this.last.clear()
  }

  /** `field` is the name of the JSON field whose value the text is. */
  find(text: string, field: string | undefined): Finding {
    if (field === undefined || text.length > MAX_REMEMBERED) return this.findAll(text, field)
    // Most fields of an entry say what they said in the entry before: folder, branch, version, session.
    const last = this.last.get(field)
    if (last?.text === text) return last.finding
    const finding = this.findAll(text, field)
    if (last) {
      last.text = text
      last.finding = finding
    } else if (this.last.size < MAX_FIELD_NAMES) this.last.set(field, { text, finding })
    return finding
  }

  /** Known values alone: all there can be in a text in which `find` found nothing while they were not known yet. */
  findKnown(text: string): readonly Span[] {
    if (text.length < this.minKnown) return NO_SPANS
    const { words } = scanText(this.needleAutomaton, text, WORDS_ONLY)
    if (words.length === 0) return NO_SPANS
    const spans: Span[] = []
    for (let i = 0; i < words.length; i += 2) {
      this.addNeedle(text, words[i + 1] as number, this.needles[words[i] as number] as Needle, spans)
    }
    return this.settle(text, spans)
  }

  private findAll(text: string, field: string | undefined): Finding {
    this.hasInner = false
    const spans = this.findDeep(text, field, AS_WRITTEN)
    return spans.length === 0 && !this.hasInner ? NOTHING : { spans, hasInner: this.hasInner }
  }

  private findDeep(text: string, field: string | undefined, reading: Reading, counts?: Counts): readonly Span[] {
    const spans: Span[] = []
    if (field !== undefined) this.addFieldSpans(text, field, spans)
    if (text.length < this.minText) return this.settle(text, spans)
    const instead = viewInPlace(text, reading)
    if (instead) this.addViewSpans(instead, spans)
    else this.addTextSpans(text, field, reading, spans, counts)
    return this.settle(text, spans)
  }

  /** Nothing is taken out of a placeholder, or of the client's own marks. */
  private settle(text: string, spans: readonly Span[]): readonly Span[] {
    if (spans.length === 0) return NO_SPANS
    const opaque = placeholderRanges(text, this.values.names)
    // No home folder stands in a mark.
    const marks = spans.every(({ found }) => found.naming === HOME) ? NO_RANGES : markRangesNear(text, spans)
    if (opaque.length === 0 && marks.length === 0) return resolveSpans(spans)
    return resolveSpans(spans.filter(span => !meetsRange(opaque, span) && !isInRange(marks, span)))
  }

  private addTextSpans(
    text: string,
    field: string | undefined,
    reading: Reading,
    spans: Span[],
    counts: Counts | undefined,
  ): void {
    const { words, runs } = scanText(this.automaton, text)
    if (words.length > 0) this.addWordSpans(text, field, words, spans, counts)
    if (reading.depth < MAX_DEPTH) this.addRunSpans(text, runs, reading, spans)
    for (const other of otherViews(text, reading)) this.addViewSpans(other, spans)
  }

  /** What is found in a run is taken out with the whole of it. */
  private addRunSpans(text: string, runs: readonly number[], reading: Reading, spans: Span[]): void {
    let done = 0
    for (let i = 0; i < runs.length; i += 2) {
      if ((runs[i] as number) < done) continue
      const run = decodeRun(text, runs[i] as number, runs[i + 1] as number)
      if (!run) continue
      this.hasInner = true
      done = run.end
      const inside = this.findDeep(run.text, undefined, { ...AS_WRITTEN, depth: reading.depth + 1 })
      if (inside.length === 0) continue
      const best = inside.reduce((one, other) => (other.found.naming.weight > one.found.naming.weight ? other : one))
      spans.push({ ...best, start: run.start, end: run.end })
    }
  }

  private addViewSpans({ view, reading, hasInner, joined }: OtherView, spans: Span[]): void {
    if (hasInner) this.hasInner = true
    const ends = joined && new Set(spans.map(({ end }) => end))
    const counts: Counts | undefined =
      joined &&
      ((place, { rank }) => {
        const isWhole = (join: number) => ends?.has(placeInOriginal(view, join - 1, join).end) === true
        return mayBeCut(joined, place, rank === 'shape', isWhole)
      })
    for (const span of this.findDeep(view.text, undefined, reading, counts)) {
      spans.push({ ...span, ...placeInOriginal(view, span.start, span.end) })
    }
  }

  private addWordSpans(
    text: string,
    field: string | undefined,
    words: readonly number[],
    spans: Span[],
    counts: Counts | undefined,
  ): void {
    let byRule: Map<number, { starts: number[]; lengths: number[] }> | undefined
    for (let i = 0; i < words.length; i += 2) {
      const word = words[i] as number
      const at = words[i + 1] as number
      const target = this.targets[word] as Target
      if (target.kind === 'rule') {
        byRule ??= new Map()
        const anchors = byRule.get(target.rule) ?? { starts: [], lengths: [] }
        byRule.set(target.rule, anchors)
        insert(anchors, at, this.automaton.lengths[word] as number)
      } else if (target.kind === 'needle') this.addNeedle(text, at, target.needle, spans)
      // A name goes on in the next line only where it is known already.
      else if (counts) continue
      else if (target.kind === 'home') this.addHome(text, at, field, spans)
      else if (target.kind === 'host') this.addHost(text, at, spans)
      else if (this.onPrompt) {
        const prompt = promptAt(text, at)
        if (prompt) this.onPrompt(prompt, text)
      }
    }
    for (const [rule, anchors] of byRule ?? []) {
      for (const match of runRule(this.rules[rule] as Rule, text, anchors)) {
        if (!counts || counts(match, this.rules[rule] as Rule)) this.addMatch(text, rule, match, spans)
      }
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
    const last = spans.at(-1)
    // A value that repeats itself is found again at each turn.
    if (last?.found === needle.found && at < last.end && at - needle.offset > last.start) return
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
    spans.push({ start: place.start, end: place.end, found, replacement: place.replacement })
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
      if (text === '' || !this.accepts(rule, found)) continue
      this.addMatch(text, index, { start: 0, end: text.length, value: text }, spans)
    }
  }

  /** The id of a request stands in several lines, and in both passes: it is judged once. */
  private accepts(rule: Rule, found: Found): boolean {
    if (!rule.accepts) return true
    const name = `${rule.name} ${found.field} ${found.value}`
    const known = this.verdicts.get(name)
    if (known !== undefined) return known
    const verdict = rule.accepts(found)
    if (this.verdicts.size > MAX_VERDICTS) this.verdicts.clear()
    if (found.value.length <= MAX_REMEMBERED) this.verdicts.set(name, verdict)
    return verdict
  }

  private rulesOfField(field: string): readonly number[] {
    const known = this.fieldRules.get(field)
    if (known) return known
    const rules = this.rules.flatMap((rule, index) => (rule.fields?.test(field) ? [index] : []))
    if (this.fieldRules.size < MAX_FIELD_NAMES) this.fieldRules.set(field, rules)
    return rules
  }
}

/** What stands across a wrap is found a little late. */
function insert({ starts, lengths }: { starts: number[]; lengths: number[] }, at: number, length: number): void {
  let place = starts.length
  while (place > 0 && (starts[place - 1] as number) > at) place--
  if (place === starts.length) {
    starts.push(at)
    lengths.push(length)
    return
  }
  starts.splice(place, 0, at)
  lengths.splice(place, 0, length)
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
