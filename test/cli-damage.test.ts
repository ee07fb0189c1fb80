import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tailPath } from '../src/archive/archive-folder.ts'
import { readManifest } from '../src/archive/read-manifest.ts'
import { tryLock } from '../src/store/lock.ts'
import type { Result } from './cli-runner.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { makeLines, makeTree, ONE, THREE, TWO, toLines } from './temp-tree.ts'

/** Flips a byte in the kept copy of the file of ONE that has this role. */
function damage({ keep }: KeepHome, role: string, generation = 1): void {
  const archive = join(keep, 'archive')
  const { files, sessions } = readManifest(archive)
  const one = [...sessions.values()].find(({ id }) => id === ONE)?.session
  const { file } = [...files.values()].find(kept => kept.session === one && kept.role === role) ?? { file: 0 }
  const path = tailPath(archive, { file, generation })
  const bytes = readFileSync(path)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
}

/** The transcript of ONE as it was, and another in its place; both kept. */
async function makeTwoGenerations(): Promise<KeepHome & { readonly first: string }> {
  const machine = await makeKept()
  const first = readFileSync(machine.transcript, 'utf8')
  writeFileSync(machine.transcript, toLines(makeLines(ONE, { cwd: machine.work, prompt: 'Something else' })))
  await machine.run(['sync'])
  return { ...machine, first }
}

function checkRefusal({ code, out, err }: Result, problem: RegExp, nextStep: RegExp): void {
  const [first = '', second = '', ...rest] = err.trimEnd().split('\n')
  expect({ code, out, rest }).toEqual({ code: 2, out: '', rest: [] })
  expect(first).toMatch(problem)
  expect(second).toMatch(nextStep)
}

describe('verify', () => {
  test('notes what is damaged, status tells, and the next sync keeps it again', async () => {
    const machine = await makeKept()
    damage(machine, 'main')
    expect((await machine.run(['status'])).code).toBe(0)
    expect(await machine.run(['verify'])).toMatchObject({ code: 1, err: '' })
    const status = await machine.run(['status'])
    expect(status.code).toBe(2)
    expect(status.err).toMatch(/^backscroll: 1 kept file is damaged in the archive: `backscroll sync` keeps again/)
    expect(JSON.parse((await machine.run(['status', '--json'])).out)).toMatchObject({ damagedFiles: 1 })
    await machine.run(['sync'])
    const bytes = readFileSync(machine.transcript)
    rmSync(machine.transcript)
    expect((await machine.run(['restore', ONE])).code).toBe(0)
    expect(readFileSync(machine.transcript).equals(bytes)).toBe(true)
    expect((await machine.run(['status'])).err).toBe('')
  })
  test('says when another process writes and nothing could be noted', async () => {
    const machine = await makeKept()
    damage(machine, 'main')
    const lock = tryLock(join(machine.keep, 'lock.db'))
    const { code, err } = await machine.run(['verify'])
    lock?.release()
    expect(code).toBe(1)
    expect(err).toMatch(
      /^backscroll: another backscroll is writing .* run `backscroll verify` again when it has ended\n$/,
    )
    expect(existsSync(join(machine.keep, 'damaged.json'))).toBe(false)
  })
  test('of an archive that lost its manifest does not say that nothing is kept', async () => {
    const { run, keep } = await makeKept()
    rmSync(join(keep, 'archive', 'manifest.jsonl'))
    expect((await run(['verify'])).err).not.toMatch(/nothing is kept/)
  })
})

