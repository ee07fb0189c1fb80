import { expect, test } from 'vitest'
import { type CallInput, weigh } from '../../test/work-lines.ts'
import type { KeptProjects } from '../archive/manifest-record.ts'
import { createFolderFinder } from '../source/project.ts'
import { settleProject } from './settle-project.ts'

const FOLDER = '/config/projects/-work-a'
const A = { path: '/work/a', name: 'rocket', remote: 'github.com/acme/rocket' }
const B = { path: '/work/b', name: 'b', remote: undefined }

/** Folders that are gone: what is known of them is what was kept. */
function settle(lines: readonly CallInput[], kept: KeptProjects | undefined, isFromArchive = false): KeptProjects {
  const session = { cwds: lines.map(([cwd]) => cwd), work: weigh(lines) }
  return settleProject({ session, folder: FOLDER, kept, isFromArchive, find: createFolderFinder() })
}

test('what was kept when a session had one project is that of the folder it began in', () => {
  for (const isFromArchive of [false, true]) {
    expect(settle([['/work/a'], ['/work/b'], ['/work/b']], A, isFromArchive)).toEqual({ ...B, others: [A] })
    expect(settle([['/work/a']], A, isFromArchive)).toEqual(A)
  }
  const elsewhere = { ...A, path: '/real/a' }
  expect(settle([['/work/a']], elsewhere)).toEqual({ ...elsewhere, links: [['/work/a', '/real/a']] })
})

test('what was kept of several stays theirs, also by the folders that led there', () => {
  const kept = { ...A, others: [B], links: [['/trees/fix', '/work/a'] as const] }
  const lines: readonly CallInput[] = [
    ['/work/b'],
    ['/trees/fix'],
    ['/trees/fix', 'Edit', { file_path: '/trees/fix/src/x' }],
  ]
  expect(settle(lines, kept)).toEqual(kept)
  expect(settle(lines, kept, true)).toEqual(kept)
})

test('going on from what was kept gives the same as reading all at once', () => {
  const cases: readonly (readonly CallInput[])[] = [
    [['/home/dev'], ['/home/dev/app'], ['/home/dev/app']],
    [['/work/a'], ['/work/a/sub'], ['/work/a/sub']],
    [['/work/a'], ['/work/b'], ['/work/a/x', 'Edit', { file_path: '/work/b/src/x' }], ['/work/c'], ['/work/c']],
  ]
  for (const lines of cases) {
    let kept: KeptProjects | undefined
    for (let at = 1; at <= lines.length; at++) kept = settle(lines.slice(0, at), kept)
    expect(kept).toEqual(settle(lines, undefined))
  }
})

test('the folder of the transcripts was only a guess', () => {
  const guess = { path: FOLDER, name: '-work-a', remote: undefined }
  expect(settle([], undefined)).toEqual(guess)
  expect(settle([['/work/b']], guess)).toEqual(B)
})
