import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blobPath, tailPath } from '../src/archive/archive-folder.ts'
import { listFrames, readFrame } from '../src/archive/frame-file.ts'
import { readManifest } from '../src/archive/read-manifest.ts'
import { restoreSession } from '../src/archive/restore-session.ts'
import { forgetSession } from '../src/ingest/forget.ts'
import { checkRebuild, MAIN, makeWorld, OTHER, query, readGenerations, type World } from './keep-world.ts'
import { makeLines, ONE, THREE, TWO, toLines, writeItem } from './temp-tree.ts'

const LOG = 'history.jsonl'

function prompt(sessionId: string | undefined, display: string, more: object = {}): object {
  return { display, timestamp: 1, project: '/home/dev/app', ...(sessionId ? { sessionId } : {}), ...more }
}

function pasted(...names: readonly string[]): object {
  return {
    pastedContents: Object.fromEntries(names.map((name, id) => [id, { id, type: 'text', contentHash: name }])),
  }
}

function log(world: World, ...lines: readonly object[]): string {
  const text = toLines(lines)
  appendFileSync(join(world.config, LOG), text)
  return text
}

function write(world: World, path: string, item: string | readonly object[]): void {
  writeItem(join(world.config, path), item)
}

function forget(world: World, id: string): ReturnType<typeof forgetSession> {
  return forgetSession({ keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 }, id)
}

