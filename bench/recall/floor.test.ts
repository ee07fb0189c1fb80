import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAll, type RecallOutcome, scoreOf } from './measure.ts'
import type { RecallCase } from './recall-case.ts'
import { makeRecallSets, type RecallSet } from './recall-set.ts'
import { simulateSessions } from './simulate.ts'

/** Below what `npm run bench:recall` measured, so that a change which makes recall worse does not pass unseen. */
const FLOORS = [
  { name: 'hand-made', part: 'training', useful: 70, wrong: 2, falseFires: 2, newTopics: 2, nearTopics: 5 },
  { name: 'hand-made', part: 'held-out', useful: 67, wrong: 2, falseFires: 3, newTopics: 2, nearTopics: 7 },
  { name: 'hand-made', part: 'blind', useful: 69, wrong: 5, falseFires: 3, newTopics: 5, nearTopics: 8 },
  { name: 'few sessions', part: 'training', useful: 70, wrong: 2, falseFires: 2, newTopics: 2, nearTopics: 5 },
  { name: 'few sessions', part: 'held-out', useful: 67, wrong: 2, falseFires: 3, newTopics: 2, nearTopics: 7 },
  { name: 'few sessions', part: 'blind', useful: 69, wrong: 5, falseFires: 3, newTopics: 5, nearTopics: 8 },
  { name: 'generated', part: 'training', useful: 45, wrong: 9, falseFires: 3, newTopics: 3, nearTopics: 0 },
  { name: 'generated', part: 'held-out', useful: 48, wrong: 3, falseFires: 3, newTopics: 3, nearTopics: 0 },
] as const

let sets: readonly RecallSet[] = []
let close = (): void => {}
const outcomes = new Map<string, readonly RecallOutcome[]>()

beforeAll(async () => {
  const made = await makeRecallSets()
  sets = made.sets
  close = made.close
  for (const { name, kept, cases } of sets) outcomes.set(name, askAll(kept, cases))
}, 60_000)

afterAll(() => close())

test.each(FLOORS)('$name, $part: useful often enough, and seldom false', ({ name, part, ...floor }) => {
  const score = scoreOf((outcomes.get(name) ?? []).filter(({ of }) => of.part === part))
  expect(score.wanted).toBeGreaterThan(20)
  expect(score.useful).toBeGreaterThanOrEqual(floor.useful)
  expect(score.wrong).toBeLessThanOrEqual(floor.wrong)
  expect(score.falseFires).toBeLessThanOrEqual(floor.falseFires)
  expect(score.falseByKind['new-topic']).toBeLessThanOrEqual(floor.newTopics)
  // Generated projects have none.
  expect(score.falseByKind['near-topic'] ?? 0).toBeLessThanOrEqual(floor.nearTopics)
})

test('nothing is shown twice in one segment', () => {
  for (const { kept, cases } of sets) {
    const { shown, repeats } = simulateSessions(kept, cases.filter(isWanted).slice(0, 60))
    expect(shown).toBeGreaterThan(10)
    expect(repeats).toBe(0)
  }
})

test('there are as many prompts that want nothing, of every kind', () => {
  const cases = sets.find(({ name }) => name === 'hand-made')?.cases ?? []
  const count = (kind: RecallCase['kind']): number => cases.filter(one => one.kind === kind).length
  expect(count('new-topic') + count('near-topic')).toBeGreaterThanOrEqual(2 * count('wanted'))
  expect(count('near-topic')).toBeGreaterThanOrEqual(count('wanted'))
  expect(count('other-project')).toBe(count('wanted'))
  expect(count('chit-chat')).toBeGreaterThan(40)
})

function isWanted({ kind }: RecallCase): boolean {
  return kind === 'wanted'
}
