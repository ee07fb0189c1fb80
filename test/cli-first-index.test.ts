import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tryLock } from '../src/store/lock.ts'
import { ENTRY, runShell } from './cli-runner.ts'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'

const QUESTIONS = [
  ['search', 'tomatoes'],
  ['files', 'x.ts'],
  ['why', 'x.ts'],
  ['errors', 'tomatoes'],
  ['commands', 'tomatoes'],
  ['commits', 'tomatoes'],
  ['prs', '12'],
  ['urls', 'tomatoes'],
]

/** Every command that asks the index ends so. */
async function checkAll(
  { run }: Pick<KeepHome, 'run'>,
  more: readonly string[],
  expected: { readonly code: number; readonly err: RegExp | string },
): Promise<void> {
  for (const args of QUESTIONS) {
    expect([args[0], await run([...args, ...more])]).toEqual([
      args[0],
      {
        code: expected.code,
        out: '',
        err: typeof expected.err === 'string' ? expected.err : expect.stringMatching(expected.err),
      },
    ])
  }
}

describe('where there is nothing to ask', () => {
  test('a machine without transcripts gives the two lines of ls', async () => {
    const home = makeKeepHome()
    rmSync(home.config, { recursive: true })
    const { err } = await home.run(['ls'])
    await checkAll(home, [], { code: 1, err })
    expect(readdirSync(home.home)).not.toContain('.local')
  })
  test('so does a folder without any', async () => {
    const folder = makeTree({ 'note.txt': '' })
    await checkAll(makeKeepHome(), ['--root', folder], {
      code: 1,
      err: /^backscroll: no transcripts in .*\nName .*\n$/,
    })
  })
  test('a folder that does not exist is named', async () => {
    const expected = { code: 2, err: /^backscroll: \/nonexistent does not exist\nGive --root .*\n$/ }
    await checkAll(makeKeepHome(), ['--root', '/nonexistent'], expected)
  })
  test('projects that are all left out are not said to be missing', async () => {
    const home = makeKeepHome()
    await home.run(['config', 'set', 'exclude', 'app'])
    const { code, err } = await home.run(['search', 'tomatoes'])
    expect(code).toBe(1)
    expect(err).toMatch(/^backscroll: no session with any conversation is kept\n.*exclude.*\n$/m)
    expect(err).not.toMatch(/no Claude Code transcripts/)
  })
})

describe('an index that cannot be asked', () => {
  const index = ({ keep }: KeepHome): string => join(keep, 'index.db')
  function removeIndex(home: KeepHome): void {
    for (const end of ['', '-wal', '-shm']) rmSync(index(home) + end, { force: true, recursive: true })
  }

  test('is made anew where it is damaged, and that is all that is said', async () => {
    const home = await makeKept()
    removeIndex(home)
    writeFileSync(index(home), 'no database, no database, no database')
    expect(await home.run(['search', 'tomatoes'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^11111111:1 /),
      err: `backscroll: the index ${index(home)} is damaged or not a database, so it was made anew from the archive\n`,
    })
    expect((await home.run(['search', 'tomatoes'])).err).toBe('')
  })
  test('is named once where it cannot be opened', async () => {
    const home = await makeKept()
    removeIndex(home)
    mkdirSync(index(home))
    await checkAll(home, [], { code: 2, err: /^backscroll: the index .* cannot be opened\nCheck who owns .*\n$/ })
  })
  test('is not there yet while another process makes it', async () => {
    const home = makeKeepHome()
    mkdirSync(home.keep, { recursive: true })
    const lock = tryLock(join(home.keep, 'lock.db'))
    try {
      const { code, out, err } = await home.run(['search', 'tomatoes'])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^backscroll: the first sync is still running; try again when it is done\n.*status.*\n$/)
    } finally {
      lock?.release()
    }
  })
  test('cannot be made on a disk that is full', async () => {
    const home = makeKeepHome()
    const { code, out, err } = await runShell('ulimit -f 8; trap "" XFSZ; {} search hello', { home: home.home })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toMatch(/nothing|no session/)
    expect(err).toMatch(/^backscroll: .*(?:the disk|no space)/m)
  })
})

test('ctrl-c during the first sync ends with 130, and leaves no folder behind', async () => {
  for (const more of [[], ['--root']]) {
    const home = makeKeepHome()
    const before = listTemporary()
    const args = [ENTRY, 'errors', 'x', ...(more.length > 0 ? [...more, home.config] : [])]
    const child = spawn(process.execPath, ['--import', interruptSoon(), ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: home.home },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', data => (err += data))
    const code = await new Promise(resolve => child.once('close', resolve))
    expect({ code, err }).toEqual({ code: 130, err: expect.stringMatching(/^backscroll: stopped before .*\n.*\n$/m) })
    expect(listTemporary().filter(name => !before.includes(name))).toEqual([])
  }
})

function listTemporary(): readonly string[] {
  return readdirSync(tmpdir()).filter(name => name.startsWith('backscroll-look-'))
}

/** A module that sends ctrl-c to its own process when the first sync takes the lock. */
function interruptSoon(): string {
  const code = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const real = fs.openSync
fs.openSync = (path, ...more) => {
  if (String(path).endsWith('lock.db')) process.kill(process.pid, 'SIGINT')
  return real(path, ...more)
}
syncBuiltinESMExports()
`
  return join(makeTree({ 'interrupt.mjs': code }), 'interrupt.mjs')
}
