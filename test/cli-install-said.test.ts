import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeRepository } from './git-repository.ts'
import { makeInstallHome } from './install-home.ts'
import { writeItem } from './temp-tree.ts'

const SETTINGS = '.claude/settings.json'

describe('the next step that install and uninstall name', () => {
  test.each(['project', 'local'])('is one for scope %s', async scope => {
    const home = makeInstallHome()
    const { out } = await home.inProject(['install', '--scope', scope, '--yes'])
    expect(out).toContain(`\`backscroll uninstall --scope ${scope}\` takes it out again.`)
    const done = await home.inProject(['uninstall', '--scope', scope, '--yes'])
    expect(done.out).not.toContain('Still there')
  })
  test('for a hook that somebody made theirs is to take it out by hand', async () => {
    const edited = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'backscroll hook Stop && say done' }] }] } }
    const home = makeInstallHome({ [SETTINGS]: JSON.stringify(edited) })
    await home.run(['install', '--yes'])
    const { out } = await home.run(['uninstall', '--yes'])
    expect(home.json(SETTINGS)).toEqual(edited)
    expect(out).not.toContain('`backscroll uninstall`')
    expect(out).toContain(
      'Still there in scope user: hooks in a form of your own; take them out by hand, in ~/.claude/settings.json.',
    )
    const again = await home.run(['uninstall', '--yes'])
    expect(again.out).toContain('Nothing that `install` writes is in the settings of scope user.')
  })
})

describe('hooks in several scopes', () => {
  test('run twice where their commands differ, in whatever order they came', async () => {
    const home = makeInstallHome()
    await home.inProject(['install', '--scope', 'project', '--yes'])
    for (const args of [
      ['install', '--dry-run'],
      ['install', '--scope', 'local', '--dry-run'],
    ]) {
      const { err } = await home.inProject(args)
      expect(err).toContain(
        '~/work/app/.claude/settings.json has the hooks too: here they run twice, which costs a little time; `backscroll uninstall --scope project --only hooks` takes those out',
      )
    }
    const { err } = await home.inProject(['install', '--only', 'mcp', '--dry-run'])
    expect(err).not.toContain('twice')
  })
  test('run once where they are the same: the client sees to that', async () => {
    const home = makeInstallHome()
    await home.inProject(['install', '--yes'])
    expect((await home.inProject(['install', '--scope', 'local', '--yes'])).err).not.toContain('twice')
  })
})

describe('a server over HTTP', () => {
  const server = {
    type: 'http',
    url: 'http://127.0.0.1:4871/mcp?project=/work/app',
    headers: { Authorization: 'Bearer key' },
  }
  test('that somebody made known is left as it is, by install and by uninstall', async () => {
    const home = makeInstallHome({ '.claude.json': JSON.stringify({ mcpServers: { backscroll: server } }) })
    const { code, err, out } = await home.run(['install', '--yes'])
    expect(code).toBe(0)
    expect(err).toContain(
      'in ~/.claude.json, mcpServers.backscroll is a server of backscroll over HTTP (http://127.0.0.1:4871/mcp), which is left as it is',
    )
    expect(err + out).not.toContain('Bearer')
    const done = await home.run(['uninstall', '--yes'])
    expect(home.json('.claude.json')).toEqual({ mcpServers: { backscroll: server } })
    expect(done.out).toContain('`claude mcp remove --scope user backscroll` takes it out.')
  })
  test('elsewhere is another’s, and replaced', async () => {
    const other = { type: 'http', url: 'https://example.org/mcp' }
    const home = makeInstallHome({ '.claude.json': JSON.stringify({ mcpServers: { backscroll: other } }) })
    await home.run(['install', '--yes'])
    expect(home.json('.claude.json').mcpServers?.backscroll).toMatchObject({ type: 'stdio' })
    await home.run(['uninstall', '--yes'])
    expect(home.json('.claude.json')).toEqual({ mcpServers: { backscroll: other } })
  })
})

describe('what is meant for one machine', () => {
  const said = 'git does not ignore ~/work/app/.claude/settings.local.json, which names paths of this machine'

  test('is named where git would take it', async () => {
    const home = makeInstallHome()
    rmSync(join(home.project, '.git'), { recursive: true })
    makeRepository(home.project)
    const local = ['install', '--scope', 'local', '--dry-run']
    expect((await home.inProject(local)).err).toContain(said)
    expect((await home.inProject(['install', '--scope', 'local', '--only', 'mcp', '--dry-run'])).err).not.toContain(
      'git',
    )
    for (const list of ['.gitignore', '.git/info/exclude']) {
      writeItem(join(home.project, list), '.claude/*.local.json\n')
      expect([list, (await home.inProject(local)).err.includes('git ')]).toEqual([list, false])
      writeItem(join(home.project, list), '')
    }
    writeItem(join(home.home, '.config', 'git', 'ignore'), '**/.claude/settings.local.json\n')
    expect((await home.inProject(local)).err).not.toContain('git ')
  })
})
