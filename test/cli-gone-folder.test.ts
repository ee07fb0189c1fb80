import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Result, runShell } from './cli-runner.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { makeLines, THREE } from './temp-tree.ts'

/** Runs a command in a folder that was removed, as in another terminal, and never shows a stack. */
async function runInGone({ home }: KeepHome, command: string, before = ''): Promise<Result> {
  const script = `mkdir "$HOME/gone" && cd "$HOME/gone" && rmdir "$HOME/gone" && ${before}{} ${command}`
  const result = await runShell(script, { home })
  expect(result.err).not.toMatch(/\n\s+at |uv_cwd|should not/)
  return result
}

test('a command that needs no folder does what it does elsewhere', async () => {
  const home = makeKeepHome()
  expect(await runInGone(home, 'sync')).toMatchObject({ code: 0 })
  const { code, out } = await runInGone(home, 'ls --json')
  expect(code).toBe(0)
  expect(JSON.parse(out).sessions).toHaveLength(2)
}, 30_000)

test('one that needs much reading still has threads to read with', async () => {
  const long = Array.from({ length: 40 }, (_, at) =>
    makeLines(THREE, { prompt: `${at} ${'tomatoes '.repeat(50_000)}` }),
  )
  const home = makeKeepHome({ [`.claude/projects/-long/${THREE}.jsonl`]: long.flat() })
  expect(await runInGone(home, 'sync')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Kept 3 new sessions'),
  })
}, 60_000)

test('the folder is known by the name that the shell has for it, else it is the home', async () => {
  const home = makeKeepHome()
  const named = await runInGone(home, 'recall --level session')
  expect(named.out).toContain('Recall in gone')
  const config = JSON.parse(readFileSync(join(home.home, '.config', 'backscroll', 'config.json'), 'utf8'))
  expect(config.recallIn).toEqual({ [join(home.home, 'gone')]: 'session' })
  for (const before of ['env -u PWD ', 'PWD=gone '])
    expect((await runInGone(home, 'recall --json', before)).out).toContain(`"path": "${home.home}"`)
}, 30_000)

test('what is set up for a project is refused with a next step, and nothing is written', async () => {
  const home = makeKeepHome()
  for (const command of ['install --yes --scope project', 'uninstall --scope local']) {
    const { code, out, err } = await runInGone(home, command)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`the folder you are in (${join(home.home, 'gone')}) is gone`)
    expect(err).toContain('Go to the folder of the project first, or leave out --scope.')
  }
}, 30_000)

test('what is set up everywhere is set up, and the doctor can run it from there', async () => {
  const home = makeKeepHome()
  expect(await runInGone(home, 'install --yes')).toMatchObject({ code: 0, err: '' })
  const { code, out } = await runInGone(home, 'doctor --json')
  expect(JSON.parse(out).installation).toMatchObject({ isClean: true, problems: [] })
  expect(code).toBe(0)
}, 60_000)

test('a hook ends well there', async () => {
  const home = makeKeepHome()
  const input = JSON.stringify({ session_id: 'x', cwd: join(home.home, 'gone'), hook_event_name: 'Stop' })
  expect(await runInGone(home, 'hook Stop', `echo '${input}' | `)).toEqual({ code: 0, out: '', err: '' })
}, 30_000)
