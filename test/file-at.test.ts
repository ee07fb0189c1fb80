import { describe, expect, test } from 'vitest'
import { type FileAt, fileAt } from '../src/query/file-at/file-at.ts'
import { fileStates, fileStateText } from '../src/query/file-at/file-states.ts'
import type { AskedMoment } from '../src/query/file-at/resolve-moment.ts'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { type Client, type Disk, startClient } from './file-client.ts'
import { keepScripts } from './lookup-world.ts'

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002']
const CWD = '/home/dev/app'
const FILE = `${CWD}/src/a.ts`
const FIRST = 'one\ntwo\nthree\n'

function start(sessionId = A, at = '2026-03-01T10:00:00.000Z', disk: Disk = new Map([[FILE, FIRST]])): Client {
  return startClient({ sessionId, cwd: CWD, at, disk })
}

async function keepAll(
  clients: { readonly [id: string]: Client | readonly object[] },
  more: { readonly [path: string]: string | readonly object[] } = {},
): Promise<IndexedKeep> {
  const files = Object.entries(clients).map(([id, client]) => [
    `projects/-home-dev-app/${id}.jsonl`,
    'lines' in client ? client.lines() : client,
  ])
  return await keepScripts({ ...Object.fromEntries(files), ...more })
}

function numberOf(keep: IndexedKeep, id: string): number {
  return keep.store.get('SELECT session FROM sessions WHERE id = ?', [id])?.session as number
}

function ask(keep: IndexedKeep, moment: AskedMoment, path = FILE): FileAt {
  return fileAt(keep, { path, moment }).answer
}

function atTurn(keep: IndexedKeep, turn: number | undefined, id = A, isBefore = false): AskedMoment {
  return { kind: 'session', session: numberOf(keep, id), turn, isBefore }
}

/** At the end of a turn, or right before one: how sure, the text, and why. */
function check(
  keep: IndexedKeep,
  moment: AskedMoment,
  expected: Pick<FileAt, 'sureness'> & { readonly text: string | undefined; readonly reasons?: FileAt['reasons'] },
): FileAt {
  const found = ask(keep, moment)
  expect({ sureness: found.sureness, text: found.text }).toEqual({ sureness: expected.sureness, text: expected.text })
  if (expected.reasons) expect(found.reasons).toEqual(expected.reasons)
  return found
}

