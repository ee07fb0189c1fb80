import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLines, RICH } from './export-home.ts'
import { makeKeepHome, makeKept } from './keep-home.ts'
import { linksIn, readNote } from './note-structure.ts'
import { dumpVault, makeNotesHome } from './notes-home.ts'
import { makeLines, makeTree, ONE, THREE, TWO, toLines, writeItem } from './temp-tree.ts'

const BEGIN = '%% backscroll:begin %%'
const END = '%% backscroll:end %%'

describe('notes', () => {
  test('are one per session, with day and project, all with front matter, and link to each other', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const { code, written, sessions, machine } = await vault.notes()
    expect({ code, sessions, written: written.length }).toEqual({ code: 0, sessions: 2, written: 6 })
    const expected = [
      `daily/2026-03-01 sessions.${machine}.md`,
      'daily/2026-03-01 sessions.md',
      `projects/app sessions.${machine}.md`,
      'projects/app sessions.md',
      'sessions/app/2026-03-01 11111111.md',
      'sessions/app/2026-03-01 22222222.md',
    ]
    expect(vault.list()).toEqual(expected.sort())
    const names = new Set(vault.list().map(name => basename(name, '.md')))
    for (const name of vault.list()) {
      const { content } = readNote(vault.read(name))
      for (const link of linksIn(content)) expect(names).toContain(link)
    }
    const { front, content } = readNote(vault.read(vault.noteOf(TWO)))
    expect(front).toMatchObject({
      title: 'Water the beans',
      aliases: ['Water the beans'],
      kind: 'session',
      status: 'ended',
      date: '2026-03-01',
      project: 'app',
      branch: 'main',
      models: ['claude-opus-4-6'],
      session: TWO,
      duration_minutes: 1,
      prompts: 1,
      messages: 2,
      tokens: 100,
      files_changed: 0,
      previous: '[[2026-03-01 11111111]]',
    })
    expect(front.tags).toContain('claude-session')
    expect(content).toContain('[[2026-03-01 11111111|Grow the tomatoes]]')
    expect(content).toContain('(`22222222:1#u-1002`)')
    expect(readNote(vault.read('daily/2026-03-01 sessions.md')).content).toBe(`![[2026-03-01 sessions.${machine}]]`)
  })

  test('are not written a second time, whatever the clock says', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const before = dumpVault(vault.vault)
    expect(await vault.notes()).toMatchObject({ code: 0, written: [], unchanged: 6 })
    // Nor where nothing is remembered of the first time, but for the name of the machine.
    const state = readdirSync(join(home.keep, 'notes')).find(name => /^[0-9a-f]{16}\.json$/.test(name)) ?? ''
    rmSync(join(home.keep, 'notes', state))
    expect(await vault.notes()).toMatchObject({ code: 0, written: [], unchanged: 6 })
    expect(dumpVault(vault.vault)).toEqual(before)
  })

  test('keep their names when a title changes, and are brought up to date', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    appendFileSync(
      home.transcript,
      toLines([{ type: 'custom-title', customTitle: 'Tomatoes, at last', sessionId: ONE }]),
    )
    const { written } = await vault.notes()
    const note = vault.noteOf(ONE)
    expect(note).toBe('sessions/app/2026-03-01 11111111.md')
    expect(readNote(vault.read(note)).front.title).toBe('Tomatoes, at last')
    // The note that names it as the one before says so, too; the joining notes do not.
    expect(written.map(path => basename(path)).sort()).toEqual([
      '2026-03-01 11111111.md',
      '2026-03-01 22222222.md',
      expect.stringMatching(/^2026-03-01 sessions\.m/),
      expect.stringMatching(/^app sessions\.m/),
    ])
  })

  test('keep what somebody writes into them, also when they are written again', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const note = vault.noteOf(ONE)
    const mine = vault
      .read(note)
      .replace('kind: session\n', 'kind: session\n# mine\nrating: "5"\n')
      .replace(BEGIN, `Before it.\n\n${BEGIN}`)
    vault.write(note, `${mine}\n## My thoughts\n\n- one  \n`)
    const edited = vault.read(note)
    expect(await vault.notes()).toMatchObject({ written: [] })
    expect(vault.read(note)).toBe(edited)
    appendFileSync(home.transcript, toLines([{ type: 'custom-title', customTitle: 'New', sessionId: ONE }]))
    await vault.notes()
    const later = vault.read(note)
    expect(later).toContain('title: New\n')
    expect(later).toContain('# mine\nrating: "5"\n')
    expect(later).toContain(`---\n\nBefore it.\n\n${BEGIN}\n# New\n`)
    expect(later.endsWith(`${END}\n\n## My thoughts\n\n- one  \n`)).toBe(true)
  })

  test('come back where somebody changed or deleted what is ours', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const before = dumpVault(vault.vault)
    vault.write(vault.noteOf(ONE), vault.read(vault.noteOf(ONE)).replace('# Grow the tomatoes', '# Changed'))
    rmSync(join(vault.vault, 'backscroll', vault.noteOf(TWO)))
    expect((await vault.notes()).written).toHaveLength(2)
    expect(dumpVault(vault.vault)).toEqual(before)
  })

  test('are followed where somebody moved them', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    mkdirSync(join(vault.vault, 'Garden'))
    renameSync(
      join(vault.vault, 'backscroll', vault.noteOf(ONE)),
      join(vault.vault, 'Garden', '2026-03-01 11111111.md'),
    )
    appendFileSync(home.transcript, toLines([{ type: 'custom-title', customTitle: 'New', sessionId: ONE }]))
    expect((await vault.notes()).written).toContain('Garden/2026-03-01 11111111.md')
    expect(() => vault.noteOf(ONE)).toThrow()
  })

  test('are left alone where the marks are damaged, and it is said', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const note = vault.noteOf(ONE)
    vault.write(note, vault.read(note).replace(`${END}\n`, 'my own end\n'))
    const damaged = vault.read(note)
    const { code, kept } = await vault.notes()
    expect({ code, kept }).toEqual({
      code: 2,
      kept: [{ path: `backscroll/${note}`, why: `the line "${END}" is missing` }],
    })
    expect(vault.read(note)).toBe(damaged)
    const { err } = await vault.notesRaw()
    expect(err).toBe(`backscroll: left alone: backscroll/${note}: the line "${END}" is missing\n`)
  })

  test('are left alone where somebody put a link in their place, and the others are written', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const elsewhere = join(makeTree({ 'private.md': 'my own words' }), 'private.md')
    const linked = join(vault.vault, 'backscroll', vault.noteOf(ONE))
    const looped = join(vault.vault, 'backscroll', vault.noteOf(TWO))
    for (const [path, target] of [
      [linked, elsewhere],
      [looped, looped],
    ] as const) {
      rmSync(path)
      symlinkSync(target, path)
    }
    const { code, kept, failed, unchanged } = await vault.notes()
    expect({ code, kept, failed: failed.length, unchanged }).toEqual({
      code: 2,
      kept: [{ path: relative(vault.vault, linked), why: 'it is a link to another file' }],
      failed: 1,
      unchanged: 4,
    })
    expect(readFileSync(elsewhere, 'utf8')).toBe('my own words')
    expect(lstatSync(linked).isSymbolicLink()).toBe(true)
  })

  test('go into a note that is there already, below what it holds', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    vault.write('sessions/app/2026-03-01 11111111.md', 'My own text')
    await vault.notes()
    expect(vault.read(vault.noteOf(ONE))).toContain(`---\nMy own text\n\n${BEGIN}\n`)
  })

  test('of two ids that begin alike have two names', async () => {
    const alike = `${ONE.slice(0, 8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`
    const home = makeKeepHome()
    writeItem(join(dirname(home.transcript), `${alike}.jsonl`), makeLines(alike, { cwd: home.work, prompt: 'Pick' }))
    const vault = makeNotesHome(home)
    await vault.notes()
    expect(vault.list().filter(name => name.includes(' 11111111'))).toHaveLength(2)
    expect((await vault.notes()).written).toEqual([])
  })
})

