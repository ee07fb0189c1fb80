import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { createArchiveWriter } from './archive-writer.ts'
import { splitPlace } from './plan-restore.ts'
import { readManifest } from './read-manifest.ts'
import { RestoreConflict, type RestoreRequest, restoreSession } from './restore-session.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const NOW = Date.parse('2026-11-16T12:00:00Z')

interface Kept {
  readonly role: string
  readonly place: string
  /** One content per generation. */
  readonly contents: readonly (string | Uint8Array)[]
  /** The commit that each came with, from 1: all in the first unless told. */
  readonly commits?: readonly number[]
  /** Where each stood, if not always at `place`. */
  readonly places?: readonly string[]
}

const MAIN: Kept = { role: 'main', place: `projects/-app/${ID}.jsonl`, contents: ['{"a":1}\n{"b":2}\n'] }
const AGENT: Kept = { role: 'agent', place: `projects/-app/${ID}/subagents/agent-1.jsonl`, contents: ['{"c":3}\n'] }
const BLOB: Kept = {
  role: 'file-history',
  place: `file-history/${ID}/abc@v1`,
  contents: [new Uint8Array([0, 255, 10])],
}
const HISTORY: Kept = { role: 'history', place: 'history.jsonl', contents: [`{"sessionId":"${ID}"}\n`] }

/** An archive with one session, whose config folder is `<folder>/claude`. */
async function keep(files: readonly Kept[], more: { readonly configPath?: string | undefined } = {}) {
  const folder = makeTree({ 'claude/x': '' })
  const archive = join(folder, 'archive')
  const config = 'configPath' in more ? more.configPath : join(folder, 'claude')
  const writer = createArchiveWriter(archive, { nextSession: 1, nextFile: 1, manifestBytes: 0 })
  const base = config ?? join(folder, 'claude')
  const place = { folder: join(base, 'projects', '-app'), rootPath: join(base, 'projects'), configPath: config }
  const session = writer.addSession({ id: ID, name: ID, ...place, isImported: false })
  const numbers = files.map(({ role }) =>
    writer.addFile({ session, role, storage: storageOf(role), agentId: undefined, workflowId: undefined }),
  )
  const last = Math.max(...files.flatMap(({ commits = [1] }) => commits))
  for (let commit = 1; commit <= last; commit++) {
    for (const [index, kept] of files.entries()) keepIn(commit, kept, numbers[index] as number)
    await writer.commit()
  }
  const request: RestoreRequest = { archive, session, to: undefined, generation: undefined, now: NOW, trusted: [] }
  return { folder, archive, config: base, request, to: join(folder, 'restored') }

  function keepIn(commit: number, { role, place, contents, commits, places }: Kept, file: number): void {
    for (const [at, content] of contents.entries()) {
      if ((commits?.[at] ?? 1) !== commit) continue
      const stood = places?.[at] ?? place
      // The clock goes back with every commit.
      const when = { why: 'new', at: NOW - commit } as const
      const facts = { file, generation: at + 1, path: join(base, stood), place: stood, ...when }
      const bytes = Buffer.from(content)
      if (storageOf(role) === 'blob') writer.putBlob({ ...facts, mtimeMs: 1 }, [bytes])
      else {
        const stream = writer.openStream(writer.beginGeneration(facts))
        stream.append(bytes)
        stream.finish({ mtimeMs: 1 })
      }
    }
  }
}

function storageOf(role: string): 'blob' | 'stream' {
  return role === 'file-history' ? 'blob' : 'stream'
}

/** Every file below a folder with its content. */
function readTree(folder: string): { readonly [path: string]: string } {
  if (!existsSync(folder)) return {}
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  const paths = files.map(item => join(item.parentPath, item.name)).sort()
  return Object.fromEntries(paths.map(path => [relative(folder, path), readFileSync(path, 'latin1')]))
}