/** Every byte in the keep, as it is and unpacked. */
function readEverything(world: World): string {
  const texts: string[] = []
  for (const name of readdirSync(world.keepDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(world.keepDir, name)
    if (!statSync(path).isFile()) continue
    texts.push(readFileSync(path, 'latin1'))
    if (!path.endsWith('.zst')) continue
    for (const frame of listFrames(path).frames) texts.push(readFrame(path, frame)?.toString('latin1') ?? '')
  }
  return texts.join('\n')
}

/** What restore gives back of a session's prompts and pastes. */
function restoreHistory(world: World, id: string): { readonly [place: string]: string } {
  const session = [...readManifest(world.archive).sessions.values()].find(kept => kept.id === id)
  const to = join(world.folder, `restored-${id}`)
  rmSync(to, { recursive: true, force: true })
  const request = { archive: world.archive, to, generation: undefined, now: Date.now(), trusted: [] }
  const { files, left } = restoreSession({ ...request, session: session?.session ?? -1 })
  expect(left).toEqual([])
  const wanted = files.filter(({ role }) => role === 'history' || role === 'paste')
  return Object.fromEntries(wanted.map(({ path }) => [path.slice(to.length + 1), readFileSync(path, 'utf8')]))
}

/** Turns one bit of a file at this share of its length. */
function flip(path: string, share: number): void {
  const bytes = readFileSync(path)
  const at = Math.min(bytes.length - 1, Math.floor(bytes.length * share))
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  writeFileSync(path, bytes)
}

function pathOfHistory({ archive }: World, session: number): string {
  const file = [...readManifest(archive).files.values()].find(
    kept => kept.role === 'history' && kept.session === session,
  )
  const newest = file?.generations.at(-1)
  return newest ? tailPath(archive, newest) : ''
}

describe('prompts that come before their transcript', () => {
  test('are with their session once it is kept, with what was pasted', async () => {
    const world = makeWorld({ [OTHER]: makeLines(TWO), 'paste-cache/aa11.txt': 'the long paste' })
    const first = log(world, prompt(ONE, 'first', pasted('aa11')), prompt('nobody', 'elsewhere'))
    await world.sync()
    rmSync(join(world.config, 'paste-cache/aa11.txt'))
    write(world, MAIN, makeLines(ONE))
    await world.sync()
    const own = `${first.split('\n')[0]}\n`
    expect(restoreHistory(world, ONE)).toEqual({ [LOG]: own, 'paste-cache/aa11.txt': 'the long paste' })
    await checkRebuild(world)
    const second = log(world, prompt(ONE, 'second'))
    await world.sync()
    expect(restoreHistory(world, ONE)).toMatchObject({ [LOG]: own + second })
    expect(readGenerations(world, LOG)).toContain(first)
    await checkRebuild(world)
  })
  test('and those that come with it stand in the order they were typed', async () => {
    const world = makeWorld({ [OTHER]: makeLines(TWO) })
    const first = log(world, prompt(ONE, 'first'))
    await world.sync()
    write(world, MAIN, makeLines(ONE))
    const second = log(world, prompt(ONE, 'second'))
    await world.sync()
    expect(restoreHistory(world, ONE)).toEqual({ [LOG]: first + second })
    await checkRebuild(world)
    await world.sync()
    expect(readGenerations(world, LOG).toSorted()).toEqual([first, first + second].toSorted())
  })
  test('are found in older generations of the log too', async () => {
    const world = makeWorld({ [OTHER]: makeLines(TWO) })
    const first = log(world, prompt(ONE, 'first'))
    await world.sync()
    writeFileSync(join(world.config, LOG), toLines([prompt('nobody', 'the log was emptied')]))
    await world.sync()
    write(world, MAIN, makeLines(ONE))
    await world.sync()
    expect(restoreHistory(world, ONE)).toEqual({ [LOG]: first })
  })
  test('are joined later where a sync was stopped before it came to them', async () => {
    const world = makeWorld({ [OTHER]: makeLines(TWO) })
    const first = log(world, prompt(ONE, 'first'))
    await world.sync()
    write(world, MAIN, makeLines(ONE))
    let calls = 0
    const controller = new AbortController()
    await world.sync({
      signal: controller.signal,
      onProgress: ({ sessionsDone }) => {
        if (sessionsDone > 0 && calls++ === 0) controller.abort()
      },
    })
    expect(readGenerations(world, LOG)).toEqual([first])
    await world.sync()
    expect(restoreHistory(world, ONE)).toEqual({ [LOG]: first })
  })
  test('no line is lost or doubled, however sessions and lines come', async () => {
    const step = fc.record({
      lines: fc.array(fc.constantFrom(ONE, TWO, THREE, undefined), { maxLength: 4 }),
      adds: fc.option(fc.constantFrom(ONE, TWO), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async steps => {
        const world = makeWorld({ 'projects/-home-dev-app/.keep': '' })
        const expected = new Map<string | undefined, string>()
        let number = 0
        for (const { lines, adds } of steps) {
          for (const id of lines) {
            const text = log(world, prompt(id, `prompt ${number++}`))
            expected.set(id, (expected.get(id) ?? '') + text)
          }
          if (adds) write(world, `projects/-home-dev-app/${adds}.jsonl`, makeLines(adds))
          await world.sync()
        }
        const kept = new Set(readManifest(world.archive).sessions.size > 0 ? listKept(world) : [])
        for (const id of kept) expect(restoreHistory(world, id)[LOG]).toBe(expected.get(id))
        const all = readGenerations(world, LOG).join('')
        for (let at = 0; at < number; at++) expect(all).toContain(`"prompt ${at}"`)
        if (kept.size > 0 || number > 0) await checkRebuild(world)
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  function listKept(world: World): readonly string[] {
    return query(world, 'SELECT id FROM sessions').map(({ id }) => id as string)
  }
})

describe('forget', () => {
  test('leaves no byte of prompts and pastes that stood under no session', async () => {
    const world = makeWorld({
      [OTHER]: makeLines(TWO),
      'paste-cache/aa11.txt': 'xyzzypaste of one',
      'paste-cache/bb22.txt': 'plughpaste of both',
      'paste-cache/cc33.txt': 'fnordpaste of another',
    })
    log(world, prompt(ONE, 'xyzzyprompt', pasted('aa11', 'bb22')), prompt('nobody', 'stays', pasted('bb22', 'cc33')))
    appendFileSync(join(world.config, LOG), `{"display":"xyzzycut","sessionId":"${ONE}"\n`)
    await world.sync()
    // An older generation with a line that is in no newer one.
    writeFileSync(join(world.config, LOG), toLines([prompt(ONE, 'xyzzylater'), prompt('nobody', 'stays too')]))
    await world.sync()
    write(world, MAIN, makeLines(ONE, { prompt: 'xyzzytranscript' }))
    await world.sync()
    expect(readEverything(world)).toContain('xyzzyprompt')
    expect(await forget(world, ONE)).toMatchObject({ sessions: 1, isErased: true })
    const left = readEverything(world)
    expect(left).not.toContain('xyzzy')
    for (const text of ['stays', 'stays too', 'plughpaste', 'fnordpaste']) expect(left).toContain(text)
    await checkRebuild(world)
    const report = await world.sync()
    expect(report).toMatchObject({ problems: [], sessions: { forgotten: 1, added: 0 } })
    log(world, prompt(ONE, 'xyzzyagain'), prompt('nobody', 'goes on'))
    expect((await world.sync()).problems).toEqual([])
    expect(readEverything(world)).not.toContain('xyzzy')
    expect(readGenerations(world, LOG).at(-1)).toContain('goes on')
    await checkRebuild(world)
  })
  test('is possible where the log is damaged, and the log is read again', async () => {
    for (const share of [0.1, 0.9]) {
      const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
      const lines = log(world, prompt('nobody', 'of nobody'), prompt(TWO, 'of two'))
      await world.sync()
      flip(pathOfHistory(world, 0), share)
      expect(await forget(world, ONE)).toMatchObject({ sessions: 1 })
      expect((await world.sync()).problems).toEqual([])
      expect(readGenerations(world, LOG).join('')).toContain(lines.split('\n')[0])
      await checkRebuild(world)
    }
  })
})

describe('a run that was cut off between archive and index', () => {
  /** Does something, then puts the index back to what it said before. */
  async function cutOff(world: World, sessions: readonly number[], act: () => Promise<unknown>): Promise<void> {
    const index = join(world.keepDir, 'index.db')
    const before = readFileSync(index)
    await act()
    for (const ending of ['-wal', '-shm']) rmSync(index + ending, { force: true })
    writeFileSync(index, before)
    writeItem(join(world.keepDir, 'unfinished/cut.json'), JSON.stringify(sessions))
  }
  test('doubles no line, also where more came meanwhile', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    const lines = [log(world, prompt(ONE, 'a'), prompt('nobody', 'b'))]
    await world.sync()
    lines.push(log(world, prompt(ONE, 'c'), prompt('nobody', 'd')))
    await cutOff(world, [0, 1], () => world.sync())
    lines.push(log(world, prompt(ONE, 'e'), prompt('nobody', 'f')))
    await world.sync()
    const [one, nobody] = [0, 1].map(at => lines.map(pair => `${pair.split('\n')[at]}\n`).join(''))
    expect(readGenerations(world, LOG).toSorted()).toEqual([one, nobody].toSorted())
    await checkRebuild(world)
  })
  test('joins prompts to their session once', async () => {
    const world = makeWorld({ [OTHER]: makeLines(TWO) })
    const first = log(world, prompt(ONE, 'first'))
    await world.sync()
    write(world, MAIN, makeLines(ONE))
    await cutOff(world, [2], () => world.sync())
    await world.sync()
    expect(readGenerations(world, LOG)).toEqual([first, first])
    await checkRebuild(world)
  })
  test('forgets all the same', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO), 'paste-cache/aa11.txt': 'xyzzypaste' })
    log(world, prompt('nobody', 'stays'), prompt(THREE, 'xyzzyprompt', pasted('aa11')))
    await world.sync()
    await cutOff(world, [0], () => forget(world, THREE))
    await world.sync()
    expect(readEverything(world)).not.toContain('xyzzy')
    expect(query(world, 'SELECT role FROM files WHERE session = 0')).toEqual([{ role: 'history' }])
    await checkRebuild(world)
  })
})

describe('excluded projects', () => {
  test('have no prompts and pastes in the archive either', async () => {
    const world = makeWorld({
      [MAIN]: makeLines(ONE),
      [OTHER]: makeLines(TWO, { cwd: '/home/dev/secret' }),
      'paste-cache/aa11.txt': 'xyzzypaste',
      'paste-cache/bb22.txt': 'a paste to keep',
    })
    log(
      world,
      prompt(ONE, 'to keep', pasted('bb22')),
      prompt(TWO, 'xyzzy by session', { project: undefined, ...pasted('aa11') }),
      prompt('not-there-yet', 'xyzzy by path', { project: '/home/dev/secret', ...pasted('aa11') }),
      prompt(undefined, 'xyzzy without session', { project: '/home/dev/secret/inner' }),
    )
    await world.sync({ exclude: ['/home/dev/secret'] })
    expect(readEverything(world)).not.toContain('xyzzy')
    expect(restoreHistory(world, ONE)).toMatchObject({ 'paste-cache/bb22.txt': 'a paste to keep' })
    await checkRebuild(world)
  })
  test('are not known to a sync of one folder: it leaves the log to the next whole one', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), 'projects/-secret/x.jsonl': makeLines(TWO, { cwd: '/secret' }) })
    await world.sync({ exclude: ['/secret'] })
    const line = log(world, prompt(ONE, 'to keep'), prompt(TWO, 'xyzzy', { project: undefined })).split('\n')[0]
    appendFileSync(join(world.config, MAIN), toLines(makeLines(ONE)))
    const path = join(world.config, dirname(MAIN))
    const root = { path: dirname(path), realPath: dirname(path), isFile: false, configPath: world.config }
    const folders = [{ root: { ...root, from: 'named' as const }, path }]
    await world.sync({ exclude: ['/secret'], folders })
    expect(readEverything(world)).not.toContain('xyzzy')
    await world.sync({ exclude: ['/secret'] })
    expect(readEverything(world)).not.toContain('xyzzy')
    expect(restoreHistory(world, ONE)).toEqual({ [LOG]: `${line}\n` })
  })
})

