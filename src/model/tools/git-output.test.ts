import { expect, test } from 'vitest'
import { findCommits, findPullRequest, mayCommit, mayOpenPullRequest } from './git-output.ts'

function checkCommits(output: string, expected: readonly string[]): void {
  expect(findCommits(output).map(({ sha, branch, subject }) => `${branch} ${sha} ${subject}`)).toEqual(expected)
}

test('commits are read from the lines git prints', () => {
  checkCommits('[main 1a2b3c4] Add greeting\n 1 file changed', ['main 1a2b3c4 Add greeting'])
  checkCommits('hook ran\n[feat/a-b 1a2b3c4d] fix: it [now]\n', ['feat/a-b 1a2b3c4d fix: it [now]'])
  checkCommits('[main (root-commit) 1a2b3c4] First', ['main 1a2b3c4 First'])
  checkCommits('[detached HEAD 1a2b3c4] Pick', ['undefined 1a2b3c4 Pick'])
  checkCommits('[main 1a2b3c4] One\n[main 5d6e7f8] Two', ['main 1a2b3c4 One', 'main 5d6e7f8 Two'])
})

test('other lines in brackets are no commits', () => {
  checkCommits('[lint] $ golangci-lint run\n[1a2b3c4] x\n[main zzzzzzz] y\n  [main 1a2b3c4] indented', [])
  checkCommits('[', [])
})

test('a huge output costs one pass', () => {
  checkCommits('\n['.repeat(2_000_000), [])
})

test('only command lines that may commit are looked at', () => {
  expect(['git commit -m x', 'cd a && git -C b merge c', 'git rebase main', 'git pull'].every(mayCommit)).toBe(true)
  expect(['git status', 'npm run commit', 'echo commit'].some(mayCommit)).toBe(false)
  expect(mayOpenPullRequest('gh pr create --fill')).toBe(true)
  expect(mayOpenPullRequest('gh pr view 3')).toBe(false)
})

test('the pull request is the last address of one', () => {
  expect(findPullRequest('see https://github.com/a/b/pull/1\nhttps://git.example.com/c/d/pull/22\n')).toEqual({
    url: 'https://git.example.com/c/d/pull/22',
    number: 22,
    repository: 'c/d',
  })
  expect(findPullRequest('https://github.com/a/b/issues/1')).toBeUndefined()
})
