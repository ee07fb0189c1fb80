/**
 * Questions made harder in one way each, beside the same questions as they were: the difference is what that way costs.
 */
import { createRandom, type Random } from '../corpus/random.ts'
import type { Gold, Question } from './evaluate.ts'
import { type KnownItem, MOST_CONVERSATIONS, shuffle } from './known-items.ts'
import type { MessageIndex } from './message-index.ts'
import type { Message } from './read-messages.ts'

export interface Stressor {
  readonly name: string
  readonly plain: readonly Question[]
  readonly stressed: readonly Question[]
}

type Pair = readonly [plain: Question, stressed: Question]

/** Words that stand in no transcript about software. */
const ABSENT = ['marzipan', 'zeppelin', 'xylophone', 'saxifrage', 'gondolier', 'harpsichord', 'rutabaga', 'peloponnese']

export function makeStressors(
  index: MessageIndex,
  items: readonly KnownItem[],
  options: { seed: number; perStressor: number },
): readonly Stressor[] {
  const { seed, perStressor } = options
  const prose = proseQuestions(index, createRandom(seed, 50), perStressor)
  const words = rareWordQuestions(index, createRandom(seed, 55), perStressor)
  const paths = items.filter(({ kind }) => kind === 'path').map(({ keyword }) => keyword)
  const absent = ABSENT.filter(word => !index.hasWord(word))
  const random = createRandom(seed, 51)
  const pairs: { readonly [name: string]: readonly Pair[] } = {
    typo: eachPair(prose, text => changeWord(text, random, word => misspell(word, random, index))),
    'typo in the only word': eachPair(words, text => changeWord(text, random, word => misspell(word, random, index))),
    'word form': eachPair(prose, text => changeWord(text, random, otherForm)),
    'stop words': eachPair(prose, text => wrapInStopWords(text, random)),
    'absent word': eachPair(prose, text => `${text} ${random.pick(absent)}`),
    ...identifierPairs(index, createRandom(seed, 52), perStressor),
    'path, last two parts': eachPair(paths, (_, { golds }) => pathPart(index, golds, paths, -2)),
    'path, folder and name': eachPair(paths, (_, { golds }) =>
      pathPart(index, golds, paths, -2)?.replace(/\.\w+$/, ''),
    ),
    'path, name without extension': eachPair(paths, text => nameWithoutExtension(index, text)),
    phrase: phrasePairs(index, createRandom(seed, 53), perStressor),
    'CJK piece': cjkPairs(index, createRandom(seed, 54), perStressor),
  }
  return Object.entries(pairs).map(([name, list]) => ({
    name,
    plain: list.map(([plain]) => plain),
    stressed: list.map(([, stressed]) => stressed),
  }))
}

/** Three words of something that was said: the rarest is left out, together few sessions have them. */
function proseQuestions(index: MessageIndex, random: Random, count: number): readonly Question[] {
  return takeQuestions(index, random, count, message => {
    const words = index.rareWords(message).slice(1, 10)
    return words.length < 4 ? undefined : shuffle(random, words).slice(0, 3)
  })
}

/** One word that few sessions have. */
function rareWordQuestions(index: MessageIndex, random: Random, count: number): readonly Question[] {
  return takeQuestions(index, random, count, message => {
    const [word] = index.rareWords(message)
    return word === undefined || word.length > 14 ? undefined : [word]
  })
}

/** At most three of one session. */
function takeQuestions(
  index: MessageIndex,
  random: Random,
  count: number,
  choose: (message: Message) => readonly string[] | undefined,
): readonly Question[] {
  const questions: Question[] = []
  const sessions = new Map<string, number>()
  const said = index.messages.filter(({ isProse, text }) => isProse && text.length < 4000)
  for (const message of shuffle(random, said)) {
    const taken = sessions.get(message.sessionId) ?? 0
    const words = taken < 3 ? choose(message) : undefined
    const golds = words && index.withWords(words)
    if (!golds || isCommon(golds)) continue
    sessions.set(message.sessionId, taken + 1)
    questions.push({ text: words.join(' '), golds, answer: undefined })
    if (questions.length === count) break
  }
  return questions
}

function eachPair(
  questions: readonly Question[],
  change: (text: string, question: Question) => string | undefined,
): readonly Pair[] {
  return questions.flatMap(question => {
    const text = change(question.text, question)
    return text === undefined || text === question.text ? [] : [[question, { ...question, text }] as const]
  })
}

function changeWord(text: string, random: Random, change: (word: string) => string): string {
  const words = text.split(' ')
  const long = words.filter(word => word.length >= 5)
  const chosen = random.pick(long)
  return words.map(word => (word === chosen ? change(word) : word)).join(' ')
}

