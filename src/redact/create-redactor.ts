import { createFoundValue, type FoundValue, HOME, note, toHit, WORD } from './found-value.ts'
import { FoundValues } from './found-values.ts'
import { homeAt } from './home-folders.ts'
import { knownNeedles, ownNeedles } from './known-needles.ts'
import { type HitPlace, type Redaction, RedactionFailure, type Redactor, type RedactorOptions } from './redaction.ts'
import { replaceLines } from './replace-lines.ts'
import { createCleanCheck } from './require-clean.ts'
import type { Rule } from './rule.ts'
import { RULES } from './rules/table.ts'
import { replaceSpans } from './span.ts'
import { TextFinder } from './text-finder.ts'
import { mapStrings, type StringVisitor } from './walk-value.ts'

/** Opens the first pass. `rules` are all of them except in tests. */
export function createRedactor(options: RedactorOptions, rules: readonly Rule[] = RULES): Redactor {
  const values = new FoundValues(rules, options.keep)
  addOptions(values, options)
  const finder = new TextFinder(rules, values)
  finder.setNeedles(ownNeedles(values))
  let place: HitPlace = { session: '', agentId: undefined, line: 0 }
  finder.onPrompt = (prompt, text) => values.addPrompt(prompt, text, place)
  const seenKeys = new Set<string>()
  let isSealed = false
  const learner: StringVisitor = {
    text(text, field) {
      learn(text, field)
      return text
    },
    key(key) {
      if (!seenKeys.has(key)) {
        if (seenKeys.size < MAX_KEYS) seenKeys.add(key)
        learn(key, undefined)
      }
      return key
    },
    lines(lines, field) {
      learn(lines.join('\n'), undefined)
      if (field !== undefined && finder.hasRules(field)) for (const line of lines) learn(line, field)
      return lines
    },
  }
  function learn(text: string, field: string | undefined): void {
    for (const { found, start, end } of finder.find(text, field)) {
      note(found, place, text, start, end)
      const { owner } = found
      if (owner) note(owner, place, text, Math.max(start, end - owner.value.length), end)
    }
  }
  return {
    learnValue(value, at) {
      requireOpen(isSealed)
      place = at
      failClosed(() => mapStrings(value, learner))
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
  finder.setNeedles(needles)
  const checkClean = createCleanCheck(needles, values.names)
  const names = new Map<string, string>()
  const redactOne = (text: string, field: string | undefined) => {
    const spans = finder.find(text, field)
    return spans.length === 0 ? text : replaceSpans(text, spans)
  }
  const visitor: StringVisitor = {
    text: redactOne,
    key(key) {
      const known = names.get(key)
      if (known !== undefined) return known
      const name = redactOne(key, undefined)
      if (names.size < MAX_KEYS) names.set(key, name)
      return name
    },
    lines(lines, field) {
      const joined = replaceLines(lines, finder.find(lines.join('\n'), undefined))
      if (field === undefined || !finder.hasRules(field)) return joined
      const own = joined.map(line => redactOne(line, field))
      return own.every((line, index) => line === joined[index]) ? joined : own
    },
  }
  return {
    hits: values
      .all()
      .filter(({ count }) => count > 0)
      .map(toHit),
    redactText: text => failClosed(() => redactOne(text, undefined)),
    redactValue: value => failClosed(() => mapStrings(value, visitor)),
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
  for (const host of identity.hosts) {
    values.addHost(host)
    const [short] = host.split('.')
    if (short !== undefined && short !== host) values.addHost(short)
  }
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
