import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasTerminal, runInTerminal } from './in-terminal.ts'
import { type KeepHome, makeKept, makeProgram } from './keep-home.ts'
import { openScreenDriver, type ScreenDriver } from './screen-driver.ts'
import { makeLines, makeTree, ONE, THREE, TWO, toLines, writeItem } from './temp-tree.ts'

const ENTERED = '\x1b[?1049h'
const LEFT = '\x1b[?1049l'
/** After it, the next search looks for what is new. */
const IDLE_MS = 2200

async function openAt(
  kept: KeepHome,
  args: readonly string[] = [],
  options: { readonly env?: { readonly [name: string]: string }; readonly size?: string } = {},
): Promise<ScreenDriver> {
  // Asked only once in a lifetime, and not what is looked at here.
  const screen = openScreenDriver(args, { home: kept.home, ...options })
  await screen.until(/\[y\/N\]|Type to search/)
  if (/\[y\/N\]/.test(screen.raw())) screen.type('n\n')
  await screen.until(/Type to search/)
  return screen
}

describe.runIf(hasTerminal())('on a terminal', () => {
  test('bare backscroll is a screen: type, move, read, come back, copy, pin, and leave', async () => {
    const kept = await makeKept()
    const screen = await openAt(kept)
    expect(screen.lines().join('\n')).toMatch(/2 sessions in 1 project/)
    screen.type('beans')
    const found = await screen.until(/1 conversation/)
    expect(found).toMatch(/^› beans\n1 conversation · .* ms\n\n> 22222222(?::1)? +Water the beans +app · /)
    screen.type('\r')
    await screen.until(/^── 1 ─/m)
    screen.type('q')
    await screen.until(/^› beans/)
    screen.type('\t')
    await screen.until(/q quit/)
    screen.type('y')
    await screen.until(new RegExp(`Copied ${TWO}`))
    expect(screen.raw()).toContain(`\x1b]52;c;${Buffer.from(TWO).toString('base64')}\x07`)
    screen.type('p')
    await screen.until(/pinned[\s\S]*Pinned/)
    expect(readFileSync(join(kept.keep, 'marks.jsonl'), 'utf8')).toContain(TWO)
    screen.type('q')
    expect(await screen.ended).toBe(0)
    expect(screen.raw().endsWith(LEFT)).toBe(true)
  })

  test('resume leaves the screen, runs the client in the folder of the session and ends as it does', async () => {
    const kept = await makeKept()
    const claude = makeProgram('claude', { exitCode: 7 })
    const screen = await openAt(kept, [], { env: { PATH: `${claude.folder}:${process.env.PATH}` } })
    screen.type('tomatoes')
    await screen.until(/1 conversation/)
    screen.type('\x12')
    expect(await screen.ended).toBe(7)
    expect(claude.calls()).toEqual([[kept.work, '', '--resume', ONE]])
  })

  test('a resume that cannot be says why, and the query stays', async () => {
    const kept = await makeKept()
    // Whatever is installed here.
    const withoutClaude = makeTree({ script: { link: '/usr/bin/script' }, stty: { link: '/usr/bin/stty' } })
    const screen = await openAt(kept, [], { env: { PATH: withoutClaude } })
    screen.type('tomatoes')
    await screen.until(/1 conversation/)
    screen.type('\x12')
    await screen.until(/^› tomatoes\n1 conversation[\s\S]*`claude` is not on the PATH[\s\S]*--resume 11111111/)
    rmSync(kept.work, { recursive: true })
    screen.type('\tr')
    await screen.until(/^› tomatoes\n1 conversation[\s\S]*The folder that the session worked in is gone/)
    screen.type('q')
    expect(await screen.ended).toBe(0)
  })

  test('a demo session cannot be resumed', async () => {
    const screen = await openAt(await makeKept(), ['--demo'])
    screen.type('\x12')
    const text = await screen.until(/Sessions of the demo set cannot be resumed/)
    expect(text).not.toContain('--root')
    screen.type('\x04')
    expect(await screen.ended).toBe(0)
  })

  test('what is written while it is open is found, and stands in the list of sessions', async () => {
    const kept = await makeKept()
    const screen = await openAt(kept)
    screen.type('xylophone')
    await screen.until(/nothing found/)
    await new Promise(resolve => setTimeout(resolve, IDLE_MS))
    appendFileSync(kept.transcript, toLines(makeLines(ONE, { cwd: kept.work, prompt: 'Tune the xylophone' })))
    const other = kept.transcript.replace(ONE, THREE)
    writeItem(other, makeLines(THREE, { cwd: kept.work, prompt: 'Restring the harp' }))
    screen.type('\x7f')
    await screen.until(/^› xylophon\n1 conversation/)
    screen.type('\x15')
    await screen.until(/3 sessions in 1 project[\s\S]*Restring the harp/)
    expect(screen.raw().split(ENTERED).at(-1)).not.toContain('backscroll:')
    screen.type('\x04')
    expect(await screen.ended).toBe(0)
  })

  test('search without words opens the same screen', async () => {
    const screen = await openAt(await makeKept(), ['search'])
    screen.type('\x1b')
    expect(await screen.ended).toBe(0)
  })

  test('the terminal is given back when the process is told to end', async () => {
    const screen = await openAt(await makeKept())
    screen.kill('SIGTERM')
    expect(await screen.ended).not.toBe(0)
    expect(screen.raw().lastIndexOf(LEFT)).toBeGreaterThan(screen.raw().lastIndexOf(ENTERED))
  })

  test('text that comes in pieces, pasted or typed ahead, is searched for', async () => {
    const screen = await openAt(await makeKept())
    screen.type('\x1b[200~Water\nthe be')
    screen.type('ans\x1b[20')
    screen.type('1~')
    await screen.until(/^› Water the beans\n1 conversation/)
    screen.type('\x03')
    expect(await screen.ended).toBe(0)
  })

  test('a terminal of 40 columns and 8 rows has room for it', async () => {
    const screen = await openAt(await makeKept(), ['--demo'], { size: 'cols 40 rows 8' })
    expect(Math.max(...screen.lines().map(line => line.length))).toBeLessThanOrEqual(40)
    screen.type('chart\r')
    await screen.until(/ada\/work\/tidepool/)
    screen.type('q')
    await screen.until(/^› chart/)
    screen.type('\x15\x04')
    expect(await screen.ended).toBe(0)
  })

  test('plain text is printed where it is asked for, or where there is nothing to show', async () => {
    const kept = await makeKept()
    for (const args of [['--plain'], ['--json']]) {
      const { text } = runInTerminal(args, { home: kept.home })
      expect(text).toMatch(/2 sessions in 1 project|"sessions": 2/)
      expect(text).not.toContain(ENTERED)
    }
    const empty = runInTerminal([], { home: join(kept.home, 'work') })
    expect(empty.text).toMatch(/no Claude Code transcripts/)
    expect(empty.text).not.toContain(ENTERED)
  })
})

test('without a terminal, search without words prints the overview', async () => {
  const { code, out } = await (await makeKept()).run(['search'])
  expect(code).toBe(0)
  expect(out).toMatch(/^2 sessions in 1 project/)
})
