import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { findRoots, type Root } from '../source/roots.ts'
import { glance } from './glance.ts'
import { syncSources } from './sync.ts'

const OLD = new Date('2026-01-01T00:00:00Z')

function line(number: number, sessionId: string): string {
  const uuid = `${sessionId}-${number}`
  const timestamp = new Date(Date.parse('2026-01-01T00:00:00Z') + number * 1000).toISOString()
  return `${JSON.stringify({ type: 'user', uuid, sessionId, timestamp, message: { role: 'user', content: `word${number}` } })}\n`
}

async function makeWorld() {
  const home = makeTree({
    '.claude/projects/-a/s1.jsonl': line(1, 's1'),
    '.claude/projects/-b/s2.jsonl': line(2, 's2'),
  })
  const projects = join(home, '.claude/projects')
  for (const path of ['-a', '-b', '']) utimesSync(join(projects, path), OLD, OLD)
  const { roots } = findRoots({ home, platform: 'linux', variables: {}, workingFolder: home })
  const keepDir = join(home, 'keep')
  await syncSources({ keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 0 })
  return { keepDir, roots, projects }
}

function look({ keepDir, roots }: { keepDir: string; roots: readonly Root[] }): readonly string[] | undefined {
  return glance(keepDir, roots)?.map(({ path }) => path.split('/').at(-1) ?? '')
}

test('nothing changed: nothing is to be looked at', async () => {
  expect(look(await makeWorld())).toEqual([])
})

test('a session that grew is seen', async () => {
  const world = await makeWorld()
  appendFileSync(join(world.projects, '-b/s2.jsonl'), line(3, 's2'))
  expect(look(world)).toEqual(['-b'])
})

test('a new session is seen, and one that was deleted', async () => {
  const world = await makeWorld()
  writeFileSync(join(world.projects, '-a/s3.jsonl'), line(4, 's3'))
  rmSync(join(world.projects, '-b/s2.jsonl'))
  expect(look(world)).toEqual(['-a', '-b'])
})

test('a new project is seen', async () => {
  const world = await makeWorld()
  mkdirSync(join(world.projects, '-c'))
  writeFileSync(join(world.projects, '-c/s4.jsonl'), line(5, 's4'))
  expect(look(world)).toEqual(['-c'])
})

test('what a glance sees, a quick sync reads', async () => {
  const world = await makeWorld()
  mkdirSync(join(world.projects, '-c'))
  writeFileSync(join(world.projects, '-c/s4.jsonl'), line(5, 's4'))
  appendFileSync(join(world.projects, '-b/s2.jsonl'), line(3, 's2'))
  const { keepDir, roots } = world
  const quick = { keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 0, budgetMs: 5000 }
  const report = await syncSources({ ...quick, isGlance: true })
  expect([report.sessions.added, report.sessions.grown]).toEqual([1, 1])
  expect((await syncSources(quick)).sessions).toMatchObject({ added: 0, grown: 0 })
})

test('roots that no whole sync has seen cannot be judged at a glance', async () => {
  const { keepDir, roots } = await makeWorld()
  const [root] = roots
  expect(glance(keepDir, [{ ...(root as Root), path: '/elsewhere' }])).toBeUndefined()
})
