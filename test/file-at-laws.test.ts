import { expect, test } from 'vitest'
import { openTimeline, openTimelines, stateAt } from '../src/query/file-at/file-timeline.ts'
import { resolveMoment } from '../src/query/file-at/resolve-moment.ts'
import { type Client, type Disk, startClient } from './file-client.ts'
import { keepScripts } from './lookup-world.ts'

const CWD = '/home/dev/app'
const ID = 'aaaaaaaa-0000-4000-8000-000000000001'
const TURNS = 40
const FILES = Array.from({ length: 6 }, (_, at) => `${CWD}/src/f${at}.ts`)

/** Numbers that are the same for a seed. */
function createChance(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One thing that happens in a session, seen or unseen; all that changes a file unseen leaves a trace that it may have. */
function act(client: Client, path: string, chance: (below: number) => number): void {
  const { disk } = client
  const text = disk.get(path)
  const word = `w${chance(1000)}`
  const spoil = (all: Disk): unknown => all.set(path, `${all.get(path) ?? ''}spoiled ${word}\n`)
  const what = chance(12)
  if (text === undefined || what === 0) client.write(path, `${word}\n\tindented\nlast${chance(2) === 0 ? '\n' : ''}`)
  else if (what === 1) client.bash('./generate.sh', chance(2) === 0 ? spoil : undefined)
  else if (what === 2) client.edit(path, firstWord(text), word).hook('ruff format', chance(2) === 0 ? spoil : undefined)
  else if (what === 3) client.outside(spoil).noticed(path)
  else if (what === 4) client.bash(`echo x >> ${path}`, spoil)
  else if (what === 5) client.bash('git status && cat src/*.ts')
  else if (what === 6) client.read(path)
  else if (what === 7) client.readPart(path, 1)
  else if (what === 8) client.edit(path, firstWord(text), word, { original: 'null' })
  else if (what === 9) client.edit(path, firstWord(text), word, { original: 'none' })
  else if (what === 10) client.edit(path, firstWord(text), 'x', { userText: word, all: true })
  else client.edit(path, firstWord(text), word)
}

function firstWord(text: string): string {
  return /\w+/.exec(text)?.[0] ?? ''
}

test('what is called exact or derived is what was on disk', { timeout: 60_000 }, async () => {
  let sure = 0
  let all = 0
  for (const seed of [1, 2, 3, 4, 5]) {
    const chance = createChance(seed)
    const client = startClient({ sessionId: ID, cwd: CWD, at: '2026-03-01T10:00:00.000Z', disk: new Map() })
    const disks = Array.from({ length: TURNS }, (_, turn) => {
      client.prompt(`turn ${turn}`)
      for (let count = chance(4); count >= 0; count--) act(client, FILES[chance(FILES.length)] as string, chance)
      client.answer('ok')
      return new Map(client.disk)
    })
    const keep = await keepScripts({ [`projects/-home-dev-app/${ID}.jsonl`]: client.lines() })
    const source = openTimelines(keep)
    const session = keep.store.get('SELECT session FROM sessions')?.session as number
    for (const path of FILES) {
      const timeline = openTimeline(source, path)
      for (const [at, disk] of disks.entries()) {
        const moment = resolveMoment(keep.store, { kind: 'session', session, turn: at + 1, isBefore: false })
        const { content, sureness } = stateAt(timeline, moment)
        all++
        if (sureness !== 'exact' && sureness !== 'derived') continue
        sure++
        const found = content?.kind === 'text' ? content.text : undefined
        expect({ seed, path, turn: at + 1, found }).toEqual({ seed, path, turn: at + 1, found: disk.get(path) })
      }
    }
  }
  // Else the law would say nothing.
  expect(sure / all).toBeGreaterThan(0.3)
})

/** The same with what takes files away, moves them and writes them whole; commands leave a trace, as above. */
function actRoughly(client: Client, path: string, chance: (below: number) => number): void {
  const text = client.disk.get(path)
  const word = `w${chance(1000)}`
  const spoil = (all: Disk): unknown => all.has(path) && all.set(path, `${all.get(path)}spoiled ${word}\n`)
  const move = (all: Disk): unknown => all.set(`${path}.bak`, text ?? '') && all.delete(path)
  const what = chance(12)
  if (text === undefined || what === 0) client.write(path, `${word}\n\tindented\nlast${chance(2) === 0 ? '\n' : ''}`)
  else if (firstWord(text) === '') client.edit(path, '', `${word} x\n`)
  else if (what === 1) client.bash(`rm ${path}`, disk => disk.delete(path))
  else if (what === 2) client.bash(`git mv ${path} ${path}.bak`, move)
  else if (what === 3) client.bash("grep -rl x . | xargs sed -i 's/x/y/'", spoil)
  else if (what === 4) client.bash('git checkout .', spoil)
  else if (what === 5) client.tool('mcp__fs__edit_file', { path }, {}).outside(spoil)
  else if (what === 6) client.write(path, `${text}more\n`, { original: chance(2) === 0 ? 'null' : 'none' })
  else if (what === 7) client.edit(path, firstWord(text), '')
  else act(client, path, chance)
}

/** Goes on from an earlier turn; the client puts back what it changed itself, or leaves all as it is. */
function rewind(client: Client, to: { readonly uuid: string | null; readonly disk: Disk }, takesCode: boolean): void {
  client.rewindTo(to.uuid)
  if (!takesCode) return
  const changed = new Set(
    client.lines().map(line => (line as { toolUseResult?: { filePath?: string } }).toolUseResult?.filePath),
  )
  for (const path of FILES.filter(path => changed.has(path))) {
    const old = to.disk.get(path)
    if (old === undefined) client.disk.delete(path)
    else client.disk.set(path, old)
  }
}

test('what is called exact or derived is what was on disk, over sessions and rewinds', {
  timeout: 60_000,
}, async () => {
  let [sure, all] = [0, 0]
  for (const seed of [101, 102, 105, 123, 137, 147, 174, 184]) {
    const chance = createChance(seed)
    const disk: Disk = new Map()
    const files: { [path: string]: readonly object[] } = {}
    const ends: { readonly id: string; readonly turn: number; readonly disk: Disk }[] = []
    for (const day of [1, 2, 3]) {
      const id = ID.replace(/1$/, String(day))
      const client = startClient({ sessionId: id, cwd: CWD, at: `2026-03-0${day}T10:00:00.000Z`, disk })
      const turns: { readonly uuid: string | null; readonly disk: Disk }[] = []
      for (let turn = 1; turn <= 15; turn++) {
        const to = turns[chance(turn)]
        if (to && turn > 3 && chance(5) === 0) rewind(client, to, chance(2) === 0)
        client.prompt(`turn ${turn}`)
        for (let count = chance(4); count > 0; count--) actRoughly(client, FILES[chance(4)] as string, chance)
        client.answer('ok')
        turns.push({ uuid: client.lastUuid, disk: new Map(disk) })
        ends.push({ id, turn, disk: new Map(disk) })
      }
      files[`projects/-home-dev-app/${id}.jsonl`] = client.lines()
      if (chance(2) === 0) disk.set(FILES[0] as string, 'from outside\n')
    }
    const keep = await keepScripts(files)
    const source = openTimelines(keep)
    for (const path of FILES.slice(0, 4)) {
      const timeline = openTimeline(source, path)
      for (const { id, turn, disk: then } of ends) {
        const session = keep.store.get('SELECT session FROM sessions WHERE id = ?', [id])?.session as number
        const { content, sureness } = stateAt(
          timeline,
          resolveMoment(keep.store, { kind: 'session', session, turn, isBefore: false }),
        )
        all++
        if (sureness !== 'exact' && sureness !== 'derived') continue
        sure++
        const found = content?.kind === 'text' ? content.text : undefined
        expect({ seed, id, path, turn, found }).toEqual({ seed, id, path, turn, found: then.get(path) })
      }
    }
  }
  expect(sure / all).toBeGreaterThan(0.3)
})
