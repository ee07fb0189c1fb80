import { expect, test } from 'vitest'
import { makeRepository } from '../../test/git-repository.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { blameLine, parseBlame } from './blame-line.ts'
import { findWorkTree, type PlaceInTree } from './find-work-tree.ts'
import { listOldNames, parseRenames } from './list-old-names.ts'
import { createGit } from './run-git.ts'

const git = createGit({ program: 'git', env: { PATH: process.env.PATH }, timeoutMs: 5000 })

function makeHistory(): PlaceInTree {
  const repository = makeRepository(makeTree({}))
  repository.write('a b.txt', 'one\ntwo\nthree\n')
  repository.commit('First\n\nMore about it', '2026-03-01T10:00:00Z')
  repository.git('mv', '--', 'a b.txt', '-c.txt')
  repository.commit('Second', '2026-03-02T10:00:00Z')
  repository.write('-c.txt', 'one\ntwo\nthree\nfour\n')
  return findWorkTree(`${repository.folder}/-c.txt`) as PlaceInTree
}

test('a line leads to its commit, through renames and names that look like options', async () => {
  const place = makeHistory()
  expect(place.path).toBe('-c.txt')
  expect(await blameLine(git, place, 2)).toMatchObject({
    found: 'commit',
    blame: { summary: 'First', author: 'Ada', at: Date.parse('2026-03-01T10:00:00Z') },
  })
  expect(await blameLine(git, place, 4)).toEqual({ found: 'uncommitted' })
  expect(await blameLine(git, place, 5)).toMatchObject({ found: 'nothing', answer: { why: 'refused' } })
})

test('a file is known by the names it had', async () => {
  expect(await listOldNames(git, makeHistory())).toEqual(['a b.txt'])
})

test('a folder without a repository has no working tree', () => {
  const folder = makeTree({ 'a.txt': '' })
  expect(findWorkTree(`${folder}/a.txt`)).toBeUndefined()
  expect(findWorkTree(`${folder}/nowhere.txt`)).toBeUndefined()
})

test('output that git never prints is no answer', () => {
  for (const out of ['', 'fatal: no', '\0\0']) expect(parseBlame(out)).toMatchObject({ found: 'nothing' })
  for (const out of ['', 'R100', 'R100\0', 'R100\0a', 'M\0a\0b']) expect(parseRenames(out)).toEqual([])
})
