import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENTRY } from './cli-runner.ts'
import { makeKept } from './keep-home.ts'
import { makeNotesHome } from './notes-home.ts'

const SECONDS = 60_000

test.skipIf(!existsSync('/proc/self'))(
  'a vault where no folder can be made is told of, not waited for',
  async () => {
    const home = await makeKept()
    const run = (...args: readonly string[]): readonly unknown[] => {
      const env = { PATH: process.env.PATH ?? '', HOME: home.home }
      // A loop in the system's own code hears no gentler signal.
      const options = { env, cwd: home.home, encoding: 'utf8', timeout: SECONDS, killSignal: 'SIGKILL' } as const
      const { status, stderr } = spawnSync(process.execPath, [ENTRY, 'notes', ...args], options)
      return [status, stderr.split('\n')[0]]
    }
    expect(run('--vault', '/proc')).toEqual([2, expect.stringMatching(/^backscroll: not written: .* \(ENOENT\)$/)])
    expect(run('--vault', '/proc/nowhere/vault', '--create')).toEqual([2, expect.stringContaining('no vault was made')])
  },
  150_000,
)

test('a keep that cannot remember what was written says so', async () => {
  const home = await makeKept()
  const vault = makeNotesHome(home)
  writeFileSync(join(home.keep, 'notes'), 'in the way')
  const { code, err } = await vault.notesRaw()
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(
      /^backscroll: .*machine\.json cannot be written \(ENOTDIR\): .*\nMake room in BACKSCROLL_HOME/,
    ),
  ])
  expect(readdirSync(vault.vault)).toEqual([])
})