function writeAt(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

/** It throws, and the folder is as before. */
function checkRefusal(request: RestoreRequest, target: string, why: RegExp): unknown {
  const before = readTree(target)
  let thrown: unknown
  try {
    restoreSession(request)
  } catch (error) {
    thrown = error
  }
  expect(String(thrown)).toMatch(why)
  expect(readTree(target)).toEqual(before)
  return thrown
}

describe('a restored session', () => {
  test('is byte for byte what was kept, laid out like a config folder, and written now', async () => {
    const { request, to } = await keep([MAIN, AGENT, BLOB, HISTORY])
    const { files, left, target } = restoreSession({ ...request, to })
    expect(readTree(to)).toEqual({
      [MAIN.place]: MAIN.contents[0],
      [AGENT.place]: AGENT.contents[0],
      [BLOB.place]: '\x00\xff\n',
      [HISTORY.place]: HISTORY.contents[0],
    })
    expect([target, left, files.every(file => file.isWritten)]).toEqual([to, [], true])
    for (const { path, bytes } of files) {
      const stat = statSync(path)
      expect([stat.size, stat.mtimeMs, stat.mode & 0o777]).toEqual([bytes, NOW, 0o600])
    }
  })
  test('goes back to where it stood', async () => {
    const { request, config } = await keep([MAIN, AGENT])
    expect(restoreSession(request).target).toBe(config)
    expect(readTree(join(config, 'projects'))).toEqual({
      [`-app/${ID}.jsonl`]: MAIN.contents[0],
      [`-app/${ID}/subagents/agent-1.jsonl`]: AGENT.contents[0],
    })
  })
  test('that stood outside any config folder goes back there too', async () => {
    const { request, config } = await keep([MAIN, AGENT], { configPath: undefined })
    expect(restoreSession(request).target).toBe(join(config, 'projects', '-app'))
    expect(Object.keys(readTree(join(config, 'projects', '-app')))).toHaveLength(2)
  })
  test('may be there already: the same files are left alone', async () => {
    const { request, to } = await keep([MAIN, AGENT, BLOB])
    restoreSession({ ...request, to })
    const { files } = restoreSession({ ...request, to, now: NOW + 1000 })
    expect(files.map(file => file.isWritten)).toEqual([false, false, false])
    expect(files.map(file => statSync(file.path).mtimeMs)).toEqual([NOW, NOW, NOW])
  })
  test('may be empty, or large', async () => {
    const large = `${'x'.repeat(700_000)}\n`.repeat(4)
    const { request, to } = await keep([
      { ...MAIN, contents: [large] },
      { ...AGENT, contents: [''] },
    ])
    restoreSession({ ...request, to })
    const tree = readTree(to)
    expect(tree[MAIN.place] === large).toBe(true)
    expect(tree[AGENT.place]).toBe('')
  })
  test('law: any bytes come back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), async (main, blob) => {
        const { request, to } = await keep([
          { ...MAIN, contents: [main] },
          { ...BLOB, contents: [blob] },
        ])
        restoreSession({ ...request, to })
        expect(readFileSync(join(to, MAIN.place)).equals(main)).toBe(true)
        expect(readFileSync(join(to, BLOB.place)).equals(blob)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a different file that is there', () => {
  test('is never overwritten, and then nothing is written at all', async () => {
    const { request, to } = await keep([AGENT, BLOB, MAIN])
    writeAt(join(to, MAIN.place), '{"mine":1}\n')
    const error = checkRefusal({ ...request, to }, to, /nothing was written: a file of this session exists already/)
    expect((error as RestoreConflict).paths).toEqual([join(to, MAIN.place)])
    expect((error as RestoreConflict).hint).toContain(`restore ${ID} --to DIR`)
  })
  test('may be a folder, or longer than what is kept', async () => {
    const { request, to } = await keep([MAIN, AGENT])
    writeAt(join(to, MAIN.place, 'x'), '')
    writeAt(join(to, AGENT.place), `${AGENT.contents[0]}{"more":1}\n`)
    const error = checkRefusal({ ...request, to }, to, /2 files of this session exist already and differ/)
    expect(error).toBeInstanceOf(RestoreConflict)
  })
  test('of the log of prompts is left as it is, and the rest restored', async () => {
    const { request, to } = await keep([MAIN, HISTORY])
    writeAt(join(to, 'history.jsonl'), '{"sessionId":"other"}\n')
    const { left, files } = restoreSession({ ...request, to })
    expect(left).toEqual([
      { path: join(to, 'history.jsonl'), why: expect.stringContaining('left as it is'), isLost: false },
    ])
    expect(files.map(file => file.role)).toEqual(['main'])
    expect(readFileSync(join(to, 'history.jsonl'), 'utf8')).toBe('{"sessionId":"other"}\n')
  })
  test('of the log of prompts that holds the same lines needs no word', async () => {
    const { request, to } = await keep([MAIN, HISTORY])
    writeAt(join(to, 'history.jsonl'), `{"sessionId":"other"}\n${HISTORY.contents[0]}{"sessionId":"third"}`)
    expect(restoreSession({ ...request, to }).left).toEqual([])
  })
})

describe('a hostile place', () => {
  const checkPlace = async (place: string): Promise<void> => {
    const { request, to, folder } = await keep([MAIN, { ...AGENT, place }])
    const before = Object.keys(readTree(folder))
    const { left } = restoreSession({ ...request, to })
    expect(left).toEqual([{ path: place, why: 'would leave the folder', isLost: true }])
    const added = Object.keys(readTree(folder)).filter(path => !before.includes(path))
    expect(added).toEqual([join('restored', MAIN.place)])
  }
  test('that leads out of the folder is not used', async () => {
    for (const place of ['/etc/x', '../x', 'projects/../../x', 'a//b', 'a/./b', '', 'a\0b', `${'x'.repeat(300)}`]) {
      await checkPlace(place)
    }
  })
  test('law: what is used stays inside', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('..', '.', '', 'a', '/', '\\', '\0', 'b c')), parts => {
        const place = parts.join('/')
        const split = splitPlace(place)
        if (split) expect(relative('/base', join('/base', ...split))).toBe(place)
      }),
    )
  })
  test('through a link that leads out is refused', async () => {
    const { request, to, folder } = await keep([MAIN, BLOB])
    mkdirSync(join(folder, 'outside'))
    mkdirSync(to)
    symlinkSync(join(folder, 'outside'), join(to, 'projects'))
    checkRefusal({ ...request, to }, folder, /projects is a link to .*outside, outside the folder: nothing was written/)
  })
  test('through a link is fine where the client itself uses it, or it stays inside', async () => {
    const { request, to, folder } = await keep([MAIN])
    mkdirSync(join(folder, 'outside'))
    mkdirSync(join(to, 'elsewhere'), { recursive: true })
    symlinkSync(join(folder, 'outside'), join(to, 'projects'))
    restoreSession({ ...request, to, trusted: [join(folder, 'outside')] })
    expect(readTree(join(folder, 'outside'))).toEqual({ [`-app/${ID}.jsonl`]: MAIN.contents[0] })
    const second = join(folder, 'second')
    mkdirSync(join(second, 'elsewhere'), { recursive: true })
    symlinkSync('elsewhere', join(second, 'projects'))
    restoreSession({ ...request, to: second })
    expect(existsSync(join(second, 'elsewhere', '-app', `${ID}.jsonl`))).toBe(true)
  })
  test('at the end of which a link waits is refused', async () => {
    const { request, to, folder } = await keep([MAIN])
    writeAt(join(folder, 'secret'), 'precious')
    mkdirSync(join(to, 'projects', '-app'), { recursive: true })
    symlinkSync(join(folder, 'secret'), join(to, MAIN.place))
    checkRefusal({ ...request, to }, folder, /is a link to .*secret, outside the folder/)
  })
  test('below a file is refused', async () => {
    const { request, to } = await keep([MAIN])
    writeAt(join(to, 'projects'), 'a file')
    checkRefusal({ ...request, to }, to, /projects is not a folder: nothing was written/)
  })
})

