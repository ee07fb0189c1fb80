import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { ENTRY } from './cli-runner.ts'
import { makeKeepHome, makeKept, makeProgram } from './keep-home.ts'
import { makeLines, ONE, toLines } from './temp-tree.ts'

const UNIT = '.config/systemd/user/backscroll.service'

function argsOf(program: ReturnType<typeof makeProgram>): readonly string[] {
  return program.calls().map(([, , ...args]) => args.join(' '))
}

describe('watch --install', () => {
  test('sets up a service of systemd and starts it; --uninstall removes it', async () => {
    const { run, home } = makeKeepHome()
    const systemctl = makeProgram('systemctl')
    const env = { PATH: `${systemctl.folder}:${process.env.PATH}`, BACKSCROLL_HOME: join(home, 'my 100% keep') }
    const installed = await run(['watch', '--install'], { env })
    expect({ code: installed.code, err: installed.err }).toEqual({ code: 0, err: '' })
    expect(installed.out).toMatch(/^Installed and started: .*\n~\/\.config\/systemd\/user\/backscroll\.service; /)
    const unit = readFileSync(join(home, UNIT), 'utf8')
    expect(unit).toContain(`ExecStart="${process.execPath}" "${ENTRY}" "watch"\n`)
    expect(unit).toContain(`Environment="BACKSCROLL_HOME=${home}/my 100%% keep"\n`)
    expect(argsOf(systemctl)).toEqual([
      '--user daemon-reload',
      '--user enable --now backscroll.service',
      '--user restart backscroll.service',
    ])
    expect((await run(['watch', '--uninstall'], { env })).out).toBe('The service is removed; what it kept stays.\n')
    expect(existsSync(join(home, UNIT))).toBe(false)
    expect(argsOf(systemctl).slice(3)).toEqual(['--user disable --now backscroll.service', '--user daemon-reload'])
    expect((await run(['watch', '--uninstall'], { env })).out).toBe('No service was installed.\n')
  })
  test('says where the unit is and what to do when systemd fails, or is not there', async () => {
    const { run, home } = makeKeepHome()
    const failing = makeProgram('systemctl', { exitCode: 1, says: 'Failed to connect to bus' })
    const failed = await run(['watch', '--install'], { env: { PATH: failing.folder } })
    expect({ code: failed.code, out: failed.out }).toEqual({ code: 2, out: '' })
    const [first = '', second = ''] = failed.err.split('\n')
    expect(first).toMatch(
      /backscroll\.service, but it could not be started: systemctl failed: Failed to connect to bus$/,
    )
    expect(second).toMatch(/Start it with `systemctl --user daemon-reload`, .*`backscroll watch`/)
    expect(existsSync(join(home, UNIT))).toBe(true)
    const missing = await run(['watch', '--install'], { env: { PATH: '/nowhere' } })
    expect(missing.err).toMatch(/could not be started: systemctl is not there/)
    expect((await run(['watch', '--uninstall'], { env: { PATH: '/nowhere' } })).code).toBe(0)
    expect(existsSync(join(home, UNIT))).toBe(false)
  })
  test('is refused for the demo set, and together with its contrary', async () => {
    const { run } = makeKeepHome()
    expect((await run(['watch', '--install', '--demo'])).err).toMatch(/a service cannot watch it\n.*without --demo/)
    expect((await run(['watch', '--install', '--uninstall'])).err).toMatch(/contradict each other/)
  })
})

describe('watch', () => {
  test('keeps what is written as it is written, one line each, until it is interrupted', async () => {
    const { home, transcript, run } = await makeKept()
    const env = { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC' }
    const child = spawn(process.execPath, [ENTRY, 'watch'], { env, cwd: home })
    let out = ''
    let err = ''
    child.stdout.on('data', data => (out += data))
    child.stderr.on('data', data => (err += data))
    const ended = new Promise<number | null>(resolve => child.once('close', resolve))
    await until(() => err.includes('Watching ~/.claude/projects; ctrl-c ends it.'))
    const grow = (): void => appendFileSync(transcript, toLines(makeLines(ONE, { prompt: 'And the cucumbers' })))
    // The first look may still be under way: the session writes on, as sessions do.
    const writing = setInterval(grow, 1000)
    await until(() => /^\d\d:\d\d Kept 1 grown session, .*\n/.test(out)).finally(() => clearInterval(writing))
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect((await run(['show', ONE, '--level', 'prompts'])).out).toContain('And the cucumbers')
  })
  test('ends where no waiting helps: the index is of a newer version', async () => {
    const { run, keep } = await makeKept()
    const index = new DatabaseSync(join(keep, 'index.db'))
    index.exec('PRAGMA user_version = 999')
    index.close()
    const { code, out, err } = await run(['watch'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/newer.*\n.*(update|reindex)/i)
  })
})

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 120_000
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('it did not happen')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
