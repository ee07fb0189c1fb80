import { stemOf } from './stems.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const MIN_LENGTH = 4
const MAX_LENGTH = 24

/**
 * Stems of all words that are one typing error away: a letter too few or too many, another one, or two swapped. Stems
 * cannot be compared with the typed word directly: an error may change what the ending is taken for.
 */
export function stemsOneAway(word: string): readonly string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || !/^[a-z]+$/.test(word)) return []
  const words = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at)
    const after = word.slice(at)
    if (after !== '') words.add(before + after.slice(1))
    if (after.length > 1) words.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of LETTERS) {
      words.add(before + letter + after)
      if (after !== '') words.add(before + letter + after.slice(1))
    }
  }
  words.delete(word)
  return [...new Set([...words].map(stemOf))]
}

/** A word that has this stem: the index stems what it is asked for once more. */
export function wordWithStem(stem: string): string {
  const endings = ['', 'e', 's', 'ing', 'ed', 'y', 'l', 'er']
  const words = [...endings.map(ending => stem + ending), stem.replace(/i$/, 'y'), `${stem.replace(/i$/, '')}y`]
  return words.find(word => stemOf(word) === stem) ?? stem
}