describe('generations', () => {
  const OLD = { ...MAIN, contents: ['first\n', 'second\n', 'third\n'], commits: [1, 3, 5] }
  test('are restored by number, the other files as they were then, whatever the clock said', async () => {
    const plan: Kept = { role: 'plan', place: 'plans/a.md', contents: ['a', 'b', 'c', 'd'], commits: [1, 2, 3, 5] }
    const late: Kept = { role: 'task', place: `tasks/${ID}/1.json`, contents: ['{}'], commits: [4] }
    const { request, folder } = await keep([plan, OLD, late])
    const at = (generation: number | undefined) => {
      const to = join(folder, `g${generation}`)
      const { left } = restoreSession({ ...request, to, generation })
      const tree = readTree(to)
      return [tree[MAIN.place], tree[plan.place], tree[late.place], left]
    }
    const notYet = { path: late.place, why: 'came with a later generation', isLost: false }
    expect(at(1)).toEqual(['first\n', 'b', undefined, [notYet]])
    expect(at(2)).toEqual(['second\n', 'c', '{}', []])
    expect(at(3)).toEqual(['third\n', 'd', '{}', []])
    expect(at(undefined)).toEqual(['third\n', 'd', '{}', []])
  })
  test.each([true, false])(
    'of a session that moved stand in one folder each (in a config folder: %s)',
    async isConfig => {
      const moved = (place: string) => place.replace('/-app/', '/-moved/')
      const move = (kept: Kept): Kept => ({
        ...kept,
        contents: ['before\n', 'after\n'],
        commits: [1, 2],
        places: [kept.place, moved(kept.place)],
      })
      const beside = { ...AGENT, place: 'projects/-app/agent-2.jsonl' }
      const gone = { ...AGENT, place: `projects/-app/${ID}/subagents/agent-3.jsonl` }
      const kept = [move(MAIN), move(AGENT), beside, gone]
      const { request, config, folder } = await keep(kept, isConfig ? {} : { configPath: undefined })
      const listAt = (generation: number) => {
        restoreSession({ ...request, generation })
        const to = join(folder, `g${generation}`)
        restoreSession({ ...request, generation, to })
        const tree = readTree(join(config, 'projects'))
        expect(readTree(join(to, 'projects'))).toEqual(tree)
        rmSync(join(config, 'projects'), { recursive: true })
        return Object.keys(tree)
      }
      const all = kept.map(({ place }) => place.slice('projects/'.length)).sort()
      expect(listAt(1)).toEqual(all)
      expect(listAt(2)).toEqual(all.map(place => place.replace('-app/', '-moved/')))
    },
  )
  test('that are not there are named', async () => {
    const { request, to } = await keep([OLD])
    const error = checkRefusal({ ...request, to, generation: 4 }, to, /no generation 4/)
    expect((error as { hint?: string }).hint).toMatch(/There are 3: 1, 2, 3/)
  })
  test('of two files in one place give way to the later one', async () => {
    const { request, to } = await keep([MAIN, { ...AGENT, commits: [2] }, { ...AGENT, contents: ['earlier\n'] }])
    const { left } = restoreSession({ ...request, to })
    expect(readTree(to)[AGENT.place]).toBe(AGENT.contents[0])
    expect(left).toEqual([{ path: AGENT.place, why: 'gave its place to another file later', isLost: false }])
  })
})