describe('damage', () => {
  test('of what is kept of the log is told, and the log is kept once more', async () => {
    for (const session of [0, 1]) {
      for (const share of [0, 0.3, 0.6, 0.99]) {
        const world = makeWorld({ [MAIN]: makeLines(ONE) })
        const first = log(world, prompt(ONE, 'of one'), prompt('nobody', 'of nobody'))
        await world.sync()
        flip(pathOfHistory(world, session), share)
        const second = log(world, prompt(ONE, 'one again'), prompt('nobody', 'nobody again'))
        const { problems } = await world.sync()
        expect(problems).toMatchObject([{ code: 'unreadable' }])
        const lines = (first + second).split('\n')
        const at = session === 0 ? 1 : 0
        const file = [...readManifest(world.archive).files.values()].find(
          kept => kept.role === 'history' && kept.session === session,
        )
        expect(file?.generations.map(({ why }) => why)).toEqual(['new', 'replaced'])
        expect(readNewest(world, session)).toBe(`${lines[at]}\n${lines[at + 2]}\n`)
        expect((await world.sync()).problems).toEqual([])
        await checkRebuild(world)
      }
    }
  })
  test('of a paste stops nothing', async () => {
    for (const share of [0, 0.3, 0.6, 0.99]) {
      const world = makeWorld({ [OTHER]: makeLines(TWO), 'paste-cache/aa11.txt': 'a long paste' })
      const first = log(world, prompt(ONE, 'of one', pasted('aa11')))
      await world.sync()
      const [row] = query(world, "SELECT sha256 FROM files WHERE role = 'paste'")
      flip(blobPath(world.archive, row?.sha256 as string), share)
      rmSync(join(world.config, 'paste-cache/aa11.txt'))
      write(world, MAIN, makeLines(ONE))
      expect((await world.sync()).problems).toMatchObject([{ code: 'unreadable' }])
      expect(restoreHistory(world, ONE)).toEqual({ [LOG]: first })
    }
  })

  function readNewest(world: World, session: number): string {
    const path = pathOfHistory(world, session)
    const { frames } = listFrames(path)
    return frames.map(frame => readFrame(path, frame)?.toString()).join('')
  }
})

