import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree, type TreeItem } from '../../test/temp-tree.ts'
import { readBranch } from './read-branch.ts'

function check(files: { readonly [path: string]: TreeItem }, expected: string | undefined): void {
  expect(readBranch(join(makeTree({ 'app/src/x': '', ...files }), 'app', 'src'))).toBe(expected)
}

test('finds the branch from a folder below', () =>
  check({ 'app/.git/HEAD': 'ref: refs/heads/feature/tomatoes\n' }, 'feature/tomatoes'))
test('follows the file of a worktree', () =>
  check(
    { 'app/.git': 'gitdir: ../main/.git/worktrees/app\n', 'main/.git/worktrees/app/HEAD': 'ref: refs/heads/x\n' },
    'x',
  ))
test('knows no branch on a commit, in a damaged repository or outside of any', () => {
  check({ 'app/.git/HEAD': '0123456789abcdef0123456789abcdef01234567\n' }, undefined)
  check({ 'app/.git/HEAD/x': '' }, undefined)
  check({ 'app/.git': 'gitdir: /nowhere\n' }, undefined)
  check({ 'app/.git/config': '' }, undefined)
  expect(readBranch(undefined)).toBeUndefined()
  expect(readBranch('relative')).toBeUndefined()
  expect(readBranch('/no/such/folder')).toBeUndefined()
})
