/**
 * Porter's stemmer as SQLite has it (fts5_tokenize.c), which differs from the paper and from other implementations: it
 * knows bytes, not letters. A word is given and comes back as a string of bytes, in lower case; those above 127 count as
 * consonants.
 */
export function stemBytes(word: string): string {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return word
  let stem = withoutPlural(word)
  stem = withoutTense(stem)
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaceEnding(stem, STEP_2, isLong)
  stem = replaceEnding(stem, STEP_3, isLong)
  stem = withoutLast(stem)
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1)
    const measure = measureOf(rest)
    if (measure > 1 || (measure === 1 && !endsShort(rest))) stem = rest
  }
  return stem.endsWith('ll') && measureOf(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem
}

const MIN_LENGTH = 3
const MAX_LENGTH = 64

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word
  const isLonger = (word.length > 4 && word.endsWith('sses')) || (word.length > 3 && word.endsWith('ies'))
  return word.slice(0, isLonger ? -2 : -1)
}

function withoutTense(word: string): string {
  if (word.length > 3 && word.endsWith('eed')) return isLong(word.slice(0, -3)) ? word.slice(0, -1) : word
  const cut = word.length > 2 && word.endsWith('ed') ? 2 : word.length > 3 && word.endsWith('ing') ? 3 : 0
  const stem = word.slice(0, word.length - cut)
  if (cut === 0 || !hasVowel(stem)) return word
  if (stem.length > 2 && /(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  const last = stem[stem.length - 1] as string
  if (!VOWELS.has(last) && !'lsz'.includes(last) && last === stem[stem.length - 2]) return stem.slice(0, -1)
  return measureOf(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

type Endings = ReadonlyMap<string, readonly (readonly [ending: string, becomes: string])[]>

/** By the last letter but one; of two that fit the longer stands first. */
function endings(...rows: readonly (readonly [ending: string, becomes: string])[]): Endings {
  return Map.groupBy(rows, ([ending]) => ending.at(-2) as string)
}

const STEP_2 = endings(
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
)
const STEP_3 = endings(
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
)
const STEP_4 = endings(
  ['al', ''],
  ['ance', ''],
  ['ence', ''],
  ['er', ''],
  ['ic', ''],
  ['able', ''],
  ['ible', ''],
  ['ant', ''],
  ['ement', ''],
  ['ment', ''],
  ['ent', ''],
  ['ion', ''],
  ['ou', ''],
  ['ism', ''],
  ['ate', ''],
  ['iti', ''],
  ['ous', ''],
  ['ive', ''],
  ['ize', ''],
)

function replaceEnding(word: string, table: Endings, mayBe: (stem: string, ending: string) => boolean): string {
  for (const [ending, becomes] of table.get(word[word.length - 2] as string) ?? []) {
    if (word.length <= ending.length || !word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    return mayBe(stem, ending) ? stem + becomes : word
  }
  return word
}

function withoutLast(word: string): string {
  return replaceEnding(word, STEP_4, (stem, ending) => {
    return (ending !== 'ion' || /[st]$/.test(stem)) && measureOf(stem) > 1
  })
}

const VOWELS = new Set(['a', 'e', 'i', 'o', 'u'])

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at++) {
    const letter = stem[at] as string
    if (VOWELS.has(letter) || (letter === 'y' && at > 0)) return true
  }
  return false
}

function isLong(stem: string): boolean {
  return measureOf(stem) > 0
}

/** How often a consonant follows a vowel, up to 2. A `y` is a vowel behind a consonant. */
function measureOf(stem: string): number {
  let measure = 0
  let isConsonant = false
  let wasVowel = false
  for (let at = 0; at < stem.length && measure < 2; at++) {
    const letter = stem[at] as string
    isConsonant = !(VOWELS.has(letter) || (letter === 'y' && isConsonant))
    if (isConsonant && wasVowel) measure++
    wasVowel = !isConsonant
  }
  return measure
}

/** Consonant, vowel, consonant at the end, the last of them not w, x or y. */
function endsShort(stem: string): boolean {
  if (/[wxy]$/.test(stem)) return false
  let before = ''
  let isConsonant = false
  for (const letter of stem) {
    isConsonant = !(VOWELS.has(letter) || (letter === 'y' && isConsonant))
    before = (before + (isConsonant ? 'c' : 'v')).slice(-3)
  }
  return before === 'cvc'
}
