import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addMark, countUnreadableMarks, dropMarks, readMarks } from '../src/archive/marks.ts'
import { readConfig, writeSetting } from '../src/config/config-file.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { listPending, takePending, writePending } from '../src/surfaces/cli/hook/pending.ts'
import { notesPlaces, readState, writeState } from '../src/surfaces/cli/notes/notes-state.ts'
import { recordLimits } from '../src/surfaces/cli/statusline/record-limits.ts'
import { PowerDisk } from './failing-disk.ts'
import { runHere } from './keep-home.ts'
import { createRandom } from './random.ts'
import { watchSteps } from './step-files.ts'
import { makeTree } from './temp-tree.ts'

const seed = Number(process.env.POWER_SEED ?? Date.now() % 1_000_000)
const CUTS = Number(process.env.POWER_CUTS ?? 24)

interface Scene {
  /** Everything of this is on the disk. */
  readonly files: { readonly [path: string]: string }
  readonly prepare?: ((home: string) => Promise<void> | void) | undefined
  act(home: string): Promise<void> | void
  /** Done: the power went after it had come to its end. */
  check(home: string, isDone: boolean): Promise<void> | void
}

/** Does it again and again, and lets the power go after any of its steps; what was not synced is lost, wholly or in part. */
async function cutPower({ files, prepare, act, check }: Scene): Promise<void> {
  const random = createRandom(seed)
  const steps = await doUntil({ files, prepare, act }, Number.POSITIVE_INFINITY)
  expect(steps.taken).toBeGreaterThan(1)
  for (let cut = 0; cut < CUTS; cut++) {
    const isDone = cut % 4 === 0
    const until = isDone ? Number.POSITIVE_INFINITY : Math.floor(random() * steps.taken)
    const { home, disk } = await doUntil({ files, prepare, act }, until)
    disk.cutPower(most => Math.floor(random() * (most + 1)))
    try {
      await check(home, isDone)
    } catch (cause) {
      throw new Error(`cut ${cut} of seed ${seed}`, { cause })
    }
  }
}

/** As a disk that hears of the first steps alone. */
async function doUntil({ files, prepare, act }: Pick<Scene, 'files' | 'prepare' | 'act'>, until: number) {
  const home = makeTree(files)
  await prepare?.(home)
  const disk = new PowerDisk(home)
  let taken = 0
  const end = watchSteps(home, {
    after({ name, path, from }) {
      if (taken >= until) return
      taken++
      if (name === 'renameSync' && from !== undefined) disk.noteRenamed(from, path)
      else if (name === 'rmSync' || name === 'unlinkSync') disk.noteRemoved(path)
      else if (name === 'fsyncSync') statSync(path).isDirectory() ? disk.noteFolderSynced(path) : disk.noteSynced(path)
      else if (WRITING.has(name)) disk.take(path)
    },
  })
  try {
    await act(home)
  } finally {
    end()
  }
  return { home, disk, taken }
}

const WRITING: ReadonlySet<string> = new Set([
  'openSync',
  'writeSync',
  'writeFileSync',
  'ftruncateSync',
  'copyFileSync',
])

test('pins and tags outlive a power cut', async () => {
  const mark = (home: string, session: string) => addMark(home, { session, at: 0, pin: true })
  await cutPower({
    files: {},
    prepare(home) {
      mark(home, 'before')
      addMark(home, { session: 'before', at: 0, tag: 'release', on: true })
    },
    act: home => mark(home, 'now'),
    check(home, isDone) {
      expect(readMarks(home).isPinned('before')).toBe(true)
      expect(readMarks(home).tagsOf('before')).toEqual(['release'])
      if (isDone) expect(readMarks(home).isPinned('now')).toBe(true)
      mark(home, 'later')
      expect(readMarks(home).pinned()).toContain('later')
      expect(countUnreadableMarks(home)).toBeLessThanOrEqual(1)
    },
  })
})

test('those that stay outlive a power cut while others are forgotten', async () => {
  await cutPower({
    files: {},
    prepare(home) {
      for (const session of ['stays', 'goes']) addMark(home, { session, at: 0, pin: true })
    },
    act: home => dropMarks(home, 'goes'),
    check(home, isDone) {
      expect(readMarks(home).isPinned('stays')).toBe(true)
      if (isDone) expect(readMarks(home).isPinned('goes')).toBe(false)
    },
  })
})

