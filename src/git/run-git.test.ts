import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRepository } from '../../test/git-repository.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { createGit, type GitAnswer, type GitProgram } from './run-git.ts'

/** A script that is called instead of git. */
function makeScript(script: string): string {
  const path = join(makeTree({ git: `#!/bin/sh\n${script}\n` }), 'git')
  chmodSync(path, 0o755)
  return path
}

function run(program: Partial<GitProgram>, folder: string, args: readonly string[] = []): Promise<GitAnswer> {
  return createGit({ program: 'git', env: { PATH: process.env.PATH }, timeoutMs: 5000, ...program }).run(folder, args)
}

test('a program that is missing, refuses or takes too long is an answer', async () => {
  const folder = makeTree({})
  expect(await run({ program: '/nowhere/git' }, folder)).toMatchObject({ ok: false, why: 'not-started' })
  expect(await run({ program: makeScript('echo no >&2; exit 3') }, folder)).toEqual({
    ok: false,
    why: 'refused',
    message: 'no',
  })
  expect(await run({ program: makeScript('exec sleep 5'), timeoutMs: 50 }, folder)).toMatchObject({
    ok: false,
    why: 'too-slow',
  })
})

test('variables of a git that started us do not lead to its repository', async () => {
  const { folder } = makeRepository(makeTree({}))
  const env = { PATH: process.env.PATH, GIT_DIR: '/nowhere', GIT_WORK_TREE: '/nowhere' }
  expect(await run({ env }, folder, ['rev-parse', '--show-toplevel'])).toEqual({ ok: true, out: `${folder}\n` })
})

test('what git says is English, and nothing is locked or fetched', async () => {
  const program = makeScript('echo "$LC_ALL $GIT_OPTIONAL_LOCKS $GIT_ALLOW_PROTOCOL"')
  expect(await run({ program, env: { LC_ALL: 'de_DE' } }, makeTree({}))).toEqual({ ok: true, out: 'C 0 none\n' })
})
