import type { PromptTerm } from './prompt-terms.ts'

/** So much is a word that tells something, and so much a name that nothing else is called. */
export const TELLING = 0.25
const SURE_NAME = 0.7
/** More than any word of all talk has: it counts beside a telling one. */
const SOME = 0.15

/** What two have in common by chance: the rarest word has 1. */
const MIN_MASS = 1

/** One word that both have is no sign of anything, unless it is the name of something; nor are two that stand everywhere. */
export function hasEnoughWords(matched: Iterable<number>, terms: readonly PromptTerm[]): boolean {
  const known = new Set(matched)
  let names = 0
  for (const at of known) {
    const { weight = 0, isName = false } = terms[at] ?? {}
    if (isName && weight >= SURE_NAME) return true
    if (isName && weight >= TELLING) names++
  }
  if (names > 1) return true
  return countWords(known, terms, SOME) > 1 && countWords(known, terms) > 0 && sumOf(known, terms) >= MIN_MASS
}

/** Letters of a word in a script without spaces, about. */
const LETTERS = 3

/** Telling words; pairs of letters that overlap are one, unless there are many. */
export function countWords(matched: ReadonlySet<number>, terms: readonly PromptTerm[], least = TELLING): number {
  let words = 0
  for (const at of matched) {
    const { weight = 0, isOverlapping = false } = terms[at] ?? {}
    if (weight < least || (isOverlapping && matched.has(at - 1))) continue
    let end = at + 1
    while (matched.has(end) && terms[end]?.isOverlapping) end++
    words += Math.max(1, Math.floor((end - at + 2) / LETTERS))
  }
  return words
}

/** Telling words as they are typed, the most telling first; pairs of letters that overlap are joined. */
export function nameWords(matched: ReadonlySet<number>, terms: readonly PromptTerm[]): readonly string[] {
  const words: { text: string; weight: number; end: number }[] = []
  for (const at of [...matched].sort((a, b) => a - b)) {
    const { text, weight, isOverlapping } = terms[at] as PromptTerm
    const before = words.at(-1)
    if (isOverlapping && before?.end === at - 1) {
      before.text += [...text].slice(1).join('')
      before.weight = Math.max(before.weight, weight)
      before.end = at
    } else words.push({ text, weight, end: at })
  }
  words.sort((a, b) => b.weight - a.weight)
  const telling = words.filter(({ weight }) => weight >= SOME)
  return (telling.length > 0 ? telling : words.slice(0, 1)).map(({ text }) => text)
}

export function sumOf(indexes: Iterable<number>, terms: readonly PromptTerm[]): number {
  let sum = 0
  for (const at of indexes) sum += terms[at]?.weight ?? 0
  return sum
}
