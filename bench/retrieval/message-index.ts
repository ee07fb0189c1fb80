import type { Gold } from './evaluate.ts'
import type { Message } from './read-messages.ts'
import { STOP_WORDS } from './stop-words.ts'

const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{6,}/gu
const IDENTIFIER = /(?<![\w/.-])(?:[a-z]+(?:[A-Z][a-z]{2,})+|[a-z]{3,}(?:_[a-z]{3,})+)(?![\w/.-])/g
const NOT_WORDS = /^https?$/
const WORD = /(?<![\p{L}\p{N}_/.-])\p{Ll}{5,}(?![\p{L}\p{N}_/.-])/gu

/** Where words, names and pieces of text stand: to make questions from, and to know all their right answers. */
export class MessageIndex {
  readonly messages: readonly Message[]
  readonly #words = new Map<string, Set<number>>()
  readonly #identifiers = new Map<string, Set<number>>()

  constructor(messages: readonly Message[]) {
    this.messages = messages
    messages.forEach(({ text }, number) => {
      for (const [word] of text.toLowerCase().matchAll(WORD)) note(this.#words, word, number)
      for (const [name] of text.matchAll(IDENTIFIER)) note(this.#identifiers, name, number)
    })
  }

  identifiers(): readonly string[] {
    return [...this.#identifiers.keys()].sort()
  }

  hasWord(word: string): boolean {
    return this.#words.has(word)
  }

  /** Content words of a message, those of fewest messages first. */
  rareWords(message: Message): readonly string[] {
    const words = new Set(Array.from(message.text.toLowerCase().matchAll(WORD), ([word]) => word))
    return [...words]
      .filter(word => !STOP_WORDS.has(word) && !NOT_WORDS.test(word) && /^[a-z]+$/.test(word))
      .sort((a, b) => this.#count(a) - this.#count(b) || a.localeCompare(b))
  }

  /** Messages that hold all words. */
  withWords(words: readonly string[]): readonly Gold[] {
    const sets = words.map(word => this.#words.get(word) ?? new Set<number>())
    const [first = new Set<number>(), ...others] = sets
    return [...first].filter(number => others.every(set => set.has(number))).map(number => this.#gold(number))
  }

  /** Messages with a name that begins like this, whatever its case. */
  withIdentifier(beginning: string): readonly Gold[] {
    const numbers = new Set<number>()
    for (const [name, found] of this.#identifiers) {
      if (name.toLowerCase().startsWith(beginning.toLowerCase())) for (const number of found) numbers.add(number)
    }
    return [...numbers].map(number => this.#gold(number))
  }

  /** Messages that hold the text as it is. */
  withText(text: string): readonly Gold[] {
    return this.messages.flatMap((message, number) => (message.text.includes(text) ? [this.#gold(number)] : []))
  }

  cjkRuns(): readonly string[] {
    return [...new Set(this.messages.flatMap(({ text, isProse }) => (isProse ? (text.match(CJK_RUN) ?? []) : [])))]
  }

  #count(word: string): number {
    return this.#words.get(word)?.size ?? 0
  }

  #gold(number: number): Gold {
    const { sessionId, agent, turn } = this.messages[number] as Message
    return { sessionId, agent, turn }
  }
}

function note(index: Map<string, Set<number>>, key: string, number: number): void {
  const known = index.get(key)
  if (known) known.add(number)
  else index.set(key, new Set([number]))
}
