/**
 * Questions with known answers, made from parsed facts: each fact in the words somebody types, in a sentence, and as a
 * filter where there is one. Facts of more than three conversations are left out: no answer to them would be the right one.
 */
import type { IndexedKeep } from '../../src/query/indexed-keep.ts'
import { createRandom, type Random } from '../corpus/random.ts'
import { dateItems } from './date-items.ts'
import type { Gold, Question } from './evaluate.ts'
import { type Fact, readFacts } from './facts.ts'

export const KINDS = ['path', 'command', 'error', 'commit', 'pr', 'url', 'date'] as const
export type Kind = (typeof KINDS)[number]

export interface KnownItem {
  readonly kind: Kind
  readonly keyword: Question
  readonly sentence: Question
  readonly filter: Question | undefined
}

export interface KnownItems {
  readonly items: readonly KnownItem[]
  /** Facts that too many conversations share, by kind. */
  readonly skipped: { readonly [kind: string]: number }
}

/** What a fact becomes; undefined where it says too little. */
interface Form {
  readonly keyword: string
  readonly sentence: string
  readonly filter?: string
  readonly golds: readonly Fact[]
  /** Where the filter alone means more than the words with it. */
  readonly filterGolds?: readonly Fact[]
  readonly answer: string
}

export const MOST_CONVERSATIONS = 3

export function makeKnownItems(keep: IndexedKeep, options: { seed: number; perKind: number }): KnownItems {
  const facts = readFacts(keep)
  const edited = facts.file.filter(({ detail }) => detail !== 'read')
  const forms: { readonly [Name in Kind]: (random: Random) => Iterable<Form> } = {
    path: random => eachFact(random, edited, fact => pathForm(random, fact, edited, facts.file)),
    command: random => eachFact(random, facts.command, fact => commandForm(random, fact, facts.command)),
    error: random => eachFact(random, facts.error, fact => errorForm(random, fact, facts.error)),
    commit: random => eachFact(random, facts.commit, fact => commitForm(random, fact, facts.commit)),
    pr: random => eachFact(random, facts.pullRequest, fact => pullRequestForm(random, fact, facts.pullRequest)),
    url: random => eachFact(random, facts.url, fact => urlForm(random, fact, facts.url)),
    date: random => dateItems(random, facts.prompt),
  }
  const items: KnownItem[] = []
  const skipped: { [kind: string]: number } = {}
  KINDS.forEach((kind, stream) => {
    let made = 0
    for (const form of forms[kind](createRandom(options.seed, stream + 1))) {
      if (countConversations(form.golds) > MOST_CONVERSATIONS) {
        skipped[kind] = (skipped[kind] ?? 0) + 1
        continue
      }
      items.push(itemOf(kind, form))
      if (++made === options.perKind) break
    }
  })
  return { items, skipped }
}

function itemOf(kind: Kind, { keyword, sentence, filter, golds, filterGolds = golds, answer }: Form): KnownItem {
  const hasFilter = filter !== undefined && countConversations(filterGolds) <= MOST_CONVERSATIONS
  return {
    kind,
    keyword: { text: keyword, golds: golds.map(goldOf), answer },
    sentence: { text: sentence, golds: golds.map(goldOf), answer },
    filter: hasFilter ? { text: filter, golds: filterGolds.map(goldOf), answer: undefined } : undefined,
  }
}

function countConversations(facts: readonly Fact[]): number {
  return new Set(facts.map(({ conversation }) => conversation)).size
}

function goldOf({ sessionId, agent, turn }: Gold): Gold {
  return { sessionId, agent, turn }
}

/** Facts in an order of chance, each keyword once. */
function* eachFact(random: Random, facts: readonly Fact[], form: (fact: Fact) => Form | undefined): Generator<Form> {
  const seen = new Set<string>()
  for (const fact of shuffle(random, facts)) {
    const made = form(fact)
    if (!made || seen.has(made.keyword)) continue
    seen.add(made.keyword)
    yield made
  }
}

export function shuffle<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  const left = [...items]
  for (let i = left.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[left[i], left[j]] = [left[j] as Item, left[i] as Item]
  }
  return left
}

function pathForm(random: Random, fact: Fact, edited: readonly Fact[], touched: readonly Fact[]): Form | undefined {
  const path = fact.text.replaceAll('\\', '/')
  const parts = path.split('/').filter(part => part !== '')
  const others = touched.filter(({ text }) => text.replaceAll('\\', '/') !== path)
  // As much of the path as it takes to mean this file: the bare name where no other file has it.
  for (let count = 1; count <= parts.length; count++) {
    const keyword = parts.slice(-count).join('/')
    if (others.some(({ text }) => `/${text.replaceAll('\\', '/')}`.endsWith(`/${keyword}`))) continue
    const golds = edited.filter(({ text }) => text === fact.text)
    const sentence = random.pick([
      `which session edited ${keyword}`,
      `where did we change ${keyword}`,
      `when was ${keyword} last modified by us`,
      `the conversation in which you wrote ${keyword}`,
    ])
    return { keyword, sentence, filter: `file:${quoted(keyword)}`, golds, answer: parts[parts.length - 1] as string }
  }
  return undefined
}