test('settings of our own are the old or the new ones after a power cut', async () => {
  await cutPower({
    files: { 'config.json': '{"recall":"session"}' },
    act: home => writeSetting(join(home, 'config.json'), 'recall', 'prompt'),
    check(home, isDone) {
      const { recall } = readConfig(join(home, 'config.json'))
      expect(isDone ? ['prompt'] : ['session', 'prompt']).toContain(recall)
    },
  })
})

const SETTINGS = '{ "hooks": { "Stop": [ ] },\n  "theme": "dark" }'
const CLIENT = {
  '.claude/projects/x/y': '',
  '.claude/settings.json': SETTINGS,
  '.claude.json': '{"mcpServers":{ }}',
  '.local/share/backscroll/x': '',
}
const readClient = (home: string) =>
  ['.claude/settings.json', '.claude.json'].map(name => readFileSync(join(home, name), 'utf8'))
const ORIGINAL = [SETTINGS, CLIENT['.claude.json']]

async function run(home: string, command: string): Promise<void> {
  const { code, err } = await runHere([command, '--yes'], { home })
  expect({ code, err }).toMatchObject({ code: 0 })
}

test.each(['install', 'uninstall'])(
  "the client's settings are whole after a power cut in %s, and taking it out gives back each byte",
  async command => {
    const known = makeTree(CLIENT)
    await run(known, 'install')
    const installed = readClient(known)
    await cutPower({
      files: CLIENT,
      prepare: home => (command === 'uninstall' ? run(home, 'install') : undefined),
      act: home => run(home, command),
      async check(home, isDone) {
        const found = readClient(home)
        for (const [at, text] of found.entries()) expect([ORIGINAL[at], installed[at]]).toContain(text)
        if (isDone) expect(found).toEqual(command === 'install' ? installed : ORIGINAL)
        for (const name of readdirSync(join(home, '.claude')).filter(one => /backup-\w+$/.test(one)))
          expect([ORIGINAL[0], installed[0]]).toContain(readFileSync(join(home, '.claude', name), 'utf8'))
        await run(home, 'uninstall')
        expect(readClient(home)).toEqual(ORIGINAL)
        expect(readdirSync(join(home, '.claude')).filter(name => name.endsWith('-new'))).toEqual([])
      },
    })
  },
)

test('requests of hooks are whole or not there after a power cut, and none of another session goes with it', async () => {
  const ask = (home: string, transcriptPath: string) =>
    writePending(hookPlaces(home), { transcriptPath, sessionId: undefined, event: 'Stop', at: 1, failed: 0 })
  await cutPower({
    files: {},
    prepare: home => ask(home, '/before.jsonl'),
    act: home => ask(home, '/now.jsonl'),
    check(home) {
      const paths = listPending(hookPlaces(home)).map(({ transcriptPath }) => transcriptPath)
      expect(paths).toContain('/before.jsonl')
      expect(paths.filter(path => path !== '/before.jsonl' && path !== '/now.jsonl')).toEqual([])
      // What is half there holds nobody up.
      ask(home, '/now.jsonl')
      const taken = takePending(hookPlaces(home), () => false)
      expect(taken.map(({ transcriptPath }) => transcriptPath).sort()).toEqual(['/before.jsonl', '/now.jsonl'])
    },
  })
})

test('which notes were written is known as before or as after a power cut', async () => {
  const places = (home: string) => notesPlaces(home, '/vault')
  const stateWith = (home: string, done: string) => ({ ...readState(places(home)), done })
  await cutPower({
    files: {},
    prepare: home => writeState(places(home), stateWith(home, 'before')),
    act: home => writeState(places(home), stateWith(home, 'now')),
    check: (home, isDone) => expect(isDone ? ['now'] : ['before', 'now']).toContain(readState(places(home)).done),
  })
})

test('limits that were recorded outlive a power cut, and more can be recorded', async () => {
  const record = (home: string, usedPercent: number) =>
    recordLimits(
      join(home, 'limits.jsonl'),
      { fiveHour: { usedPercent, resetsAt: undefined }, sevenDay: undefined, other: {} },
      { at: 1, session: 's' },
    )
  const used = (home: string) =>
    readFileSync(join(home, 'limits.jsonl'), 'utf8')
      .split('\n')
      .flatMap(line => (/^\{.*\}$/.test(line) ? [JSON.parse(line).fiveHour.used] : []))
  await cutPower({
    files: {},
    prepare: home => record(home, 1),
    act: home => record(home, 2),
    check(home) {
      expect(used(home)[0]).toBe(1)
      record(home, 3)
      expect(used(home).at(-1)).toBe(3)
    },
  })
})