describe('a damaged transcript', () => {
  test('that is gone at the source is refused with what to do', async () => {
    const machine = await makeKept()
    damage(machine, 'main')
    rmSync(machine.transcript)
    checkRefusal(await machine.run(['show', ONE]), /is damaged in the archive/, /`backscroll verify`.*no older copy/)
    checkRefusal(await machine.run(['restore', ONE]), /nothing was written: .*damaged/, /`backscroll verify`.*backup/)
  })
  test('of which an older copy is sound is refused with how to get that', async () => {
    const machine = await makeTwoGenerations()
    damage(machine, 'main', 2)
    rmSync(machine.transcript)
    const hint =
      /^Older copy 1 is sound: `backscroll restore 11111111-\S+ --generation 1 --to DIR`; `backscroll verify`/
    checkRefusal(await machine.run(['show', ONE]), /is damaged in the archive/, hint)
    checkRefusal(await machine.run(['restore', ONE]), /nothing was written/, hint)
    const to = join(machine.home, 'old')
    expect((await machine.run(['restore', ONE, '--generation', '1', '--to', to])).code).toBe(0)
    const names = readdirSync(to, { recursive: true, encoding: 'utf8' })
    const path = names.find(name => name.endsWith(`${ONE}.jsonl`)) ?? ''
    expect(readFileSync(join(to, path), 'utf8')).toBe(machine.first)
  })
})

test('a damaged companion is named, and the rest of the session restored', async () => {
  const machine = await makeKept()
  damage(machine, 'agent')
  const bytes = readFileSync(machine.transcript)
  rmSync(join(machine.config, 'projects'), { recursive: true })
  const { code, out, err } = await machine.run(['restore', ONE])
  expect(code).toBe(2)
  expect(out).toMatch(/^Restored 2 files/)
  expect(err).toMatch(/^backscroll: .*agent-a1\.jsonl cannot be restored: .*damaged/)
  expect(readFileSync(machine.transcript).equals(bytes)).toBe(true)
})

describe('a session that was forgotten', () => {
  test('is called that, on disk or not', async () => {
    const { run, transcript } = await makeKept()
    await run(['forget', ONE, '--yes'])
    const day = /session 11111111-\S+ was forgotten on \d{4}-\d\d-\d\d$/
    checkRefusal(await run(['restore', ONE]), day, /own file is still there.*`backscroll show 11111111-/)
    checkRefusal(await run(['forget', ONE.slice(0, 6), '--yes']), day, /own file is still there/)
    rmSync(transcript)
    rmSync(transcript.replace(/\.jsonl$/, ''), { recursive: true })
    checkRefusal(await run(['restore', ONE.slice(0, 6)]), day, /only a backup/)
    checkRefusal(await run(['show', ONE]), day, /only a backup/)
  })
  test('leaves nothing to sync where it was the only one', async () => {
    const { run } = await makeKept()
    for (const id of [ONE, TWO]) await run(['forget', id, '--yes'])
    expect(await run(['status'])).toEqual({
      code: 1,
      out: 'Nothing is kept; left out on purpose: 2 forgotten.\n',
      err: '',
    })
  })
})

test('status tells of a sync that was cut off', async () => {
  const { run, keep } = await makeKept()
  mkdirSync(join(keep, 'unfinished'), { recursive: true })
  writeFileSync(join(keep, 'unfinished', 'x.json'), '[1]')
  expect((await run(['status'])).out).toMatch(/^Unfinished a sync is running, or was cut off/m)
  await run(['sync'])
  expect((await run(['status'])).out).not.toContain('Unfinished')
})

test('a sync that finds no transcripts says how much is kept', async () => {
  const { run, config } = await makeKept()
  rmSync(config, { recursive: true })
  expect(await run(['sync'])).toMatchObject({ code: 0, out: expect.stringMatching(/2 sessions are kept/), err: '' })
})

test('an imported session that makes the first config folder is deleted by the client again', async () => {
  const { run, config } = await makeKept()
  const backup = makeTree({ [`.claude/projects/-x/${THREE}.jsonl`]: makeLines(THREE) })
  await run(['import', join(backup, '.claude')])
  rmSync(config, { recursive: true })
  expect((await run(['restore', THREE])).out).toMatch(/Claude Code deletes it again on \d{4}-/)
})

test('a command that prints no JSON refuses --json', async () => {
  const { run } = await makeKept()
  checkRefusal(await run(['resume', ONE, '--json']), /`resume` prints no JSON/, /Leave out --json/)
})