test('links among companions are not followed', async () => {
  const world = makeWorld({
    [MAIN]: [
      ...makeLines(ONE),
      { type: 'user', slug: 'brave-fox', uuid: 'x', sessionId: ONE, message: { role: 'user', content: 'Plan it' } },
    ],
    [`projects/-home-dev-app/${ONE}/tool-results/real.txt`]: 'a real output',
    [LOG]: [prompt(ONE, 'x', pasted('aa11'))],
    'elsewhere/passwd': 'xyzzysecret',
  })
  for (const path of [
    `projects/-home-dev-app/${ONE}/tool-results/link.txt`,
    `projects/-home-dev-app/${ONE}/subagents/agent-a1.jsonl`,
    `projects/-home-dev-app/${ONE}/subagents/agent-a2.meta.json`,
    `file-history/${ONE}/abc@v1`,
    `tasks/${ONE}/1.json`,
    `todos/${ONE}-agent-${ONE}.json`,
    'plans/brave-fox.md',
    'paste-cache/aa11.txt',
  ]) {
    const full = join(world.config, path)
    mkdirSync(dirname(full), { recursive: true })
    symlinkSync(join(world.config, 'elsewhere/passwd'), full)
  }
  await world.sync()
  await world.sync()
  const everything = readEverything(world)
  expect(everything).toContain('a real output')
  expect(everything).not.toContain('xyzzysecret')
  expect(existsSync(join(world.config, 'elsewhere/passwd'))).toBe(true)
})
