import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandsOf, EVENTS, type InstallHome, makeInstallHome, PROGRAM } from './install-home.ts'
import { makeTree, type TreeItem } from './temp-tree.ts'

const SETTINGS = '.claude/settings.json'
const STATE = '.claude.json'
const TARGET = 'dotfiles/claude/settings.json'
const MINE = '{\n   "env": {"A": "b"},\n   "hooks": {}\n}\n'
const LINKED = { [SETTINGS]: { link: `../${TARGET}` }, [TARGET]: MINE }
const OURS = Object.fromEntries(EVENTS.map(event => [event, [`${PROGRAM} hook ${event}`]]))

function isLink({ home }: InstallHome, path: string): boolean {
  return lstatSync(join(home, path)).isSymbolicLink()
}

/** Every file below a folder, those of git left out. */
function listFiles({ home }: InstallHome, folder: string): readonly string[] {
  const all = readdirSync(join(home, folder), { recursive: true, withFileTypes: true })
  return all
    .filter(item => item.isFile() && !item.parentPath.includes('.git'))
    .map(({ name }) => name)
    .sort()
}

describe('settings of one’s own that are a link to another folder', () => {
  test('are changed where they stand, and the link stays', async () => {
    const home = makeInstallHome(LINKED)
    const { code, err } = await home.run(['install', '--yes'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(readlinkSync(join(home.home, SETTINGS))).toBe(`../${TARGET}`)
    expect(isLink(home, TARGET)).toBe(false)
    expect(commandsOf(home.json(TARGET))).toEqual(OURS)
    expect((await home.run(['install'])).out).toContain('Everything is there already')
  })
  test('are given back to the byte', async () => {
    const home = makeInstallHome({ ...LINKED, [STATE]: { link: 'dotfiles/state.json' }, 'dotfiles/state.json': '{ }' })
    await home.run(['install', '--yes', '--recall', 'file'])
    expect(home.read('dotfiles/state.json')).toContain('"mcp"')
    const { code, out } = await home.run(['uninstall', '--yes'])
    expect(code).toBe(0)
    expect(out).toContain('~/.claude.json (a link to ~/dotfiles/state.json)')
    expect([home.read(TARGET), home.read('dotfiles/state.json')]).toEqual([MINE, '{ }'])
    expect([isLink(home, SETTINGS), isLink(home, STATE)]).toEqual([true, true])
  })
  test('are shown with the place they lead to, before anything is written and after', async () => {
    const home = makeInstallHome(LINKED)
    const said = '~/.claude/settings.json (a link to ~/dotfiles/claude/settings.json)'
    const dry = await home.run(['install', '--dry-run'])
    expect(dry.out.split('\n')[0]).toBe(said)
    expect(home.read(TARGET)).toBe(MINE)
    const json = JSON.parse((await home.run(['--json', 'install', '--dry-run'])).out)
    expect(json.files.map(({ path, leadsTo }: { path: string; leadsTo: unknown }) => [path, leadsTo])).toEqual([
      [join(home.home, SETTINGS), join(home.home, TARGET)],
      [join(home.home, STATE), null],
    ])
    expect((await home.run(['install', '--yes'])).out).toContain(
      `Written: ${said} (as it was: ~/.claude/settings.json.`,
    )
  })
  test('leave a copy beside the link, and nothing in the folder of dotfiles', async () => {
    const home = makeInstallHome({ ...LINKED, 'dotfiles/.git/HEAD': '' })
    await home.run(['install', '--yes'])
    const [copy = ''] = home.copies('.claude')
    expect(readFileSync(join(home.home, '.claude', copy), 'utf8')).toBe(MINE)
    expect(listFiles(home, 'dotfiles')).toEqual(['settings.json'])
  })
  test('that stand in a folder of dotfiles as a whole leave the copy where nobody commits it', async () => {
    const home = makeInstallHome({ 'dotfiles/.git/HEAD': '', [TARGET]: MINE })
    renameSync(join(home.home, '.claude'), join(home.home, 'old'))
    symlinkSync('dotfiles/claude', join(home.home, '.claude'))
    const { out } = await home.run(['install', '--yes'])
    expect(commandsOf(home.json(TARGET))).toEqual(OURS)
    expect(out).toContain('Written: ~/.claude/settings.json (as it was: ~/.local/share/backscroll/settings-backups/')
    expect(listFiles(home, 'dotfiles')).toEqual(['settings.json'])
    await home.run(['uninstall', '--yes'])
    expect(home.read(TARGET)).toBe(MINE)
  })
  test('in a home that is a repository itself leave the copy beside them', async () => {
    const home = makeInstallHome({ '.git/HEAD': '', [SETTINGS]: MINE })
    await home.run(['install', '--yes'])
    expect(home.copies('.claude')).toHaveLength(1)
  })
  test('are changed once where the links of two clients lead to them', async () => {
    const home = makeInstallHome({
      ...LINKED,
      'second/settings.json': { link: `../${TARGET}` },
      'second/projects/x': '',
    })
    const env = { CLAUDE_CONFIG_DIR: [join(home.home, '.claude'), join(home.home, 'second')].join(',') }
    const { code, err } = await home.run(['install', '--yes'], { env })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(commandsOf(home.json(TARGET))).toEqual(OURS)
    expect((await home.run(['install'], { env })).out).toContain('Everything is there already')
    expect((await home.run(['uninstall', '--yes'], { env })).code).toBe(0)
    expect(home.read(TARGET)).toBe(MINE)
  })
  test('are not taken away by `uninstall` from under a link, though `install` made the file', async () => {
    const home = makeInstallHome()
    await home.run(['install', '--yes', '--only', 'hooks'])
    mkdirSync(join(home.home, 'second', 'projects'), { recursive: true })
    symlinkSync(`../${SETTINGS}`, join(home.home, 'second', 'settings.json'))
    const env = { CLAUDE_CONFIG_DIR: join(home.home, 'second') }
    expect((await home.run(['uninstall', '--yes'], { env })).code).toBe(0)
    expect(home.json(SETTINGS)).toEqual({})
  })
})

describe('a link is refused, and nothing is changed,', () => {
  async function checkRefused(files: { readonly [path: string]: TreeItem }, args: readonly string[], why: RegExp) {
    const home = makeInstallHome({ [STATE]: '{"mine": 2}', ...files })
    const before = listAll(home)
    const { code, err, out } = await home.inProject(['install', '--yes', ...args])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(why)
    expect(err).not.toMatch(/\n\s+at /)
    expect(listAll(home)).toEqual(before)
  }

  function listAll({ home }: InstallHome): readonly string[] {
    const items = readdirSync(home, { recursive: true, withFileTypes: true })
    return items.map(item => {
      const path = join(item.parentPath, item.name)
      if (item.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`
      return item.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path
    })
  }

  test('where it leads nowhere, and it is said where to', async () => {
    await checkRefused(
      { [SETTINGS]: { link: '../gone/s.json' } },
      [],
      /settings\.json is a link that leads nowhere \(to \.\.\/gone\/s\.json\)/,
    )
    await checkRefused(
      { [STATE]: { link: 'gone.json' }, [SETTINGS]: MINE },
      [],
      /\.claude\.json is a link that leads nowhere/,
    )
    await checkRefused({ [SETTINGS]: { link: 'x/s.json' }, '.claude/x': '' }, [], /leads nowhere/)
  })
  test('where it leads in a circle', async () => {
    const circle = { [SETTINGS]: { link: 'other.json' }, '.claude/other.json': { link: 'settings.json' } }
    await checkRefused(circle, [], /settings\.json is a link that leads in a circle \(to other\.json\)/)
  })
  test('where it leads to what is no settings: the place is named too', async () => {
    const why =
      /settings\.json \(a link to .*\/dotfiles\/s\.json\) is not a JSON object: .*\n.*\(line 1, column 9: a comment, or a comma/
    await checkRefused({ [SETTINGS]: { link: '../dotfiles/s.json' }, 'dotfiles/s.json': '{"a": 1,}' }, [], why)
    await checkRefused(
      { [SETTINGS]: { link: '../dotfiles' }, 'dotfiles/s.json': '' },
      [],
      /a link to .* cannot be read/,
    )
    const list = { [SETTINGS]: { link: '../dotfiles/s.json' }, 'dotfiles/s.json': '{"hooks": []}' }
    await checkRefused(list, [], /\(a link to .*s\.json\) has "hooks" that are no object/)
  })
  test('where it stands in a project and leads out of it', async () => {
    const out = { [TARGET]: MINE }
    const link = { link: `../../../${TARGET}` }
    await checkRefused(
      { ...out, 'work/app/.claude/settings.json': link },
      ['--scope', 'project'],
      /is a link to .*dotfiles/,
    )
    await checkRefused(
      { ...out, 'work/app/.claude/settings.local.json': link },
      ['--scope', 'local'],
      /is a link to .*dotfiles/,
    )
    await checkRefused(
      { ...out, 'work/app/.mcp.json': { link: `../../${TARGET}` } },
      ['--scope', 'project'],
      /is a link to/,
    )
  })
})

test('a home that is a link is no project by its other name', async () => {
  const home = makeInstallHome()
  const link = join(makeTree({ ada: { link: home.home } }), 'ada')
  const { code, err } = await home.run(['install', '--yes', '--scope', 'project'], { home: link, cwd: home.home })
  expect(code).toBe(2)
  expect(err).toContain('this is your home folder')
  expect(existsSync(join(home.home, '.mcp.json'))).toBe(false)
})
