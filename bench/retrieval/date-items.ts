import { formatDay } from '../../src/time/day.ts'
import type { Random } from '../corpus/random.ts'
import type { Fact } from './facts.ts'
import { shuffle } from './known-items.ts'
import { STOP_WORDS } from './stop-words.ts'

/** What somebody asked on a day: two words of a prompt that few other prompts have, with the date. */
export function* dateItems(
  random: Random,
  prompts: readonly Fact[],
): Generator<{
  readonly keyword: string
  readonly sentence: string
  readonly filter: string
  readonly golds: readonly Fact[]
  readonly filterGolds: readonly Fact[]
  readonly answer: string
}> {
  const asked = prompts.filter(({ detail, at }) => detail === 'prompt' && at !== undefined)
  const wordsOf = new Map(asked.map(prompt => [prompt, listWords(prompt.text)]))
  const counts = new Map<string, Set<string>>()
  for (const [prompt, words] of wordsOf) {
    for (const word of words) counts.set(word, (counts.get(word) ?? new Set()).add(prompt.conversation))
  }
  const seen = new Set<string>()
  for (const prompt of shuffle(random, asked)) {
    const rare = [...(wordsOf.get(prompt) ?? [])].sort(
      (a, b) => (counts.get(a)?.size ?? 0) - (counts.get(b)?.size ?? 0),
    )
    const [first, second] = rare
    const day = formatDay(prompt.at as number)
    if (first === undefined || second === undefined || seen.has(`${day} ${prompt.sessionId}`)) continue
    seen.add(`${day} ${prompt.sessionId}`)
    const onDay = asked.filter(({ at }) => formatDay(at as number) === day)
    const spoken = new Date(prompt.at as number).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
    const sentence = random.pick([
      `what did we do about ${first} and ${second} on ${spoken}`,
      `the session of ${spoken} about ${first} and ${second}`,
      `on ${spoken} I asked something about ${second} and ${first}`,
    ])
    yield {
      keyword: `${first} ${second} on:${day}`,
      sentence,
      filter: `on:${day}`,
      golds: onDay.filter(other => wordsOf.get(other)?.has(first) && wordsOf.get(other)?.has(second)),
      filterGolds: onDay,
      answer: first,
    }
  }
}

function listWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/(?<![\p{L}\p{N}_/.-])\p{L}{5,}(?![\p{L}\p{N}_/.-])/gu) ?? []
  return new Set(words.filter(word => !STOP_WORDS.has(word)))
}
