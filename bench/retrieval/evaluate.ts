import type { Engine, Found } from './engine.ts'

/** Where the answer stands. */
export interface Gold {
  readonly sessionId: string
  readonly agent: string
  readonly turn: number
}

export interface Question {
  readonly text: string
  /** Any of them answers it. */
  readonly golds: readonly Gold[]
  /** What a good snippet shows. */
  readonly answer: string | undefined
  readonly project?: string | undefined
}

/** What became of one question. */
export interface Outcome {
  readonly question: Question
  /** From 1; undefined where no gold session is among the first ten. */
  readonly rank: number | undefined
  /** A gold session at its gold turn among the first five. */
  readonly isPlaced: boolean
  /** Share of gold sessions among the first five. */
  readonly recall: number
  readonly hasAnswer: boolean
  readonly step: string | undefined
  readonly bytes: number
  readonly ms: number
}

/** Shares in percent; times in milliseconds. */
export interface Score {
  readonly questions: number
  readonly hit1: number
  readonly hit5: number
  readonly hit10: number
  readonly mrr: number
  readonly recall5: number
  readonly place5: number
  readonly snippet: number
  readonly bytes: number
  readonly p50: number
  readonly p95: number
}

const LIMIT = 10

export function askAll(engine: Engine, questions: readonly Question[]): readonly Outcome[] {
  return questions.map(question => {
    const started = performance.now()
    const found = engine.search({ text: question.text, limit: LIMIT, project: question.project })
    return judge(question, found, performance.now() - started)
  })
}

export function judge(question: Question, found: readonly Found[], ms: number): Outcome {
  const { golds, answer } = question
  const isGold = (item: Found): boolean => golds.some(gold => item.sessionIds.includes(gold.sessionId))
  const first = found.findIndex(isGold)
  const top = found.slice(0, 5)
  const sessions = new Set(golds.map(gold => gold.sessionId))
  const reached = [...sessions].filter(id => top.some(item => item.sessionIds.includes(id)))
  return {
    question,
    rank: first < 0 ? undefined : first + 1,
    isPlaced: top.some(item => golds.some(gold => isAt(item, gold))),
    recall: sessions.size === 0 ? 0 : reached.length / sessions.size,
    hasAnswer: answer !== undefined && top.some(item => isGold(item) && squash(item.snippet).includes(squash(answer))),
    step: found[0]?.step,
    bytes: found.reduce((sum, item) => sum + item.bytes, 0),
    ms,
  }
}

export function scoreOf(outcomes: readonly Outcome[]): Score {
  const within = (limit: number): number => share(outcomes, ({ rank }) => rank !== undefined && rank <= limit)
  const withAnswer = outcomes.filter(({ question }) => question.answer !== undefined)
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    questions: outcomes.length,
    hit1: within(1),
    hit5: within(5),
    hit10: within(10),
    mrr: mean(outcomes.map(({ rank }) => (rank === undefined ? 0 : 1 / rank))),
    recall5: 100 * mean(outcomes.map(({ recall }) => recall)),
    place5: share(outcomes, ({ isPlaced }) => isPlaced),
    snippet: share(withAnswer, ({ hasAnswer }) => hasAnswer),
    bytes: mean(outcomes.map(({ bytes }) => bytes)),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  }
}

export function share<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : (100 * items.filter(isCounted).length) / items.length
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}

function isAt(item: Found, gold: Gold): boolean {
  return item.sessionIds.includes(gold.sessionId) && item.agent === gold.agent && item.turn === gold.turn
}

function squash(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