describe('what goes wrong', () => {
  test('on the disk takes back every file and folder', async () => {
    if (process.getuid?.() === 0) return checkFullFolder()
    const { request, to } = await keep([MAIN, BLOB])
    mkdirSync(join(to, 'file-history'), { recursive: true })
    chmodSync(join(to, 'file-history'), 0o500)
    checkRefusal({ ...request, to }, to, /cannot be written \(EACCES\): nothing was restored/)
    expect(readdirSync(to)).toEqual(['file-history'])
  })
  test('in a companion leaves it out and says so', async () => {
    const { request, to, archive } = await keep([MAIN, AGENT, BLOB])
    const sha256 = [...readManifest(archive).files.values()][2]?.generations[0]?.blob?.sha256 ?? ''
    writeFileSync(join(archive, 'blobs', sha256.slice(0, 2), `${sha256}.zst`), 'garbage')
    const { left, files } = restoreSession({ ...request, to })
    expect(left).toEqual([{ path: join(to, BLOB.place), why: expect.stringMatching(/damaged/), isLost: true }])
    expect(files.map(file => file.role)).toEqual(['main', 'agent'])
  })
  test('in the transcript itself writes nothing', async () => {
    const { request, to, archive } = await keep([AGENT, MAIN])
    writeFileSync(join(archive, 'streams', '02', '2-1.tail.zst'), 'garbage')
    checkRefusal({ ...request, to }, to, /2-1\.tail\.zst in the archive is damaged/)
    expect(existsSync(to)).toBe(false)
  })
  test('because the session is not kept is said', async () => {
    const { request, to } = await keep([MAIN])
    checkRefusal({ ...request, to, session: 7 }, to, /the archive holds no session 7/)
  })
})

/** The superuser may write anywhere but below a file system's own limits: a name too long for it will do. */
async function checkFullFolder(): Promise<void> {
  const long = { ...BLOB, place: `file-history/${'\u00e4'.repeat(200)}` }
  const { request, to } = await keep([MAIN, long])
  checkRefusal({ ...request, to }, to, /cannot be (written|looked at) \(ENAMETOOLONG\): nothing was/)
  expect(existsSync(to)).toBe(false)
}