describe('a file at a moment', () => {
  test('is what the last edit before it recorded and made of it', async () => {
    const client = start()
      .prompt('a')
      .edit(FILE, 'one', '1')
      .answer('ok')
      .prompt('b')
      .edit(FILE, 'two', '2')
      .answer('ok')
    const keep = await keepAll({ [A]: client })
    check(keep, atTurn(keep, 1, A, true), { sureness: 'exact', text: FIRST, reasons: ['recorded-after'] })
    check(keep, atTurn(keep, 1), {
      sureness: 'exact',
      text: '1\ntwo\nthree\n',
      reasons: ['recorded-before', 'confirmed'],
    })
    check(keep, atTurn(keep, 2), { sureness: 'exact', text: '1\n2\nthree\n', reasons: ['recorded-before'] })
    check(keep, atTurn(keep, undefined), { sureness: 'exact', text: '1\n2\nthree\n' })
  })

  test('is known from a Write, a Read of all of it, and no Read of a part', async () => {
    const client = start()
      .prompt('a')
      .write(`${CWD}/new.ts`, 'x')
      .answer('ok')
      .prompt('b')
      .readPart(FILE, 1)
      .prompt('c')
    const keep = await keepAll({ [A]: client.read(FILE).answer('ok') })
    expect(ask(keep, atTurn(keep, 1), `${CWD}/new.ts`)).toMatchObject({ sureness: 'exact', text: 'x' })
    expect(ask(keep, atTurn(keep, 1, A, true), `${CWD}/new.ts`)).toMatchObject({ exists: false, text: undefined })
    check(keep, atTurn(keep, 2), { sureness: 'exact', text: FIRST, reasons: ['recorded-after'] })
    check(keep, atTurn(keep, 3), { sureness: 'exact', text: FIRST, reasons: ['recorded-before'] })
  })

  test('is derived where edits record the change alone', async () => {
    const edits = start().prompt('a').read(FILE).edit(FILE, 'one', '1', { original: 'null' }).answer('ok')
    edits.edit(FILE, 'two', '2', { original: 'none' }).answer('ok')
    const keep = await keepAll({ [A]: edits })
    const found = check(keep, atTurn(keep, 1), {
      sureness: 'derived',
      text: '1\n2\nthree\n',
      reasons: ['recorded-before', 'edits-applied'],
    })
    expect(found.appliedEdits).toBe(2)
  })

  test('of Windows may have other line ends than are recorded', async () => {
    const path = 'C:\\app\\a.ts'
    const place = { sessionId: A, cwd: 'C:\\app', at: '2026-03-01T10:00:00.000Z', disk: new Map([[path, FIRST]]) }
    const keep = await keepAll({ [A]: startClient(place).prompt('a').read(path).answer('ok') })
    const { sureness, reasons } = ask(keep, atTurn(keep, 1), path)
    expect({ sureness, reasons }).toEqual({ sureness: 'exact', reasons: ['recorded-before', 'line-ends-not-recorded'] })
  })

  test('keeps its byte order mark through edits', async () => {
    const client = start(A, undefined, new Map([[FILE, `\ufeff${FIRST}`]]))
      .prompt('a')
      .edit(FILE, 'two', '2')
    client.edit(FILE, 'three', '3', { original: 'none' }).answer('ok')
    const keep = await keepAll({ [A]: client })
    check(keep, atTurn(keep, 1), { sureness: 'derived', text: '\ufeffone\n2\n3\n' })
  })

  test('is unknown where nothing has all of it, and where an edit does not fit', async () => {
    const keep = await keepAll({ [A]: start().prompt('a').edit(FILE, 'one', '1', { original: 'null' }).answer('ok') })
    check(keep, atTurn(keep, 1), { sureness: 'unknown', text: undefined, reasons: ['lost'] })
    const other = start()
      .prompt('a')
      .read(FILE)
      .outside(disk => disk.set(FILE, 'other\n'))
    const lost = await keepAll({ [A]: other.edit(FILE, 'other', 'x', { original: 'none' }).answer('ok') })
    check(lost, atTurn(lost, 1), { sureness: 'unknown', text: undefined, reasons: ['lost'] })
    check(lost, { kind: 'time', at: Date.parse('2020-01-01') }, { sureness: 'unknown', text: undefined })
  })

  test('has what the person made of an edit', async () => {
    const client = start().prompt('a').edit(FILE, 'two', '2', { userText: 'zwei' }).answer('ok')
    const keep = await keepAll({ [A]: client })
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: 'one\nzwei\nthree\n' })
  })

  test('follows several sessions, and doubts what lies between them', async () => {
    const disk = new Map([[FILE, FIRST]])
    const one = start(A, '2026-03-01T10:00:00.000Z', disk).prompt('a').edit(FILE, 'one', '1').answer('ok')
    const two = start(B, '2026-03-02T10:00:00.000Z', disk).prompt('b').edit(FILE, 'two', '2').answer('ok')
    const keep = await keepAll({ [A]: one, [B]: two })
    const night = { kind: 'time', at: Date.parse('2026-03-01T22:00:00Z') } as const
    check(keep, night, { sureness: 'exact', text: '1\ntwo\nthree\n', reasons: ['recorded-before', 'confirmed'] })
    const later = ask(keep, { kind: 'time', at: Date.parse('2026-03-03T10:00:00Z') })
    expect(later).toMatchObject({ sureness: 'doubtful', text: '1\n2\nthree\n' })
    expect(later.mayHaveChanged.map(({ kind }) => kind)).toEqual(['gap'])
    check(keep, atTurn(keep, 1, B), { sureness: 'exact', text: '1\n2\nthree\n' })
  })

  test('counts a call once that a fork repeats, and leaves other worktrees alone', async () => {
    const one = start().prompt('a').edit(FILE, 'one', '1').answer('ok')
    const tree = '/home/dev/app-two/src/a.ts'
    const other = startClient({
      sessionId: B,
      cwd: '/home/dev/app-two',
      at: '2026-03-01T11:00:00.000Z',
      disk: new Map(),
    })
    other.prompt('b').write(tree, 'elsewhere\n').answer('ok')
    const keep = await keepAll({ [A]: one, [B]: other, 'cccccccc-0000-4000-8000-000000000003': one.lines('cccccccc') })
    expect(fileStates(keep, { path: FILE, from: 0, limit: 10 }).total).toBe(1)
    check(
      keep,
      { kind: 'time', at: Date.parse('2026-03-01T11:30:00Z') },
      { sureness: 'doubtful', text: '1\ntwo\nthree\n' },
    )
    expect(ask(keep, atTurn(keep, 1, B), tree).text).toBe('elsewhere\n')
  })

  test('has what subagents did, in the order of time', async () => {
    const disk = new Map([[FILE, FIRST]])
    const main = start(A, '2026-03-01T10:00:00.000Z', disk).prompt('a').edit(FILE, 'one', '1').answer('ok')
    const place = { sessionId: A, cwd: CWD, at: '2026-03-01T10:00:32.000Z', disk, agentId: 'a1' }
    const agent = startClient(place).prompt('go').edit(FILE, 'two', '2', { original: 'none' }).answer('ok')
    main.answer('more').answer('more').answer('more')
    const path = `projects/-home-dev-app/${A}/subagents/agent-a1.jsonl`
    const keep = await keepAll({ [A]: main }, { [path]: agent.lines() })
    check(keep, atTurn(keep, 1), { sureness: 'derived', text: '1\n2\nthree\n' })
  })
})

