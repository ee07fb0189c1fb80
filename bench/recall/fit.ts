/**
 * Fits the weights of query/recall/passage-score.ts on the training projects and prints them: `node bench/recall/fit.ts`.
 * Each candidate of each prompt is an example: wanted where it is of a gold session. Both sides weigh the same in the fit.
 * Then the lowest threshold is looked for at which no more than `MAX_FALSE` of the prompts that want nothing bring
 * something, for the kind of prompt that does so most, and the base is moved so that it comes to `THRESHOLD`.
 */
import type { Candidate } from '../../src/query/recall/find-candidates.ts'
import { findCandidates } from '../../src/query/recall/find-candidates.ts'
import type { Features } from '../../src/query/recall/passage-features.ts'
import { PASSAGE_WEIGHTS } from '../../src/query/recall/passage-score.ts'
import { isStopped, readPrompt } from '../../src/query/recall/prompt-gates.ts'
import { contextOf } from './measure.ts'
import type { RecallCase } from './recall-case.ts'
import { makeRecallSets, type RecallSet } from './recall-set.ts'

const NAMES = Object.keys(PASSAGE_WEIGHTS).filter(name => name !== 'base') as (keyof Features)[]
/** Signs that reason gives: a fit on few hundred examples must not turn them. */
const SIGNS: { readonly [Name in keyof Features]?: 1 | -1 } = {
  share: 1,
  near: 1,
  settled: 1,
  answered: 1,
  mass: 1,
  count: 1,
  names: 1,
  pairs: 1,
  lead: 1,
  crowd: -1,
  looksBack: 1,
  complains: 1,
  orders: -1,
  brief: -1,
  agent: -1,
}
const MAX_FALSE = 0.03
const THRESHOLD = 0.5
const ROUNDS = 6000
const RATE = 0.3
const DECAY = 0.005

interface Example {
  readonly of: RecallCase
  readonly features: readonly number[]
  readonly isWanted: boolean
}

const { sets, close } = await makeRecallSets()
const all = sets.flatMap(set => set.cases.map(one => ({ set: set.name, one, candidates: candidatesOf(set, one) })))
const training = all.filter(({ one }) => one.part === 'training')
const examples = training.flatMap(({ one, candidates }) =>
  candidates.map(
    (candidate): Example => ({
      of: one,
      features: NAMES.map(name => candidate.features[name]),
      isWanted: one.golds.includes(candidate.sessionId),
    }),
  ),
)
const weights = fitWeights(examples)
const found = findThreshold()
weights[0] = (weights[0] ?? 0) - logit(found) + logit(THRESHOLD)
console.log(`${examples.length} examples, ${examples.filter(({ isWanted }) => isWanted).length} of them wanted`)
console.log(`base: ${weights[0]?.toFixed(2)},`)
NAMES.forEach((name, at) => {
  console.log(`${name}: ${weights[at + 1]?.toFixed(2)},`)
})
for (const part of ['training', 'held-out'] as const) {
  for (const { name } of sets) {
    console.log(`\n${name}, ${part}: threshold, useful, wrong, false by kind`)
    for (let threshold = 0.1; threshold < 0.95; threshold += 0.1) console.log(describe(part, threshold, name))
  }
}
close()

type Ranked = Candidate & { readonly sessionId: string }

function candidatesOf({ kept }: RecallSet, one: RecallCase): readonly Ranked[] {
  const { steps, words } = readPrompt(one.prompt)
  if (isStopped(steps)) return []
  const { candidates } = findCandidates(kept.keep, words, contextOf(one, kept.now))
  return candidates.map(candidate => {
    const sql = 'SELECT id FROM sessions WHERE session = ?'
    return { ...candidate, sessionId: kept.keep.store.get(sql, [candidate.unit.session])?.id as string }
  })
}

/** Gradient descent; prompts that want something and those that do not weigh the same in sum. */
function fitWeights(given: readonly Example[]): number[] {
  const weights = new Array<number>(NAMES.length + 1).fill(0)
  const wanted = given.filter(({ isWanted }) => isWanted).length
  const importance = given.map(({ isWanted }) => 0.5 / (isWanted ? wanted : given.length - wanted))
  for (let round = 0; round < ROUNDS; round++) {
    const slope = new Array<number>(weights.length).fill(0)
    given.forEach((example, at) => {
      const error = (chance(weights, example.features) - Number(example.isWanted)) * (importance[at] as number)
      slope[0] = (slope[0] as number) + error
      example.features.forEach((value, name) => {
        slope[name + 1] = (slope[name + 1] as number) + error * value
      })
    })
    for (let at = 0; at < weights.length; at++) {
      const pull = at === 0 ? 0 : DECAY * (weights[at] as number)
      weights[at] = (weights[at] as number) - RATE * 10 * ((slope[at] as number) + pull / 10)
      const sign = at === 0 ? undefined : SIGNS[NAMES[at - 1] as keyof Features]
      if (sign !== undefined && (weights[at] as number) * sign < 0) weights[at] = 0
    }
  }
  return weights
}

function logit(share: number): number {
  return Math.log(share / (1 - share))
}

function chance(weights: readonly number[], features: readonly number[]): number {
  const sum = features.reduce((total, value, at) => total + value * (weights[at + 1] as number), weights[0] as number)
  return 1 / (1 + Math.exp(-sum))
}

function scoresOf(candidates: readonly Ranked[]): readonly { readonly score: number; readonly sessionId: string }[] {
  return candidates
    .map(({ features, sessionId }) => ({
      sessionId,
      score: chance(
        weights,
        NAMES.map(name => features[name]),
      ),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
}

function rates(part: RecallCase['part'], threshold: number, name?: string) {
  const count = { useful: 0, wrong: 0, wanted: 0 }
  const fires = new Map<string, { fired: number; of: number }>()
  for (const { set, one, candidates } of all) {
    if (one.part !== part || (name !== undefined && set !== name)) continue
    const shown = scoresOf(candidates).filter(({ score }) => score >= threshold)
    if (one.kind === 'wanted') {
      count.wanted++
      if (shown.some(({ sessionId }) => one.golds.includes(sessionId))) count.useful++
      else if (shown.length > 0) count.wrong++
      continue
    }
    const known = fires.get(one.kind) ?? { fired: 0, of: 0 }
    fires.set(one.kind, { fired: known.fired + Number(shown.length > 0), of: known.of + 1 })
  }
  return { ...count, fires }
}

function describe(part: RecallCase['part'], threshold: number, name: string): string {
  const { useful, wrong, wanted, fires } = rates(part, threshold, name)
  const kinds = [...fires].map(([kind, { fired, of }]) => `${kind} ${((100 * fired) / of).toFixed(1)}`)
  return `${threshold.toFixed(2)}  ${((100 * useful) / wanted).toFixed(1)}  ${((100 * wrong) / wanted).toFixed(1)}  ${kinds.join('  ')}`
}

function findThreshold(): number {
  for (let threshold = 0.05; threshold < 1; threshold += 0.01) {
    const worst = Math.max(...[...rates('training', threshold).fires.values()].map(({ fired, of }) => fired / of))
    if (worst <= MAX_FALSE) return threshold
  }
  return 1
}
