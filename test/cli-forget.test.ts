import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { makeKept } from './keep-home.ts'
import { ONE } from './temp-tree.ts'

describe('forget', () => {
  test('takes a session out for good: no byte of it is left, and sync does not bring it back', async () => {
    const { run, keep, transcript } = await makeKept()
    const { code, out, err } = await run(['forget', ONE, '--yes'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Forgot 11111111-\S+: [\d.]+ K?B are free\. Sync does not bring it back\.\n/)
    expect(out).toMatch(
      /Claude Code's own file is still there, and not ours to delete: ~\/\.claude\/projects\/.*\.jsonl/,
    )
    expect(statSync(transcript).isFile()).toBe(true)
    expect((await run(['sync'])).out).toMatch(/Left out: 1 forgotten\.\n$/)
    expect((await run(['status'])).out).toMatch(/^1 session kept\n[\s\S]*^Left out {3}1 forgotten$/m)
    rmSync(transcript)
    expect((await run(['ls'])).out).not.toContain('tomatoes')
    for (const name of readdirSync(keep, { recursive: true, encoding: 'utf8' })) {
      const path = join(keep, name)
      if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toContain('tomatoes')
    }
  })
  test('asks nobody where nobody is there', async () => {
    const { run } = await makeKept()
    for (const args of [
      ['forget', ONE],
      ['forget', ONE, '--json'],
    ]) {
      const { code, out, err } = await run(args)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/cannot be undone, and nobody is here to be asked\n.*--yes/)
    }
    expect((await run(['verify', '--quick'])).out).toMatch(/2 sessions/)
  })
  test('of what is not kept says so', async () => {
    const { run } = await makeKept()
    expect((await run(['forget', 'zzz', '--yes'])).err).toMatch(/no session is called "zzz"/)
  })
  test('on a terminal shows what would go, and does it only after a yes', async () => {
    if (!hasTerminal()) return
    const { run, home } = await makeKept()
    const no = runInTerminal(['forget', ONE], { home, input: 'n\n' })
    expect(no.code).toBe(1)
    expect(no.text).toMatch(/Grow the tomatoes {2}11111111-/)
    expect(no.text).toMatch(/5 files, [\d.]+ KB: gone from archive and index/)
    expect(no.text).toMatch(/Forget it for good\? \[y\/N\]/)
    expect(no.text).toMatch(/Nothing was forgotten\./)
    expect((await run(['verify', '--quick'])).out).toMatch(/2 sessions/)
    expect(runInTerminal(['forget', ONE], { home, input: 'y\n' }).text).toMatch(/Forgot 11111111-/)
    expect((await run(['verify', '--quick'])).out).toMatch(/1 session,/)
  })
})
