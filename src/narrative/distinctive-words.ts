/**
 * Words that tell one piece of work from another. Used where nothing but words can tell whether two sentences are about
 * the same: strict, as a thread that is wrongly taken for closed is lost to whoever left it open.
 */

/** Of three words two could be chance; so many must come back, and so much of what there is. */
const MIN_SHARED = 3
const MIN_SHARE = 2 / 3

/** In small letters, each once: names of files and functions as they are, other words without their endings. */
export function distinctiveWords(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [word] of text.slice(0, MAX_CHARS).toLowerCase().matchAll(WORD)) {
    const plain = word.replace(/^[./_-]+|[./_-]+$/g, '')
    if (plain.length < MIN_LENGTH || COMMON.has(plain)) continue
    const stem = /[./_\d-]/.test(plain) ? plain : plain.replace(/(?:ing|ed|es|s)$/, '')
    if (!COMMON.has(stem)) found.add(stem.length < MIN_LENGTH ? plain : stem)
  }
  return found
}

/** True where so many of these words come back that both must be about the same thing. */
export function comesBack(words: ReadonlySet<string>, later: ReadonlySet<string>): boolean {
  if (words.size < MIN_SHARED) return false
  let shared = 0
  for (const word of words) if (later.has(word)) shared++
  return shared >= MIN_SHARED && shared >= words.size * MIN_SHARE
}

/** Sentences by their words, to be found by a later one that brings them back. */
export interface WordIndex<Item> {
  /** Those of which `comesBack` is true for these words, in no order. */
  find(later: ReadonlySet<string>): Iterable<Item>
}

/**
 * Where two thirds of the words must come back, one of the rarest third and one more is among them: each sentence stands
 * under these alone, so that thousands of sentences are compared with few others.
 */
export function createWordIndex<Item>(sentences: ReadonlyMap<Item, ReadonlySet<string>>): WordIndex<Item> {
  const counts = new Map<string, number>()
  for (const words of sentences.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byWord = new Map<string, Item[]>()
  for (const [item, words] of sentences) {
    if (words.size < MIN_SHARED) continue
    const needed = Math.max(MIN_SHARED, Math.ceil(words.size * MIN_SHARE))
    const rarest = [...words].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    for (const word of rarest.slice(0, words.size - needed + 1)) {
      const known = byWord.get(word)
      if (known) known.push(item)
      else byWord.set(word, [item])
    }
  }
  return {
    *find(later) {
      const seen = new Set<Item>()
      for (const word of later) {
        for (const item of byWord.get(word) ?? []) {
          if (seen.has(item)) continue
          seen.add(item)
          if (comesBack(sentences.get(item) ?? new Set(), later)) yield item
        }
      }
    },
  }
}

const MAX_CHARS = 2000
const MIN_LENGTH = 4
const WORD = /[\p{L}\d_][\p{L}\d_./-]*/gu

/** What any sentence about open work may say. */
const COMMON: ReadonlySet<string> = new Set(
  `about above actually add added after again all also although always another any anything are back because been before
  being below better between both but can cannot case change check code could create current currently does done each
  either else error even ever every everything exactly file files first fix fixed follow following for from full function
  further get give goes good have having here how however implement implementation implemented instead into issue item
  just keep know last later leave left let like line list look made make many may maybe might missing more most much must
  need needed needs never new next none not note nothing now once one only open other our out over own part plan please
  point possible problem project promise put ready really remain remaining rest run running same see should show side
  since some something still such support sure take task test testing tests than that the their them then there these they thing
  things think this those through time todo together too try type under until update updated use used user using very
  wait want was way well were what when where whether which while will with within without work working would write yet
  you your`.split(/\s+/),
)
