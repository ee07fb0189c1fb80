import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE } from '../../test/temp-tree.ts'
import { findRoots, type RootEnvironment } from './roots.ts'

/** Roots as `from path`, paths relative to the home folder. */
function checkRoots(env: RootEnvironment, expected: readonly string[], problems: readonly string[] = []): void {
  const found = findRoots(env)
  expect(found.roots.map(root => `${root.from} ${relative(env.home, root.path)}`)).toEqual(expected)
  expect(found.problems.map(problem => `${problem.code} ${relative(env.home, problem.path)}`)).toEqual(problems)
}

const LINES = makeLines(ONE)

test('finds the default folders that exist and says nothing of those that do not', () => {
  const home = makeTree({ [`.claude/projects/p/${ONE}.jsonl`]: LINES, '.config/claude/projects/p/x.jsonl': LINES })
  checkRoots(machineAt(home), ['home .claude/projects', 'xdg .config/claude/projects'])
  checkRoots(machineAt(makeTree({ '.claude/settings.json': '{}' })), [])
})

test('takes XDG_CONFIG_HOME and the Windows profile where they are set', () => {
  const home = makeTree({ 'xdg/claude/projects/a/a.jsonl': LINES, 'profile/.claude/projects/b/b.jsonl': LINES })
  const variables = { XDG_CONFIG_HOME: join(home, 'xdg'), USERPROFILE: join(home, 'profile') }
  checkRoots(machineAt(home, { variables, platform: 'win32' }), [
    'xdg xdg/claude/projects',
    'windows-profile profile/.claude/projects',
  ])
})

test('lists a folder once that is reached in two ways', () => {
  const home = makeTree({ [`.claude/projects/p/${ONE}.jsonl`]: LINES, '.config/claude': { link: '../.claude' } })
  const variables = { USERPROFILE: home }
  checkRoots(machineAt(home, { variables }), ['home .claude/projects'])
})

test('CLAUDE_CONFIG_DIR is a comma list that replaces the defaults', () => {
  const home = makeTree({
    [`.claude/projects/p/${ONE}.jsonl`]: LINES,
    'one/projects/p/a.jsonl': LINES,
    'two/projects/p/b.jsonl': LINES,
  })
  const variables = { CLAUDE_CONFIG_DIR: ` ${join(home, 'one')}, ~/two/projects ,~/gone` }
  checkRoots(
    machineAt(home, { variables }),
    ['CLAUDE_CONFIG_DIR one/projects', 'CLAUDE_CONFIG_DIR two/projects'],
    ['missing gone'],
  )
})

test('a named root replaces everything, and may be a config, projects or project folder, a link or a file', () => {
  const home = makeTree({
    [`.claude/projects/p/${ONE}.jsonl`]: LINES,
    'link-to-config': { link: '.claude' },
    'other/projects/p/x.jsonl': LINES,
    'link-to-projects': { link: 'other/projects' },
    'kept/app/y.jsonl': LINES,
  })
  const variables = { CLAUDE_CONFIG_DIR: join(home, '.claude') }
  const override = ['link-to-config', 'link-to-projects', 'other/projects', 'kept', 'kept/app/y.jsonl']
  checkRoots(machineAt(home, { variables, override }), [
    'named link-to-config/projects',
    'named link-to-projects',
    'named kept',
    'named kept/app/y.jsonl',
  ])
})

test('knows the config folder above a projects folder, a project and a transcript, and none elsewhere', () => {
  const home = makeTree({ [`.claude/projects/p/${ONE}.jsonl`]: LINES, 'kept/y.jsonl': LINES })
  const override = ['.claude', '.claude/projects/p', `.claude/projects/p/${ONE}.jsonl`, 'kept']
  const { roots } = findRoots(machineAt(home, { override }))
  expect(roots.map(root => root.configPath)).toEqual([...Array(3).fill(join(home, '.claude')), undefined])
})

test('a named root that cannot be used is a problem, not an end', () => {
  const home = makeTree({ 'a/x.jsonl': LINES, loop: { link: 'loop' }, broken: { link: 'nowhere' }, file: 'text' })
  const override = ['loop', 'broken', 'file/below', 'gone', 'a']
  checkRoots(
    machineAt(home, { override }),
    ['named a'],
    ['link-loop loop', 'missing broken', 'not-a-folder file/below', 'missing gone'],
  )
})

test('finds the config folders of Claude Desktop on each platform, and does not look into uploads', () => {
  const session = 'local-agent-mode-sessions/account/organisation/local_1/.claude/projects/p/x.jsonl'
  const deeper = 'local-agent-mode-sessions/account/organisation/agent/local_2/.claude/projects/p/y.jsonl'
  const upload = 'local-agent-mode-sessions/account/organisation/uploads/.claude/projects/p/z.jsonl'
  const mac = 'Library/Application Support/Claude'
  const windows = 'AppData/Roaming/Claude'
  const store = 'AppData/Local/Packages/Claude_abc/LocalCache/Roaming/Claude'
  const home = makeTree({
    [`${mac}/${session}`]: LINES,
    [`${mac}/${deeper}`]: LINES,
    [`${mac}/${upload}`]: LINES,
    [`${windows}/${session}`]: LINES,
    [`${store}/${session}`]: LINES,
    [`.config/Claude/${session}`]: LINES,
  })
  const projects = (path: string) => path.replace(/\/p\/.\.jsonl$/, '')
  checkRoots(machineAt(home, { platform: 'darwin' }), [
    `desktop ${mac}/${projects(session)}`,
    `desktop ${mac}/${projects(deeper)}`,
  ])
  checkRoots(machineAt(home, { platform: 'win32' }), [
    `desktop ${windows}/${projects(session)}`,
    `desktop ${store}/${projects(session)}`,
  ])
  checkRoots(machineAt(home), [`desktop .config/Claude/${projects(session)}`])
})
