import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENTRY } from './cli-runner.ts'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeLines, toLines } from './temp-tree.ts'

/** `count` sessions beside the two that are there, with many bytes that take little work beyond reading. */
function makeLargeHome(count: number) {
  const made = makeKeepHome()
  const ballast = toLines([{ type: 'ballast', text: 'word '.repeat(120_000) }])
  for (let at = 0; at < count; at++) {
    const id = `${String(at).padStart(8, '0')}-1111-4111-8111-111111111111`
    writeFileSync(join(made.config, 'projects', `${id}.jsonl`), toLines(makeLines(id)) + ballast)
  }
  return made
}

describe('a sync', () => {
  test('that is interrupted says how to go on, and the next one does the rest', async () => {
    const { home, run } = makeLargeHome(120)
    const env = { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC' }
    const child = spawn(process.execPath, [ENTRY, 'sync'], { env, cwd: home })
    let out = ''
    let err = ''
    child.stdout.on('data', data => (out += data))
    child.stderr.on('data', data => {
      if (err === '') child.kill('SIGINT')
      err += data
    })
    const code = await new Promise<number | null>(resolve => child.once('close', resolve))
    expect(code).toBe(130)
    expect(err).toMatch(/backscroll: stopped; \d+ sessions are left: `backscroll sync` goes on from here\n$/)
    expect(out).toMatch(/^(Kept \d+ new sessions?, .*|Nothing was kept\.)\n$/)
    const kept = Number(/Kept (\d+)/.exec(out)?.[1] ?? 0)
    const left = Number(/(\d+) sessions are left/.exec(err)?.[1])
    expect(kept + left).toBe(122)
    expect((await run(['sync'])).out).toMatch(new RegExp(`^Kept ${left} new sessions`))
    expect((await run(['verify'])).code).toBe(0)
  })
  test('draws its progress on one line of a terminal and takes it off again', () => {
    if (!hasTerminal()) return
    // Much more than is read between two drawings, also on a fast machine.
    const { home } = makeLargeHome(120)
    const { code, text } = runInTerminal(['sync'], { home })
    expect(code).toBe(0)
    const drawn = text.split('\r').filter(part => part.startsWith('Reading'))
    expect(drawn.length).toBeGreaterThan(1)
    for (const part of drawn) expect(part).toMatch(/^Reading {2}[#.]{20} {2}\d+ of 122 sessions(?: {2}.*)?\x1b\[K$/)
    expect(text).toMatch(/\r\x1b\[KKept 122 new sessions, .*\n$/)
    expect(text.replaceAll('\x1b[K', '')).not.toContain('\x1b')
  })
})
