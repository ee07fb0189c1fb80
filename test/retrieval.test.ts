/**
 * What search must find, as floors a little under what is measured: docs/search.md has the whole tables, made by
 * `npm run bench:retrieval`.
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Score } from '../bench/retrieval/evaluate.ts'
import { paraphraseQuestions, writeHandSet } from '../bench/retrieval/hand-set.ts'
import { keepFolder } from '../bench/retrieval/keep-folder.ts'
import { measureFolder } from '../bench/retrieval/measure-folder.ts'
import type { FolderReport, StressReport } from '../bench/retrieval/report.ts'
import { makeTree } from './temp-tree.ts'

let report: FolderReport

beforeAll(async () => {
  const folder = makeTree({})
  writeHandSet(join(folder, 'claude'))
  const kept = await keepFolder(join(folder, 'claude'), join(folder, 'keep'))
  const paraphrases = paraphraseQuestions()
  report = await measureFolder(kept, { name: 'hand-made', seed: 1, perKind: 12, paraphrases, isAlone: true })
  kept.close()
}, 60_000)

function scoreOf(set: string): Score {
  const score = report.sets.find(found => found.set === set)?.scores.backscroll
  if (!score) throw new Error(`${set} was not measured`)
  return score
}

function stressOf(name: string): StressReport {
  const found = report.stressors.find(({ stressor }) => stressor === name)
  if (!found) throw new Error(`${name} was not measured`)
  return found
}

function checkCost(name: string, points: number): void {
  const { plain, stressed } = stressOf(name)
  expect(plain.questions).toBeGreaterThan(5)
  expect(plain.hit5 - stressed.hit5).toBeLessThanOrEqual(points)
}

describe('search finds', () => {
  test('what is known to be there, by keywords, by a sentence and by a filter', () => {
    expect(scoreOf('known items, keyword').questions).toBeGreaterThan(60)
    expect(scoreOf('known items, keyword').hit5).toBeGreaterThanOrEqual(98)
    expect(scoreOf('known items, keyword').hit1).toBeGreaterThanOrEqual(95)
    expect(scoreOf('known items, sentence').hit5).toBeGreaterThanOrEqual(97)
    expect(scoreOf('known items, sentence').hit1).toBeGreaterThanOrEqual(93)
    expect(scoreOf('known items, filter').hit5).toBe(100)
  })

  test('by a sentence nearly what it finds by keywords', () => {
    expect(scoreOf('known items, keyword').hit5 - scoreOf('known items, sentence').hit5).toBeLessThanOrEqual(5)
  })

  test('the turn, and shows the line that answers', () => {
    expect(scoreOf('known items, keyword').place5).toBeGreaterThanOrEqual(90)
    expect(scoreOf('known items, keyword').snippet).toBeGreaterThanOrEqual(90)
    expect(scoreOf('known items, sentence').snippet).toBeGreaterThanOrEqual(90)
  })

  test('sessions by questions in other words', () => {
    expect(scoreOf('paraphrase').questions).toBeGreaterThanOrEqual(60)
    expect(scoreOf('paraphrase').hit1).toBeGreaterThanOrEqual(50)
    expect(scoreOf('paraphrase').hit5).toBeGreaterThanOrEqual(85)
  })

  test.each([
    ['typo', 9],
    ['typo in the only word', 10],
    ['word form', 5],
    ['stop words', 7],
    ['absent word', 7],
    ['identifier as words', 9],
    ['camel ↔ snake', 7],
    ['beginning of an identifier', 9],
    ['path, last two parts', 7],
    ['path, folder and name', 7],
    ['path, name without extension', 7],
    ['phrase', 0],
    ['CJK piece', 0],
  ])('nearly as much in spite of: %s', (name, points) => checkCost(name, points))

  test('nothing that it claims to be sure of where there is nothing', () => {
    expect(report.negatives).toBeGreaterThan(150)
    expect(report.falseConfidence).toBeLessThanOrEqual(3)
  })
})
