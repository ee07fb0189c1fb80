import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { writeHandSet } from './hand-set.ts'
import { type KeptFolder, keepFolder } from './keep-folder.ts'
import { KINDS, makeKnownItems } from './known-items.ts'
import { MessageIndex } from './message-index.ts'
import { makeNegatives } from './negatives.ts'
import { readMessages } from './read-messages.ts'
import { makeStressors } from './stressors.ts'
import { uuidOf } from './write-script.ts'

let kept: KeptFolder

beforeAll(async () => {
  const folder = makeTree({})
  writeHandSet(join(folder, 'claude'))
  kept = await keepFolder(join(folder, 'claude'), join(folder, 'keep'))
})
afterAll(() => kept.close())

test('hand-made sessions are transcripts without a line that is not understood', () => {
  const totals = 'SELECT count(*) AS sessions, sum(unreadable) AS unreadable, sum(unknown) AS unknown FROM sessions'
  expect(kept.keep.store.get(totals)).toEqual({ sessions: 46, unreadable: 0, unknown: 0 })
})

test('facts of every kind become questions, the same for the same seed', () => {
  const { items } = makeKnownItems(kept.keep, { seed: 1, perKind: 8 })
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(KINDS))
  expect(makeKnownItems(kept.keep, { seed: 1, perKind: 8 }).items).toEqual(items)
  expect(makeKnownItems(kept.keep, { seed: 2, perKind: 8 }).items).not.toEqual(items)
})

test('all sessions that hold a fact are right answers', () => {
  const { items } = makeKnownItems(kept.keep, { seed: 1, perKind: 500 })
  const shared = items.find(({ kind, keyword }) => kind === 'path' && keyword.text === 'deployment.yaml')
  const sessions = new Set(shared?.keyword.golds.map(gold => gold.sessionId))
  expect(sessions).toEqual(new Set([uuidOf('infra-oom-pods'), uuidOf('infra-dns-ndots')]))
  expect(shared?.filter?.text).toBe('file:deployment.yaml')
  const sha = items.find(({ kind, keyword }) => kind === 'commit' && keyword.text === '4be71d0')
  expect(sha?.sentence.golds).toEqual([{ sessionId: uuidOf('ledger-stampede'), agent: '', turn: 2 }])
})

test('a stressor changes each question and keeps what answers it', () => {
  const index = new MessageIndex([...readMessages(kept.keep)])
  const { items } = makeKnownItems(kept.keep, { seed: 1, perKind: 20 })
  const stressors = makeStressors(index, items, { seed: 1, perStressor: 20 })
  expect(stressors.map(({ name }) => name)).toContain('camel ↔ snake')
  for (const { name, plain, stressed } of stressors) {
    expect(plain.length, name).toBeGreaterThan(5)
    stressed.forEach((question, i) => {
      expect(question.text, name).not.toBe(plain[i]?.text)
      expect(question.golds.length, name).toBeGreaterThan(0)
    })
  }
})

test('questions about what is not there fit no message', () => {
  const index = new MessageIndex([...readMessages(kept.keep)])
  const negatives = makeNegatives(600, index)
  expect(negatives).toHaveLength(600)
  expect(new Set(negatives).size).toBe(600)
})