describe('a session that is forgotten', () => {
  test('is told of no more, and its note is the person’s', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const { machine } = await vault.notes()
    const { out } = await home.run(['forget', ONE, '--yes'])
    expect(out).toContain('/backscroll/sessions/app/2026-03-01 11111111.md')
    expect(JSON.stringify(dumpVault(join(home.keep, 'notes')))).not.toContain('tomatoes')
    await vault.notes()
    expect(vault.list()).toContain('sessions/app/2026-03-01 11111111.md')
    const others = vault.list().filter(name => !name.includes('11111111'))
    for (const name of others) expect(vault.read(name)).not.toContain('tomatoes')
    await home.run(['forget', TWO, '--yes'])
    await home.run(['notes', '--vault', vault.vault])
    expect(readNote(vault.read(`daily/2026-03-01 sessions.${machine}.md`)).front.sessions).toBe(0)
  })
})

describe('which sessions', () => {
  test('are chosen by id, project and time', async () => {
    const home = makeKeepHome()
    const other = makeLines(THREE, { cwd: '/srv/other', prompt: 'Dig', at: '2026-05-01T10:00:00.000Z' })
    writeItem(join(home.config, 'projects', '-srv-other', `${THREE}.jsonl`), other)
    const vault = makeNotesHome(home)
    const count = async (...args: string[]): Promise<number> => (await vault.notes(['--dry-run', ...args])).sessions
    expect(await count()).toBe(3)
    expect(await count('--session', '11111111')).toBe(1)
    expect(await count('--project', 'other')).toBe(1)
    expect(await count('--since', '2026-04-01')).toBe(1)
    expect(await count('--until', '2026-04-01')).toBe(2)
    const turn = await vault.notesRaw(['--session', '11111111:1'])
    expect([turn.code, turn.err]).toEqual([2, expect.stringMatching(/^backscroll: a note is about a whole session/)])
    const nothing = await vault.notesRaw(['--project', 'nowhere'])
    expect([nothing.code, nothing.err.split('\n')[0]]).toEqual([1, 'backscroll: no session to write a note of'])
  })

  test('of another folder are added to the others', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const before = dumpVault(vault.vault)
    const lines = makeLines(THREE, { cwd: '/srv/other', prompt: 'Dig', at: '2026-03-01T18:00:00.000Z' })
    const other = makeTree({ [`-srv-other/${THREE}.jsonl`]: lines })
    const { sessions, written } = await vault.notes(['--root', other])
    expect(sessions).toBe(1)
    const changed = written.filter(path => Object.hasOwn(before, path))
    expect(changed).toEqual([expect.stringMatching(/^backscroll\/daily\/2026-03-01 sessions\.m[0-9a-f]{6}\.md$/)])
    expect(readNote(dumpVault(vault.vault)[changed[0] ?? ''] ?? '').front.sessions).toBe(3)
  })

  test('are not those of projects that are kept out since', async () => {
    const home = makeKeepHome()
    const other = makeLines(THREE, { cwd: '/srv/other', prompt: 'Dig secretly', at: '2026-05-01T10:00:00.000Z' })
    writeItem(join(home.config, 'projects', '-srv-other', `${THREE}.jsonl`), other)
    const before = makeNotesHome(home)
    await before.notes()
    const [note = ''] = before.list().filter(name => name.startsWith('sessions/other/'))
    const theirs = before.read(note)
    await home.run(['config', 'set', 'exclude', '/srv/other'])
    const vault = makeNotesHome(home)
    expect(await vault.notes()).toMatchObject({ code: 0, sessions: 2 })
    expect(JSON.stringify(dumpVault(vault.vault))).not.toMatch(/secretly|other/)
    // What was written before is the person's; days and projects name it no more.
    await before.notes()
    expect(before.read(note)).toBe(theirs)
    for (const name of before.list()) if (name !== note) expect(before.read(name)).not.toContain('secretly')
    await home.run(['config', 'unset', 'exclude'])
    expect(await vault.notes()).toMatchObject({ code: 0, sessions: 3 })
  })

  test('that only repeat another one get no note, and one that goes on from it links to it', async () => {
    const home = makeKeepHome()
    const lines = createLines(RICH, home.work)
    lines.user('u1', 'Plant plums')
    lines.assistant('a1', [{ type: 'text', text: 'Planted.' }])
    lines.user('u2', 'Plant cherries')
    lines.assistant('a2', [{ type: 'text', text: 'Planted, too.' }])
    const [copyId, forkId, resumeId] = ['9', '8', '7'].map(digit => ONE.replaceAll('1', digit)) as [
      string,
      string,
      string,
    ]
    const copyOf = (id: string, count: number): object[] =>
      lines.all.slice(0, count).map(line => {
        const forkedFrom = { sessionId: RICH, messageUuid: (line as { uuid: string }).uuid }
        return { ...line, sessionId: id, forkedFrom }
      })
    const folder = dirname(home.transcript)
    writeItem(join(folder, `${RICH}.jsonl`), lines.all)
    writeItem(join(folder, `${copyId}.jsonl`), copyOf(copyId, 4))
    const own = createLines(forkId, home.work)
    own.user('u9', 'Plant pears')
    own.assistant('a9', [{ type: 'text', text: 'Planted as well.' }])
    writeItem(join(folder, `${forkId}.jsonl`), [...copyOf(forkId, 2), ...own.all])
    const vault = makeNotesHome(home)
    expect(await vault.notes()).toMatchObject({ code: 0, sessions: 4, copies: 1 })
    expect(() => vault.noteOf(copyId)).toThrow()
    expect(readNote(vault.read(vault.noteOf(forkId))).front.continues).toEqual(['[[2026-03-01 3f2a0000]]'])
    expect(await vault.notes(['--all', '--dry-run'])).toMatchObject({ code: 0, sessions: 5 })
    // One that holds all of it and goes on tells it from now on; the note of the first leads there.
    const more = createLines(resumeId, home.work)
    more.user('u8', 'Plant quinces')
    more.assistant('a8', [{ type: 'text', text: 'Planted at last.' }])
    writeItem(join(folder, `${resumeId}.jsonl`), [...copyOf(resumeId, 4), ...more.all])
    await vault.notes()
    const { front, content } = readNote(vault.read(vault.noteOf(RICH)))
    expect(front).toMatchObject({ held_by: '[[2026-03-01 77777777]]', tokens: 2320 })
    expect(content).toContain('All of this conversation stands in [[2026-03-01 77777777|')
    expect(content).not.toContain('## Prompts')
    expect(vault.read(vault.noteOf(resumeId))).toContain('Plant cherries')
    expect((await vault.notes()).written).toEqual([])
  })

  test('are told as hard and related as they were when they were last told', async () => {
    const home = makeKeepHome()
    const folder = dirname(home.transcript)
    const make = (digit: string, day: number): string => {
      const id = ONE.replaceAll('1', digit)
      const lines = createLines(id, home.work, { gitBranch: 'plums', timestamp: `2026-06-0${day}T10:00:00.000Z` })
      lines.user(`u${digit}`, `Plant plums ${digit}`)
      lines.assistant(`a${digit}`, [{ type: 'text', text: 'Planted.' }])
      writeItem(join(folder, `${id}.jsonl`), lines.all)
      return id
    }
    const first = make('5', 1)
    const second = make('6', 2)
    const vault = makeNotesHome(home)
    await vault.notes()
    expect(readNote(vault.read(vault.noteOf(second))).front.related).toEqual(['[[2026-06-01 55555555]]'])
    expect(vault.read(vault.noteOf(second))).toContain('both were on the branch plums')
    expect(readNote(vault.read(vault.noteOf(first))).front.related).toBeUndefined()
    make('7', 3)
    const { written } = await vault.notes()
    expect(written.filter(path => path.includes('/sessions/'))).toEqual([
      'backscroll/sessions/app/2026-06-03 77777777.md',
    ])
  })

  test('are provisional while a client runs them, and final then', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const note = join(home.config, 'sessions', `${process.pid}.json`)
    writeItem(note, JSON.stringify({ sessionId: ONE, pid: process.pid, status: 'idle' }))
    expect(await vault.notes()).toMatchObject({ running: 1 })
    expect(readNote(vault.read(vault.noteOf(ONE))).front.status).toBe('running')
    rmSync(note)
    await vault.notes()
    expect(readNote(vault.read(vault.noteOf(ONE))).front.status).toBe('ended')
    writeItem(note, JSON.stringify({ sessionId: ONE, pid: process.pid, status: 'idle' }))
    await vault.notes()
    expect(readNote(vault.read(vault.noteOf(ONE))).front.status).toBe('running')
  })
})