/** Two letters swapped, one dropped, doubled or another; never the first. The word itself where that gives another word. */
function misspell(word: string, random: Random, index: MessageIndex): string {
  const at = 1 + random.below(word.length - 2)
  const [before, letter = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)]
  const changed = random.pick([
    `${before}${after[0] ?? ''}${letter}${after.slice(1)}`,
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${letter === 'e' ? 'a' : 'e'}${after}`,
  ])
  return index.hasWord(changed) ? word : changed
}

function otherForm(word: string): string {
  if (/[^s]s$/.test(word)) return word.slice(0, -1)
  if (word.endsWith('ing')) return `${word.slice(0, -3)}ed`
  if (word.endsWith('ed')) return `${word.slice(0, -2)}ing`
  if (word.endsWith('e')) return `${word}s`
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}

function wrapInStopWords(text: string, random: Random): string {
  const [first, second, third] = text.split(' ')
  return random.pick([
    `can you tell me what it was that we did about the ${first} and the ${second} with ${third} when we had it`,
    `I would like to know how we have been doing that thing with ${first} so that ${second} is not in ${third} any more`,
    `where was it that you were so sure about ${first} or was it ${second} and what about the ${third}`,
  ])
}

/** Names in other spellings. Right is every session that has the name in the spelling asked for, too. */
function identifierPairs(
  index: MessageIndex,
  random: Random,
  count: number,
): { readonly [name: string]: readonly Pair[] } {
  const names: Question[] = []
  for (const name of shuffle(random, index.identifiers())) {
    const golds = index.withIdentifier(name)
    if (isCommon(golds)) continue
    names.push({ text: name, golds, answer: name })
    if (names.length === count) break
  }
  const respell = (change: (parts: readonly string[], name: string) => string): readonly Pair[] =>
    names.flatMap(plain => {
      const text = change(partsOf(plain.text), plain.text)
      const golds = [...plain.golds, ...index.withIdentifier(text), ...index.withText(text)]
      return isCommon(golds) ? [] : [[plain, { ...plain, text, golds }] as const]
    })
  return {
    'identifier as words': respell(parts => parts.join(' ')),
    'camel ↔ snake': respell(([first = '', ...others], name) =>
      name.includes('_') ? first + others.map(capitalize).join('') : [first, ...others].join('_'),
    ),
    'beginning of an identifier': respell(([first = '', second = ''], name) =>
      name.slice(0, first.length + (name.includes('_') ? 1 : 0) + Math.min(2, second.length)),
    ),
  }
}

function partsOf(name: string): readonly string[] {
  return name
    .replace(/(?=[A-Z])/g, ' ')
    .replace(/_/g, ' ')
    .toLowerCase()
    .split(' ')
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The bare name; none where it is a word that more sessions have. */
function nameWithoutExtension(index: MessageIndex, path: string): string | undefined {
  const name = path
    .split('/')
    .pop()
    ?.replace(/\.\w+$/, '')
  return name === undefined || name.length < 3 || isCommon(index.withText(name)) ? undefined : name
}

/** Two parts of a path that mean this file alone, and not what was typed before. */
function pathPart(
  index: MessageIndex,
  golds: readonly Gold[],
  all: readonly Question[],
  count: number,
): string | undefined {
  const mine = all.find(question => question.golds === golds)
  if (!mine) return undefined
  const name = mine.text.split('/').pop() ?? ''
  const found = index.messages.find(
    ({ sessionId, text }) => golds.some(gold => gold.sessionId === sessionId) && text.includes(`/${name}`),
  )
  const path = found?.text.split(/[\s"'`]/).find(word => word.endsWith(`/${name}`))
  return path?.split('/').slice(count).join('/')
}

/** Five words in a row out of something said, bare and in quotes. */
function phrasePairs(index: MessageIndex, random: Random, count: number): readonly Pair[] {
  const pairs: Pair[] = []
  for (const message of shuffle(
    random,
    index.messages.filter(({ isProse }) => isProse),
  )) {
    const runs = message.text.match(/(?<![\p{L}\p{N}])(?:\p{L}{2,} ){4}\p{L}{2,}(?![\p{L}\p{N}])/gu) ?? []
    if (runs.length === 0) continue
    const text = random.pick(runs)
    const golds = index.withText(text)
    if (isCommon(golds)) continue
    const plain = { text, golds, answer: text }
    pairs.push([plain, { ...plain, text: `"${text}"` }])
    if (pairs.length === count) break
  }
  return pairs
}

function cjkPairs(index: MessageIndex, random: Random, count: number): readonly Pair[] {
  const pairs: Pair[] = []
  for (const run of shuffle(random, index.cjkRuns())) {
    const signs = [...run].slice(0, 12)
    const from = 1 + random.below(signs.length - 4)
    const piece = signs.slice(from, from + 3 + random.below(2)).join('')
    const golds = index.withText(piece)
    if (isCommon(golds)) continue
    pairs.push([
      { text: signs.join(''), golds, answer: piece },
      { text: piece, golds, answer: piece },
    ])
    if (pairs.length === count) break
  }
  return pairs
}

function isCommon(golds: readonly Gold[]): boolean {
  return new Set(golds.map(({ sessionId }) => sessionId)).size > MOST_CONVERSATIONS
}
