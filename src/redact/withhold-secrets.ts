import type { Rule } from './rule.ts'
import { type RuleMatch, runRule } from './rule-runner.ts'
import { RULES } from './rules/table.ts'

/**
 * One short text without the keys, tokens and passwords in it. For texts that stay on this machine: names, addresses and
 * folders are left as they are, what is hidden in base64 is not looked for, and nothing is remembered from one text to
 * the next. What leaves the machine goes through `createRedactor`.
 */
export function withholdSecrets(text: string): string {
  // Letters of English alone: others may have another length in lower case, and places would be wrong.
  const searched = text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
  const taken = resolve(SECRETS.flatMap(rule => findSecrets(rule, text, searched)))
  const parts: string[] = []
  let from = 0
  for (const { start, end, name } of taken) {
    parts.push(text.slice(from, start), `‹${name}›`)
    from = end
  }
  return from === 0 ? text : `${parts.join('')}${text.slice(from)}`
}

const SECRETS: readonly Rule[] = [
  ...RULES.filter(({ category }) => category === 'secret'),
  {
    name: 'secret',
    category: 'secret',
    what: 'in a sentence, what stands behind "password:" or "api key ="; an export, which must stay readable, wants better reasons',
    rank: 'general',
    anchors: ['password', 'passwort', 'passwd', 'passphrase', 'pwd', 'key', 'token', 'secret'],
    follow: { chars: '=:', within: 5 },
    pattern:
      /(?:passwor[dt]|passwd|passphrase|pwd|(?:secret|api|access|private|auth|client|signing|session)[ _-]?(?:key|token|secret))["'`*]{0,3}\s{0,2}[:=]\s{0,2}["'`]?(?<secret>[^\s"'`,;()<>{}[\]]{6,200})/dgi,
    accepts: ({ value }) => /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[$%]|^process\.env/.test(value),
  },
]

interface Secret extends Pick<RuleMatch, 'start' | 'end'> {
  readonly name: string
}

/**
 * Looks for each anchor by itself: making the automaton that looks for all at once takes longer than a hook may, and pays
 * only for long texts.
 */
function findSecrets(rule: Rule, text: string, searched: string): readonly Secret[] {
  const places = rule.anchors.flatMap(anchor => listPlaces(searched, anchor.toLowerCase()))
  if (places.length === 0) return []
  places.sort((a, b) => a.start - b.start)
  const anchors = { starts: places.map(({ start }) => start), lengths: places.map(({ length }) => length) }
  return runRule(rule, text, anchors).map(({ start, end }) => ({ start, end, name: rule.name }))
}

function listPlaces(text: string, word: string): { readonly start: number; readonly length: number }[] {
  const places: { start: number; length: number }[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    places.push({ start: at, length: word.length })
  }
  return places
}

/** In order, what overlaps as one. */
function resolve(secrets: readonly Secret[]): readonly Secret[] {
  const joined: { start: number; end: number; name: string }[] = []
  for (const secret of [...secrets].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1)
    if (last && secret.start < last.end) last.end = Math.max(last.end, secret.end)
    else joined.push({ ...secret })
  }
  return joined
}