function commandForm(random: Random, fact: Fact, commands: readonly Fact[]): Form | undefined {
  const line = firstLine(fact.text)
  const keyword = cutWords(line.replace(/["'`]/g, ' ').replace(/\s+/g, ' ').trim(), 6, 60)
  const isTelling = keyword.split(' ').length >= 2 && keyword.length >= 10
  if (!isTelling || !line.includes(keyword)) return undefined
  const golds = commands.filter(({ text }) => text.includes(keyword))
  const sentence = random.pick([
    `when did we run ${keyword}`,
    `in which session did you run ${keyword}`,
    `where was the command ${keyword} used`,
    `the time we tried ${keyword} in the shell`,
  ])
  return { keyword, sentence, filter: `cmd:${quoted(keyword)}`, golds, answer: keyword }
}

function errorForm(random: Random, fact: Fact, errors: readonly Fact[]): Form | undefined {
  const plain = fact.text.replace(/\u001b\[[\d;]*m/g, '').replace(/<\/?\w+>/g, '')
  const lines = plain.split('\n').map(line => line.trim())
  const line = lines.find(
    text => !/^(Error: )?Exit code \d+$/.test(text) && (text.match(/\p{L}{3,}/gu) ?? []).length >= 3,
  )
  if (line === undefined) return undefined
  const keyword = cutWords(line, 12, 80)
  const golds = errors.filter(({ text }) => text.includes(keyword))
  if (golds.length === 0) return undefined
  const sentence = random.pick([
    `where did we get the error ${keyword}`,
    `which session had this error: ${keyword}`,
    `when did we run into ${keyword}`,
    `what did we do about ${keyword}`,
  ])
  return { keyword, sentence, golds, answer: keyword.slice(0, 40) }
}

function commitForm(random: Random, fact: Fact, commits: readonly Fact[]): Form | undefined {
  const sha = fact.text.slice(0, 7)
  const golds = commits.filter(({ text }) => text.startsWith(sha) || sha.startsWith(text))
  const subject = fact.detail.trim()
  const sentence = random.pick(
    subject.split(' ').length >= 3
      ? [`which session made the commit ${subject}`, `where did we commit ${subject}`, `when was ${subject} committed`]
      : [`which session made commit ${sha}`, `where does commit ${sha} come from`],
  )
  return { keyword: sha, sentence, filter: `commit:${sha}`, golds, answer: sentence.includes(sha) ? sha : subject }
}

function pullRequestForm(random: Random, fact: Fact, pullRequests: readonly Fact[]): Form | undefined {
  const [, repository, number] = /([^/]+)\/pull\/(\d+)/.exec(fact.text) ?? []
  if (repository === undefined || number === undefined) return undefined
  const golds = pullRequests.filter(({ text }) => text === fact.text)
  const isOnly = pullRequests.every(({ text }) => text === fact.text || !text.endsWith(`/pull/${number}`))
  const sentence = random.pick([
    `which session opened pull request ${number} of ${repository}`,
    `where did we make the pull request ${repository}/pull/${number}`,
    `what was pull request ${number} in ${repository} about`,
  ])
  const form = { keyword: `${repository}/pull/${number}`, sentence, golds, answer: `pull/${number}` }
  return isOnly ? { ...form, filter: `pr:${number}` } : form
}

function urlForm(random: Random, fact: Fact, urls: readonly Fact[]): Form | undefined {
  const keyword = fact.text
    .replace(/^https?:\/\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .slice(0, 100)
  if (!keyword.includes('/') || keyword.length < 10) return undefined
  const golds = urls.filter(({ text }) => text.includes(keyword))
  const sentence = random.pick([
    `which session looked at https://${keyword}`,
    `where did we read ${keyword}`,
    `when did you fetch ${keyword}`,
    `the conversation about the page ${keyword}`,
  ])
  return { keyword, sentence, golds, answer: keyword }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

function cutWords(text: string, words: number, chars: number): string {
  const taken: string[] = []
  for (const word of text.split(' ').slice(0, words)) {
    if (taken.length > 0 && [...taken, word].join(' ').length > chars) break
    taken.push(word)
  }
  return taken.join(' ').slice(0, chars)
}

function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value
}
