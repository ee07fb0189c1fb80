import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepScripts, writeScript } from '../../../../test/lookup-world.ts'
import { makeTree, ONE, THREE, TWO } from '../../../../test/temp-tree.ts'
import { reply, tellUsage, tokensByKey } from '../../../../test/usage-script.ts'
import type { IndexedKeep } from '../../indexed-keep.ts'

const ORIGIN = '[remote "origin"]\n\turl = https://github.com/dev/orchard.git\n'
const tree = makeTree({ 'old/.git/config': ORIGIN, 'new/.git/config': ORIGIN })
const [OLD, NEW] = [join(tree, 'old'), join(tree, 'new')]
const FOUR = '44444444-4444-4444-8444-444444444444'

let keep: IndexedKeep

beforeAll(async () => {
  const session = (sessionId: string, cwd: string, day: number) =>
    writeScript({ sessionId, cwd, mark: sessionId.slice(0, 9), startedAt: `2026-03-0${day}T10:00:00.000Z` })
  keep = await keepScripts({
    [`projects/a/${ONE}.jsonl`]: session(ONE, OLD, 1)
      .prompt('Plant apples')
      .line({ ...reply('1', 1), gitBranch: 'apples' })
      .line({ ...reply('2', 2), gitBranch: 'main' }).lines,
    [`projects/b/${TWO}.jsonl`]: session(TWO, NEW, 2)
      .prompt('Prune apples')
      .line({ ...reply('3', 4), gitBranch: 'apples' }).lines,
    [`projects/c/${THREE}.jsonl`]: session(THREE, '/home/dev/shed', 3)
      .line({ ...reply('4', 8), gitBranch: 'apples' })
      .line({ ...reply('5', 16), gitBranch: undefined }).lines,
    [`projects/c/${FOUR}.jsonl`]: session(FOUR, '/home/dev/shed', 4).prompt('Nothing was answered').lines,
  })
})

describe('usage by project', () => {
  test('clones are one project, named as in the session active last', () => {
    const report = tellUsage(keep, 'projects')
    expect(tokensByKey(report)).toEqual({ [NEW]: 1 + 2 + 4, '/home/dev/shed': 8 + 16 })
    expect(report.rows.map(({ label, about }) => [label, about])).toEqual([
      ['shed', { remote: null, sessions: 1 }],
      ['orchard', { remote: 'github.com/dev/orchard', sessions: 2 }],
    ])
  })
})

describe('usage by branch', () => {
  test('a branch of clones is one, and one of that name elsewhere another', () => {
    const report = tellUsage(keep, 'branches')
    expect(tokensByKey(report)).toEqual({
      [`${NEW}:apples`]: 1 + 4,
      [`${NEW}:main`]: 2,
      '/home/dev/shed:apples': 8,
      '-': 16,
    })
    expect(report.rows.find(({ key }) => key === `${NEW}:apples`)).toMatchObject({
      label: 'apples',
      about: { project: 'orchard', projectPath: NEW, branch: 'apples', sessions: 2 },
    })
  })
})

describe('usage by session', () => {
  test('rows are sessions with requests, told by title', () => {
    const report = tellUsage(keep, 'sessions')
    expect(tokensByKey(report)).toEqual({ [ONE]: 3, [TWO]: 4, [THREE]: 24 })
    expect(report.rows.find(({ key }) => key === ONE)).toMatchObject({
      label: 'Plant apples',
      about: {
        project: 'orchard',
        projectPath: OLD,
        branch: 'main',
        turns: 1,
        toolCalls: 0,
        subagents: 0,
        compactions: 0,
      },
    })
    expect(report.rows.find(({ key }) => key === THREE)?.label).toBe('Untitled session')
  })

  test('what stands before the first prompt has a row of its own among prompts', () => {
    const row = tellUsage(keep, 'prompts').rows.find(({ key }) => key === `${THREE}:0`)
    expect(row).toMatchObject({ label: '(before the first prompt)', totalTokens: 24 })
  })
})