describe('what may have changed a file', () => {
  test('is a command that names it or may change any file, and no command that only reads', async () => {
    const run = async (command: string, error?: string): Promise<FileAt> => {
      const client = start().prompt('a').edit(FILE, 'one', '1').bash(command, undefined, error).answer('ok')
      const keep = await keepAll({ [A]: client })
      return ask(keep, atTurn(keep, 1))
    }
    const named = await run("sed -i 's/two/2/' src/a.ts")
    expect(named).toMatchObject({ sureness: 'doubtful', reasons: ['recorded-before', 'may-have-changed'] })
    expect(named.mayHaveChanged[0]).toMatchObject({ kind: 'command', reach: 'names', shortId: 'aaaaaaaa', turn: 1 })
    expect((await run('npx prettier --write .', 'Exit code 1')).mayHaveChanged[0]).toMatchObject({ reach: 'any' })
    expect(await run('cat src/a.ts | grep -n one; git status 2>&1')).toMatchObject({ sureness: 'exact' })
    expect(await run("sed -i 's/x/y/' src/b.ts")).toMatchObject({ sureness: 'exact' })
  })

  test('does not matter where the next record has the same', async () => {
    const client = start().prompt('a').edit(FILE, 'one', '1').bash('make all').answer('ok').prompt('b').read(FILE)
    const keep = await keepAll({ [A]: client.answer('ok') })
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: '1\ntwo\nthree\n' })
  })

  test('is settled by the next record where nothing came before that', async () => {
    const format = (disk: Disk): unknown => disk.set(FILE, 'formatted\n')
    const client = start().prompt('a').edit(FILE, 'one', '1').bash('npx prettier --write .', format).answer('ok')
    const keep = await keepAll({ [A]: client.prompt('b').read(FILE).answer('ok') })
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: 'formatted\n', reasons: ['recorded-after'] })
  })

  test('is a hook after an edit', async () => {
    const client = start().prompt('a').edit(FILE, 'one', '1').hook('uv run ruff format').answer('ok')
    const keep = await keepAll({ [A]: client })
    expect(ask(keep, atTurn(keep, 1)).mayHaveChanged).toMatchObject([{ kind: 'hook', text: 'uv run ruff format' }])
    const own = await keepAll({ [A]: start().prompt('a').edit(FILE, 'one', '1').hook('callback').answer('ok') })
    check(own, atTurn(own, 1), { sureness: 'exact', text: '1\ntwo\nthree\n' })
  })

  test('is an edit from outside that the client noticed, of this file alone', async () => {
    const client = (path: string): Client =>
      start().prompt('a').edit(FILE, 'one', '1').answer('ok').prompt('b').noticed(path).answer('ok')
    const keep = await keepAll({ [A]: client(FILE) })
    expect(ask(keep, atTurn(keep, 2)).mayHaveChanged).toMatchObject([{ kind: 'outside-edit', reach: 'names' }])
    const other = await keepAll({ [A]: client(`${CWD}/b.ts`) })
    check(other, atTurn(other, 2), { sureness: 'exact', text: '1\ntwo\nthree\n' })
  })

  test('is told where a later record has something else and nobody is known to have done it', async () => {
    const client = start()
      .prompt('a')
      .edit(FILE, 'one', '1')
      .answer('ok')
      .outside(disk => disk.set(FILE, 'x\n'))
    const keep = await keepAll({ [A]: client.prompt('b').edit(FILE, 'x', 'y').answer('ok') })
    check(keep, atTurn(keep, 1), {
      sureness: 'doubtful',
      text: '1\ntwo\nthree\n',
      reasons: ['recorded-before', 'contradicted'],
    })
  })

  test('is a rewind: turns taken back did change the file, and the code may have been taken back or not', async () => {
    const client = start().prompt('a').answer('ok')
    const uuid = client.lastUuid
    client.prompt('b').edit(FILE, 'one', '1').answer('ok').rewindTo(uuid).prompt('c').answer('ok')
    const keep = await keepAll({ [A]: client })
    check(keep, atTurn(keep, 2), { sureness: 'exact', text: '1\ntwo\nthree\n' })
    expect(ask(keep, atTurn(keep, 3))).toMatchObject({ sureness: 'doubtful', mayHaveChanged: [{ kind: 'rewind' }] })
  })

  test('is a rewind that comes after the moment, where the next record has the file as it was before', async () => {
    const client = start().prompt('a').answer('ok')
    const uuid = client.lastUuid
    client.prompt('b').edit(FILE, 'one', '1').answer('ok').rewindTo(uuid)
    client.outside(disk => disk.set(FILE, FIRST))
    const keep = await keepAll({ [A]: client.prompt('c').edit(FILE, 'two', '2').answer('ok') })
    check(keep, atTurn(keep, 2), { sureness: 'exact', text: '1\ntwo\nthree\n', reasons: ['recorded-before'] })
    check(keep, atTurn(keep, 3), { sureness: 'exact', text: 'one\n2\nthree\n' })
  })

  test('is a tool of another server that changes files', async () => {
    const client = start().prompt('a').edit(FILE, 'one', '1').tool('mcp__fs__write_file', { path: 'x' }, {})
    const keep = await keepAll({ [A]: client.answer('ok') })
    expect(ask(keep, atTurn(keep, 1)).mayHaveChanged).toMatchObject([{ kind: 'tool', text: 'mcp__fs__write_file' }])
  })
})

