import { createFoundValue, type FoundValue, HOME, note, toHit, WORD } from './found-value.ts'
import { FoundValues } from './found-values.ts'
import { homeAt } from './home-folders.ts'
import { knownNeedles, ownNeedles } from './known-needles.ts'
import { type HitPlace, type Redaction, RedactionFailure, type Redactor, type RedactorOptions } from './redaction.ts'
import { createReplacer } from './replacer.ts'
import { createCleanCheck } from './require-clean.ts'
import type { Rule } from './rule.ts'
import { RULES } from './rules/table.ts'
import { createSeenTexts } from './seen-texts.ts'
import { TextFinder } from './text-finder.ts'
import { Tracer } from './tracer.ts'
import { mapStrings } from './walk-value.ts'

/** Opens the first pass. `all` are all rules except in tests. */
export function createRedactor(options: RedactorOptions, all: readonly Rule[] = RULES): Redactor {
  const rules = options.takesPeople ? all : all.filter(({ isOnRequest }) => !isOnRequest)
  const values = new FoundValues(rules, options.keep)
  addOptions(values, options)
  const finder = new TextFinder(rules, values)
  finder.setNeedles(ownNeedles(values))
  let place: HitPlace = { session: '', agentId: undefined, line: 0 }
  let prompts = 0
  finder.onPrompt = (prompt, text) => {
    prompts++
    values.addPrompt(prompt, text, place)
  }
  const seenKeys = new Set<string>()
  const seenTexts = createSeenTexts()
  let isSealed = false
  const tracer = new Tracer({
    text: (text, field) => ({ value: text, hasFound: learn(text, field) }),
    key(key) {
      if (!seenKeys.has(key)) {
        if (seenKeys.size < MAX_KEYS) seenKeys.add(key)
        learn(key, undefined)
      }
      return key
    },
    lines(lines, field) {
      let hasFound = learn(lines.join('\n'), undefined)
      if (field !== undefined && finder.hasRules(field)) {
        for (const line of lines) hasFound = learn(line, field) || hasFound
      }
      return { value: lines, hasFound }
    },
  })
  /** Whether there is something in a text, or may be when more is known. */
  function learn(text: string, field: string | undefined): boolean {
    const hasRules = field !== undefined && finder.hasRules(field)
    if (!hasRules && seenTexts.has(text)) return false
    const before = prompts
    const { spans, hasInner } = finder.find(text, field)
    for (const { found, start, end } of spans) {
      note(found, place, text, start, end)
      const { owner } = found
      if (owner) note(owner, place, text, Math.max(start, end - owner.value.length), end)
    }
    if (spans.length > 0 || hasInner) return true
    if (!hasRules && prompts === before) seenTexts.add(text)
    return false
  }
  return {
    learnValue(value, at) {
      requireOpen(isSealed)
      place = at
      return failClosed(() => {
        tracer.begin()
        mapStrings(value, tracer)
        return tracer.end(false)
      })
    },
    learnText(text, at) {
      requireOpen(isSealed)
      place = at
      failClosed(() => learn(text, undefined))
    },
    seal() {
      requireOpen(isSealed)
      isSealed = true
      return failClosed(() => seal(values, finder, rules))
    },
  }
}

const MAX_KEYS = 20_000

function seal(values: FoundValues, finder: TextFinder, rules: readonly Rule[]): Redaction {
  finder.onPrompt = undefined
  values.settlePrompts()
  values.numberAll()
  const needles = [...ownNeedles(values), ...knownNeedles(values, rules)]
  const inContext = new Set(values.all().flatMap(({ reach, naming }) => (reach === 'context' ? [naming.rule] : [])))
  // What the other rules found is known by now and searched itself, which is more than they would find.
  finder.setNeedles(needles, ({ rank, category, name }) => rank === 'shape' || category === 'id' || inContext.has(name))
  const checkClean = createCleanCheck(needles, values.names)
  const replacer = createReplacer(finder)
  return {
    hits: values
      .all()
      .filter(({ count }) => count > 0)
      .map(toHit),
    redactText: text => failClosed(() => replacer.text(text, undefined)),
    redactId: id => failClosed(() => replacer.id(id)),
    redactValue: (value, trace) => failClosed(() => replacer.value(value, trace)),
    requireClean: text => failClosed(() => checkClean(text)),
  }
}

function addOptions(values: FoundValues, { identity, words }: RedactorOptions): void {
  for (const word of words) {
    const value = word.trim()
    if (value === '') continue
    const found = values.get(value, WORD, () => createFoundValue(value, WORD, value.length >= 4 ? 'anywhere' : 'word'))
    if (found) found.isAnyCase = true
  }
  for (const home of identity.homes) {
    const path = home.replace(/[/\\]+$/, '')
    if (path.length < 4) continue
    const place = homeAt(`${path}/`, path.search(/[/\\](?:home|users)[/\\]/i), 'cwd')
    const name = place?.home ?? path
    const found: FoundValue | undefined = values.get(name, HOME, () => createFoundValue(name, HOME, 'context'))
    const owner = place ? values.addUser(place.user) : undefined
    if (found) found.owner ??= owner
  }
  for (const user of identity.users) values.addUser(user)
  for (const host of identity.hosts) values.addHost(host)
}

function requireOpen(isSealed: boolean): void {
  if (isSealed) throw new RedactionFailure('The first pass of redaction has ended')
}

/** Whatever goes wrong here must end the export, and say no more than that: a message may hold the text it is about. */
function failClosed<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof RedactionFailure) throw error
    throw new RedactionFailure('Redaction failed', { cause: error })
  }
}
