import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import {
  createProjectFinder,
  findProject,
  findRealFolder,
  listProjectPaths,
  matchesProject,
  type Project,
  projectKeyOf,
} from './project.ts'

const ORIGIN = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://me:secret@GitHub.com/acme/rocket.git\n'

/** `path` and `remote` that a directory of the tree gives, the path relative to the tree. */
function checkProject(folder: string, cwd: string, path: string, remote?: string): void {
  const project = findProject(join(folder, cwd))
  expect([project.path, project.remote]).toEqual([join(folder, path), remote])
}

test('a directory in a repository belongs to the repository', () => {
  const folder = makeTree({ 'app/.git/config': '[core]\n', 'app/src/deep/x.ts': '' })
  checkProject(folder, 'app/src/deep', 'app')
  checkProject(folder, 'app', 'app')
})

test('a directory outside any repository is a project itself', () => {
  const folder = makeTree({ 'notes/x.md': '' })
  expect(findProject(join(folder, 'notes'))).toEqual({ path: join(folder, 'notes'), name: 'notes', remote: undefined })
})

test('worktrees belong to the repository they share', () => {
  const folder = makeTree({
    'app/.git/config': ORIGIN,
    'app/.git/worktrees/fix/commondir': '../..\n',
    'trees/fix/.git': 'gitdir: ../../app/.git/worktrees/fix\n',
    'trees/fix/src/x.ts': '',
  })
  checkProject(folder, 'trees/fix/src', 'app', 'github.com/acme/rocket')
})

test('a submodule is a project of its own', () => {
  const folder = makeTree({
    'app/.git/config': '[core]\n',
    'app/.git/modules/lib/config': '[remote "origin"]\n\turl = git@example.com:acme/lib.git\n',
    'app/lib/.git': 'gitdir: ../.git/modules/lib\n',
  })
  checkProject(folder, 'app/lib', 'app/lib', 'example.com/acme/lib')
})

test('clones of one repository share a key, whatever address they were cloned from', () => {
  const spellings = [
    'https://github.com/acme/rocket',
    'https://token@github.com/acme/rocket.git/',
    'git@github.com:acme/rocket.git',
    'ssh://git@github.com:22/acme/rocket.git',
    'git://GitHub.com/acme/rocket.git',
  ]
  const keys = spellings.map(url => {
    const folder = makeTree({ 'clone/.git/config': `[remote "origin"]\n  url = ${url}\n` })
    return projectKeyOf(findProject(join(folder, 'clone')))
  })
  expect(new Set(keys)).toEqual(new Set(['remote github.com/acme/rocket']))
})

test('takes the only remote where none is called origin, and none of several', () => {
  const one = makeTree({ 'a/.git/config': '[remote "upstream"]\n\turl = /srv/git/a.git\n' })
  expect(findProject(join(one, 'a')).remote).toBe('/srv/git/a')
  const two = makeTree({ 'a/.git/config': '[remote "x"]\nurl = h:a/b\n[remote "y"]\nurl = hh:c/d\n' })
  expect(findProject(join(two, 'a')).remote).toBeUndefined()
})

test('a directory that is gone is a project itself, unless it was a worktree of the client', () => {
  const folder = makeTree({ 'app/.git/config': '[core]\n' })
  checkProject(folder, 'app/.claude/worktrees/quick-fox/src', 'app')
  checkProject(folder, 'app/gone', 'app/gone')
  const elsewhere = 'C:\\Users\\me\\app\\.claude\\worktrees\\fox'
  expect(findProject(elsewhere)).toEqual({ path: 'C:\\Users\\me\\app', name: 'app', remote: undefined })
})

test('does not touch network paths, relative paths and paths with NUL bytes', () => {
  for (const path of ['//server/share/app', '\\\\server\\share\\app', 'app', '/tmp/\0/app']) {
    expect(findProject(path)).toEqual({ path, name: 'app', remote: undefined })
  }
})

test('odd git files are no repository', () => {
  const folder = makeTree({ 'a/.git': 'nonsense', 'b/.git': { link: '.git' }, 'a/x': '', 'b/x': '' })
  checkProject(folder, 'a', 'a')
  checkProject(folder, 'b', 'b')
})

test('a finder gives the same answer without looking again', () => {
  const find = createProjectFinder()
  expect(find('/nowhere/x')).toBe(find('/nowhere/x'))
})

test('matches name, last part, path suffix and remote, in any case and with either slash', () => {
  const project: Project = { path: '/home/me/Work/rocket-main', name: 'Rocket', remote: 'github.com/acme/rocket' }
  const matching = ['rocket', 'ROCKET', 'rocket-main', 'work/rocket-main', 'Work\\Rocket-Main/', 'acme/rocket']
  const others = ['rock', 'ocket-main', 'main', 'work', '', '/', 'home/me']
  expect(matching.filter(text => matchesProject(project, text))).toEqual(matching)
  expect(others.filter(text => matchesProject(project, text))).toEqual([])
  const windows: Project = { path: 'C:\\Users\\Me\\App', name: 'App', remote: undefined }
  expect(matchesProject(windows, 'me/app')).toBe(true)
})

test('a clone of a repository on this machine belongs to that repository', () => {
  const folder = makeTree({ 'app/.git/config': '[core]\n' })
  const url = join(folder, 'app')
  const clone = makeTree({ 'copy/.git/config': `[remote "origin"]\n  url = ${url}\n` })
  expect(findProject(join(clone, 'copy')).path).toBe(url)
})