describe('backups of the client', () => {
  const CRLF = 'one\r\ntwo\r\nthree\r\n'
  const backup = (name: string, text: string) => ({ [`file-history/${A}/${name}`]: text })

  test('tell what a file was, with its line ends', async () => {
    const disk = new Map([[FILE, CRLF]])
    const client = start(A, undefined, disk).prompt('a').snapshot({ 'src/a.ts': '5f3a@v1' }).edit(FILE, 'two', '2')
    const keep = await keepAll({ [A]: client.answer('ok') }, backup('5f3a@v1', CRLF))
    check(keep, atTurn(keep, 1, A, true), { sureness: 'exact', text: CRLF })
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: disk.get(FILE) })
    expect(disk.get(FILE)).toBe('one\r\n2\r\nthree\r\n')
  })

  test('tell where the client has turned the line ends', async () => {
    const client = start(A, undefined, new Map([[FILE, CRLF]]))
      .prompt('a')
      .snapshot({ 'src/a.ts': '5f3a@v1' })
    client
      .edit(FILE, 'two', '2')
      .outside(disk => disk.set(FILE, 'one\n2\nthree\n'))
      .answer('ok')
    client.prompt('b').snapshot({ 'src/a.ts': '5f3a@v2' }).answer('ok')
    const keep = await keepAll({ [A]: client }, { ...backup('5f3a@v1', CRLF), ...backup('5f3a@v2', 'one\n2\nthree\n') })
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: 'one\n2\nthree\n' })
  })

  test('stand in for what an edit does not record', async () => {
    const client = start()
      .prompt('a')
      .snapshot({ [FILE]: 'ab@v1' })
      .edit(FILE, 'two', '2', { original: 'null' })
    const keep = await keepAll({ [A]: client.answer('ok') }, backup('ab@v1', FIRST))
    check(keep, atTurn(keep, 1), { sureness: 'derived', text: 'one\n2\nthree\n' })
  })

  test('come before the change they were made for, though they are stamped after it', async () => {
    const client = start().prompt('a').edit(FILE, 'two', '2', { original: 'null', backup: 'ef@v1' }).answer('ok')
    const keep = await keepAll({ [A]: client }, backup('ef@v1', FIRST))
    check(keep, atTurn(keep, 1, A, true), { sureness: 'exact', text: FIRST })
    check(keep, atTurn(keep, 1), { sureness: 'derived', text: 'one\n2\nthree\n' })
  })

  test('that a later prompt repeats say nothing where the file was changed in between', async () => {
    const client = start()
      .prompt('a')
      .snapshot({ [FILE]: 'ab@v1' })
      .answer('ok')
    const backupTime = '2026-03-01T10:00:10.000Z'
    client.prompt('b').edit(FILE, 'two', '2').answer('ok').prompt('c')
    const named = { [FILE]: { backupFileName: 'ab@v1', version: 1, backupTime } }
    const snapshot = { messageId: 'm', trackedFileBackups: named, timestamp: '2026-03-01T10:01:30.000Z' }
    const line = { type: 'file-history-snapshot', messageId: 'm', snapshot, isSnapshotUpdate: false }
    const keep = await keepAll({ [A]: [...client.answer('ok').answer('ok').lines(), line] }, backup('ab@v1', FIRST))
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: FIRST })
    check(keep, atTurn(keep, 3), { sureness: 'exact', text: 'one\n2\nthree\n' })
  })

  test('that were made for a change stay before it where a later prompt repeats them', async () => {
    const client = start().prompt('a').edit(FILE, 'one', '1', { backup: 'a@v1' }).answer('ok')
    const made = client.lines().find(line => 'snapshot' in line) as { readonly snapshot: object }
    const count = client.lines().length
    client
      .outside(disk => disk.set(FILE, FIRST))
      .prompt('b')
      .answer('ok')
    const lines = [...client.lines()]
    const { timestamp } = lines[count] as { readonly timestamp: string }
    const snapshot = { ...made.snapshot, messageId: 'b', timestamp }
    lines.splice(count, 0, { type: 'file-history-snapshot', messageId: 'b', snapshot, isSnapshotUpdate: false })
    const keep = await keepAll({ [A]: lines }, backup('a@v1', FIRST))
    check(keep, atTurn(keep, 1), { sureness: 'exact', text: '1\ntwo\nthree\n' })
  })

  test('say that there was no such file, and keep what is no text', async () => {
    const client = start().prompt('a').snapshot({ 'src/a.ts': null, 'b.png': 'cd@v1' }).read(`${CWD}/b.png`)
    client.prompt('b').edit(FILE, 'one', '1').answer('ok')
    const keep = await keepAll({ [A]: client }, backup('cd@v1', '\u0000\u0001'))
    expect(ask(keep, atTurn(keep, 1))).toMatchObject({ exists: false, sureness: 'doubtful' })
    expect(ask(keep, atTurn(keep, 1, A, true), `${CWD}/b.png`)).toMatchObject({ isBinary: true, base64: 'AAE=' })
  })
})

test('lists every step with what the file was after it, and whether records agree', async () => {
  const client = start()
    .prompt('a')
    .read(FILE)
    .edit(FILE, 'one', '1')
    .outside(disk => disk.set(FILE, 'x\n'))
  const keep = await keepAll({ [A]: client.edit(FILE, 'x', 'y').answer('ok') })
  const { steps, total } = fileStates(keep, { path: FILE, from: 0, limit: 10 })
  expect(total).toBe(3)
  expect(steps.map(({ kind, agreement }) => `${kind} ${agreement}`)).toEqual([
    'read unchecked',
    'edit same',
    'edit differs',
  ])
  expect(steps.map(({ number }) => fileStateText(keep, FILE, number))).toEqual([FIRST, '1\ntwo\nthree\n', 'y\n'])
  expect(steps.map(({ state }) => state.sureness)).toEqual(['exact', 'doubtful', 'exact'])
})
