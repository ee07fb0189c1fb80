import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { type CallInput, weigh } from '../../test/work-lines.ts'
import { createFolderFinder } from './project.ts'
import { settleProjects } from './session-projects.ts'

/** The project it belongs to, then others it is found from; answers and calls, each with the folder of its line. */
function checkProjects(start: string, lines: readonly CallInput[], expected: readonly string[]): void {
  const { own, others } = settleProjects(start, weigh(lines), createFolderFinder())
  expect([own, ...others].map(({ path }) => path)).toEqual(expected)
}

const many = (count: number, line: CallInput): readonly CallInput[] => Array.from({ length: count }, () => line)

test('a session belongs to the project most worked in, and is found from where it began', () => {
  checkProjects('/work/a', [['/work/a'], ...many(3, ['/work/b'])], ['/work/b', '/work/a'])
  checkProjects('/work/a', [['/work/b']], ['/work/b', '/work/a'])
})

test('a short trip elsewhere does not move it, and is no place to find it from', () => {
  checkProjects('/work/a', [...many(9, ['/work/a']), ['/work/b'], ['/work/b']], ['/work/a'])
})

test('it is found from wherever it did a fifth of its work', () => {
  checkProjects('/work/a', [...many(8, ['/work/a']), ['/work/b'], ['/work/b']], ['/work/a', '/work/b'])
})

test('with as much work in both it stays where it began; of two others it takes neither for coming first', () => {
  checkProjects('/work/a', [['/work/b'], ['/work/a']], ['/work/a', '/work/b'])
  checkProjects('/work/a', [['/work/c'], ['/work/b']], ['/work/b', '/work/a', '/work/c'])
  checkProjects('/work/a', [], ['/work/a'])
})

test('files count for the repository they stand in, wherever the session is; changes more than looks', () => {
  const folder = makeTree({ 'a/.git/config': '', 'b/.git/config': '', 'b/src/deep/x.ts': '', 'plain/x': '' })
  const [a, b] = [join(folder, 'a'), join(folder, 'b')]
  const file_path = join(b, 'src/deep/x.ts')
  checkProjects(a, [[a], [a], [a, 'Edit', { file_path }]], [b, a])
  checkProjects(a, [[a], [a], [a, 'Read', { file_path }]], [a, b])
  checkProjects(a, [[a], [a, 'Bash', { command: `cd ${b}/src && make` }], [a, 'Grep', { path: b }]], [b, a])
  // Nobody's: neither in a repository nor in a folder that the session was in.
  checkProjects(a, [[a], ...many(9, [a, 'Write', { file_path: join(folder, 'plain/x') }])], [a])
})

test('plans and memory of the client are no work on where it keeps them', () => {
  const home = makeTree({ '.claude/.git/config': '', '.claude/plans/x.md': '', 'a/.git/config': '' })
  const [a, file_path] = [join(home, 'a'), join(home, '.claude/plans/x.md')]
  checkProjects(a, [[a], ...many(9, [a, 'Edit', { file_path }])], [a])
})

test('a subfolder of a repository, a worktree and a clone are the same project', () => {
  const folder = makeTree({
    'app/.git/config': '',
    'app/.git/worktrees/fix/commondir': '../..\n',
    'app/src/x.ts': '',
    'trees/fix/.git': 'gitdir: ../../app/.git/worktrees/fix\n',
  })
  const app = join(folder, 'app')
  checkProjects(app, many(5, [join(app, 'src')]), [app])
  checkProjects(app, many(5, [join(folder, 'trees/fix')]), [app])
  checkProjects(app, many(5, [join(app, '.claude/worktrees/gone/src')]), [app])
})

test('a subfolder of a folder that is gone, or of no repository, is the same project; one of a home is not', () => {
  checkProjects('/work/a', many(5, ['/work/a/types']), ['/work/a'])
  checkProjects('C:\\work\\a', many(5, ['C:\\work\\a\\types']), ['C:\\work\\a'])
  checkProjects('/work/a', many(5, ['/work/ab']), ['/work/ab', '/work/a'])
  checkProjects('/home/dev', many(5, ['/home/dev/app']), ['/home/dev/app', '/home/dev'])
})

test('a repository inside another folder is a project of its own', () => {
  const folder = makeTree({ 'work/x': '', 'work/app/.git/config': '' })
  const [work, app] = [join(folder, 'work'), join(folder, 'work/app')]
  checkProjects(work, [[work], ...many(2, [work, 'Edit', { file_path: join(app, 'x.ts') }])], [app, work])
})

test('the order in which threads were read decides nothing', () => {
  checkProjects('/s', [['/b/x'], ['/b']], ['/b', '/s'])
  checkProjects('/s', [['/b'], ['/b/x']], ['/b', '/s'])
})