test('two clones that name each other come to an end', () => {
  const folder = makeTree({
    'a/.git/config': '[remote "origin"]\n  url = ../b\n',
    'b/.git/config': '[remote "origin"]\n  url = ../a\n',
  })
  expect(findProject(join(folder, 'a')).path.startsWith(folder)).toBe(true)
})

/** Both names of a folder are one project, and what was kept under the name of the link is found from there. */
function checkSame(
  folder: string,
  { link, real }: { readonly link: string; readonly real: string },
  name: string,
): void {
  const [byLink, byReal] = [findProject(join(folder, link)), findProject(join(folder, real))]
  const { path, remote } = byReal
  expect([byLink.path, byLink.name, byLink.remote]).toEqual([path, byReal.name, remote])
  expect(projectKeyOf(byLink)).toBe(projectKeyOf(byReal))
  expect(byReal.otherNames).toBeUndefined()
  expect(listProjectPaths(byLink)).toEqual([path, join(folder, name)])
}

test('a folder that a link leads to is the same project by either name, with and without git, and below it', () => {
  const folder = makeTree({
    'plain/x': '',
    'bare/.git/config': '[core]\n',
    'bare/src/deep/x': '',
    'shared/.git/config': ORIGIN,
    'shared/src/x': '',
    'my/plain': { link: '../plain' },
    'my/bare': { link: '../bare' },
    'my/shared': { link: '../shared' },
    again: { link: 'my' },
  })
  checkSame(folder, { link: 'my/plain', real: 'plain' }, 'my/plain')
  checkSame(folder, { link: 'my/bare', real: 'bare' }, 'my/bare')
  checkSame(folder, { link: 'my/bare/src/deep', real: 'bare/src/deep' }, 'my/bare')
  checkSame(folder, { link: 'my/shared/src', real: 'shared/src' }, 'my/shared')
  checkSame(folder, { link: 'again/bare/src', real: 'bare' }, 'again/bare')
  expect(findProject(join(folder, 'my/bare'))).toMatchObject({ path: join(folder, 'bare'), name: 'bare' })
})

test('a link into a repository belongs to it, one out of it does not: as git has it', () => {
  const folder = makeTree({
    'app/.git/config': '[core]\n',
    'app/src/x': '',
    'notes/x': '',
    short: { link: 'app/src' },
    'app/notes': { link: '../notes' },
  })
  checkProject(folder, 'short', 'app')
  expect(findProject(join(folder, 'short')).otherNames).toBeUndefined()
  checkProject(folder, 'app/notes', 'notes')
  expect(findProject(join(folder, 'app/notes')).otherNames).toEqual([join(folder, 'app/notes')])
})

test('a worktree belongs to its repository by whatever links either is reached', () => {
  const folder = makeTree({
    'disk/app/.git/config': '[core]\n',
    'disk/app/.git/worktrees/fix/commondir': '../..\n',
    home: { link: 'disk' },
    'trees/fix/.git': 'gitdir: ../../home/app/.git/worktrees/fix\n',
    'trees/fix/src/x': '',
    tree: { link: 'trees/fix' },
  })
  for (const cwd of ['trees/fix', 'trees/fix/src', 'tree', 'tree/src', 'home/app/.claude/worktrees/gone/src']) {
    const project = findProject(join(folder, cwd))
    expect([cwd, project.path, project.otherNames]).toEqual([cwd, join(folder, 'disk/app'), [join(folder, 'home/app')]])
  }
  checkProject(folder, 'disk/app', 'disk/app')
})

test('what is gone, leads nowhere or is no folder stays as it is written', () => {
  const folder = makeTree({
    'app/.git/config': '[core]\n',
    link: { link: 'app' },
    dangling: { link: 'nowhere' },
    circle: { link: 'circle' },
    file: '',
  })
  for (const cwd of ['link/gone', 'dangling', 'circle', 'file']) {
    const path = join(folder, cwd)
    expect([cwd, findRealFolder(path)]).toEqual([cwd, undefined])
    expect(findProject(path)).toEqual({ path, name: cwd.split('/').at(-1), remote: undefined })
  }
})

test('a path of another machine is taken as it is written, and one of this machine without what is too much in it', () => {
  for (const path of ['C:\\Users\\me\\app\\', 'C:/Users/me/../app', '//server/share/./app', 'app/'])
    expect(findProject(path).path).toBe(path)
  const folder = makeTree({ 'app/x': '' })
  for (const path of ['app/', 'app//', './app', 'app/.', 'app/../app'])
    expect([path, findProject(`${folder}/${path}`)]).toEqual([
      path,
      { path: join(folder, 'app'), name: 'app', remote: undefined },
    ])
  expect(findProject('/gone//x/').path).toBe('/gone/x')
  expect(findProject('/').path).toBe('/')
})

test('is also named by the links that lead to it', () => {
  const folder = makeTree({ 'disk/x1/y': '', secret: { link: 'disk/x1' } })
  const project = findProject(join(folder, 'secret'))
  expect(['secret', 'x1', join(folder, 'secret')].filter(text => matchesProject(project, text))).toHaveLength(3)
  expect(matchesProject(findProject(join(folder, 'disk/x1')), 'secret')).toBe(false)
})
