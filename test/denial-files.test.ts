import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeShape } from '../bench/shapes/shape.ts'
import { SHAPES } from '../bench/shapes/table.ts'
import type { DiskFile } from '../src/ingest/disk-file.ts'
import { OpenFiles } from '../src/ingest/opened-file.ts'
import { ENTRY } from './cli-runner.ts'
import { makeKeepHome } from './keep-home.ts'
import { checkRebuild, MAIN, makeWorld, query } from './keep-world.ts'
import { makeLines, makeTree, ONE, TWO, toLines } from './temp-tree.ts'

const THIRD = '33333333-3333-4333-8333-333333333333'

/** Agents with descriptions, so that there are files of both kinds. */
function makeAgents(folder: string, count: number): void {
  const shape = SHAPES.find(({ name }) => name === 'agents with descriptions')
  if (shape) writeShape(folder, shape.make(count))
}

describe('more files than may be open', () => {
  test('are kept all the same, and so are other sessions', () => {
    const home = makeTree({ [`config/projects/-home-dev-other/${ONE}.jsonl`]: makeLines(ONE) })
    makeAgents(join(home, 'config'), 400)
    const script = 'ulimit -n 128; exec "$0" "$@"'
    const { status, stderr, stdout } = spawnSync('sh', ['-c', script, process.execPath, ENTRY, 'sync', '--json'], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: home,
        BACKSCROLL_HOME: join(home, 'keep'),
        CLAUDE_CONFIG_DIR: join(home, 'config'),
      },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { sessions, files } = JSON.parse(stdout) as { sessions: { added: number }; files: { changed: number } }
    expect(sessions.added).toBe(2)
    expect(files.changed).toBe(2 + 2 * 400)
  })

  test('are closed until they are read, and the first stay open', () => {
    const folder = makeTree(Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.jsonl`, `${at}\n`])))
    const open = new OpenFiles(2)
    const opened = Array.from({ length: 5 }, (_, at) => open.open(diskFile(join(folder, `${at}.jsonl`))))
    expect(open.heldCount).toBe(2)
    rmSync(join(folder, '0.jsonl'))
    const texts = opened.map(file => {
      const text = Buffer.concat([...file.chunks(0)].map(chunk => Buffer.from(chunk))).toString()
      expect(open.heldCount).toBeLessThanOrEqual(2)
      file.close()
      return text
    })
    expect(texts).toEqual(['0\n', '1\n', '2\n', '3\n', '4\n'])
    expect(open.heldCount).toBe(0)
  })

  test('that were replaced before they were read are gone, and not read as what they are not', () => {
    const folder = makeTree({ 'a.jsonl': 'a\n', 'b.jsonl': 'b\n', 'c.jsonl': 'c\n', 'x.jsonl': 'other\n' })
    const open = new OpenFiles(2)
    const [, , last] = ['a', 'b', 'c'].map(name => open.open(diskFile(join(folder, `${name}.jsonl`))))
    open.open(diskFile(join(folder, 'x.jsonl')))
    renameSync(join(folder, 'x.jsonl'), join(folder, 'c.jsonl'))
    expect(() => [...(last?.chunks(0) ?? [])]).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })
})

describe('a session that cannot be kept', () => {
  const three = [ONE, TWO, THIRD].map(id => [MAIN.replace(ONE, id), makeLines(id)] as const)

  /** Where the archive would write what is new of a kept session stands a folder. */
  function block(world: World, id: string): string {
    const file = query(world, `SELECT file FROM files WHERE path LIKE '%${id}.jsonl'`)[0]?.file as number
    const folder = join(world.archive, 'streams', file.toString(16).padStart(2, '0'))
    const path = join(folder, `${readdirSync(folder).find(name => name.startsWith(`${file}-`))}.new`)
    mkdirSync(path)
    return path
  }

  function grow(world: { readonly config: string }): void {
    for (const [path] of three) appendFileSync(join(world.config, path), toLines(makeLines(ONE, { prompt: 'More' })))
  }

  test.each([ONE, TWO, THIRD])('is named, and all others are kept (%s)', async id => {
    const world = makeWorld(Object.fromEntries(three))
    await world.sync()
    grow(world)
    const blocked = block(world, id)
    const report = await world.sync()
    expect(report.sessions.grown).toBe(2)
    expect(report.left.sessions).toBe(1)
    expect(report.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(`session ${id} could not be kept: ${blocked}`),
    ])
    rmSync(blocked, { recursive: true })
    const { sessions, problems } = await world.sync()
    expect({ grown: sessions.grown, problems }).toEqual({ grown: 1, problems: [] })
    await checkRebuild(world)
  })

  test('is the error itself where nothing else can be kept either', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    appendFileSync(join(world.config, MAIN), toLines(makeLines(ONE, { prompt: 'More' })))
    block(world, ONE)
    await expect(world.sync()).rejects.toThrow(expect.objectContaining({ code: 'archive-failed' }))
  })

  test('makes `sync` end with 2 and a sentence that names it', async () => {
    const home = makeKeepHome()
    await home.run(['sync'])
    appendFileSync(home.transcript, toLines(makeLines(ONE, { prompt: 'More' })))
    appendFileSync(home.transcript.replace(ONE, TWO), toLines(makeLines(TWO, { prompt: 'More' })))
    const world = { archive: join(home.keep, 'archive'), keepDir: home.keep }
    block(world, ONE)
    const { code, out, err } = await home.run(['sync'])
    expect(code).toBe(2)
    expect(out).toContain('1 grown session')
    expect(err).toContain(`session ${ONE} could not be kept`)
    expect(err).not.toContain('    at ')
  })
})

type World = Pick<ReturnType<typeof makeWorld>, 'archive' | 'keepDir'>

function diskFile(path: string): DiskFile {
  const { size, mtimeMs, dev, ino } = statSync(path)
  const nobody = { agentId: undefined, workflowId: undefined }
  return { role: 'agent', path, place: path, sizeBytes: size, mtimeMs, identity: `${dev}:${ino}`, ...nobody }
}
