import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeLock } from '../src/store/lock.ts'
import { createLines, makeExportHome } from './export-home.ts'
import { makeKeepHome, makeKept } from './keep-home.ts'
import { readNote } from './note-structure.ts'
import { dumpVault, makeNotesHome } from './notes-home.ts'
import { makeLines, makeTree, ONE, THREE, writeItem } from './temp-tree.ts'

const _BEGIN = '%% backscroll:begin %%'
const _END = '%% backscroll:end %%'

describe('secrets', () => {
  test('are in no note, nor in what is remembered, unless somebody wants them', async () => {
    const home = await makeExportHome()
    const vault = makeNotesHome(home)
    expect(await vault.notes()).toMatchObject({ code: 0, failed: [] })
    const state = Object.values(dumpVault(join(home.keep, 'notes'))).join('\n')
    const all = [...Object.values(dumpVault(vault.vault)), state].join('\n')
    for (const secret of Object.values(home.secrets)) expect(all).not.toContain(secret)
    expect(all).toContain('‹github-token-1›')
    expect(Object.values(dumpVault(vault.vault)).join('\n')).not.toContain(home.home)
    const plain = makeNotesHome(home)
    await plain.notes(['--no-redact'])
    expect(Object.values(dumpVault(plain.vault)).join('\n')).toContain(home.secrets.token)
  })

  test('that a cut leaves half of are not there either', async () => {
    const home = await makeExportHome()
    const { token } = home.secrets
    const folder = dirname(home.transcript)
    for (let at = 0; at < 24; at++) {
      const id = `77777777-7777-4777-8777-${String(at).padStart(12, '0')}`
      const lines = createLines(id, home.work)
      // Heads of commands end at 80, 120, 200, 300 …: somewhere one ends within the token.
      const command = `echo ${'x'.repeat(20 + at * 17)}${token}`
      lines.user(`u${at}`, `Run ${'plum'.repeat(10 + at * 4)}${token} and all the rest of it`)
      lines.assistant(`a${at}`, [{ type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command } }])
      lines.result(`r${at}`, `t${at}`, `${'y'.repeat(20 + at * 17)}${token}`, `Error: ${token}`)
      writeItem(join(folder, `${id}.jsonl`), lines.all)
    }
    const vault = makeNotesHome(home)
    expect(await vault.notes()).toMatchObject({ code: 0, failed: [] })
    const all = Object.values(dumpVault(vault.vault)).join('\n')
    expect(all).not.toContain(token.slice(0, 7))
    expect(all).not.toContain(token.slice(-6))
  })

  test('of a person who works in their home folder do not name the project', async () => {
    const SIX = '66666666-6666-4666-8666-666666666666'
    const home = makeKeepHome()
    const lines = makeLines(SIX, { cwd: '/home/adalovelace', prompt: 'Dig' })
    writeItem(join(home.config, 'projects', '-home-adalovelace', `${SIX}.jsonl`), lines)
    const vault = makeNotesHome(home)
    await vault.notes()
    const vaultText = JSON.stringify(dumpVault(vault.vault))
    expect(vaultText).not.toContain('adalovelace')
    expect(vault.noteOf(SIX)).toMatch(/^sessions\/user-1\//)
  })

  test('include words somebody names', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const words = join(makeTree({ 'words.txt': 'tomatoes\n' }), 'words.txt')
    await vault.notes(['--redact-words', words])
    expect(JSON.stringify(dumpVault(vault.vault))).not.toContain('tomatoes')
  })

  test('may be the name of a project that has notes', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const words = join(makeTree({ 'words.txt': 'app\n' }), 'words.txt')
    expect(await vault.notes(['--redact-words', words])).toMatchObject({ code: 0, failed: [] })
    expect(vault.read(vault.noteOf(ONE))).not.toMatch(/\bapp\b/)
    expect(await vault.notes(['--redact-words', words])).toMatchObject({ code: 0, written: [] })
  })
})

describe('templates', () => {
  test('decide what stands between the marks', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    await vault.notes()
    const templates = makeTree({ 'session.md': '**{{title}}**\r\n{{#sections}}\r\n{{heading}}\r\n{{/sections}}\r\n' })
    expect((await vault.notes(['--templates', templates])).written).toHaveLength(2)
    expect(readNote(vault.read(vault.noteOf(ONE))).content).toBe('**Grow the tomatoes**')
    const { out } = await home.run(['notes', '--print-template', 'session'])
    expect(out).toMatch(/^# \{\{title\}\}\n/)
    writeFileSync(join(templates, 'session.md'), out)
    await vault.notes(['--templates', templates])
    expect(readNote(vault.read(vault.noteOf(ONE))).content).toContain('# Grow the tomatoes\n')
  })

  test('that are wrong are refused before anything is written', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const templates = makeTree({ 'day.md': 'x\n{{titel}}' })
    const { code, err } = await vault.notesRaw(['--templates', templates])
    expect([code, err]).toEqual([
      2,
      `backscroll: ${join(templates, 'day.md')}, line 2: {{titel}} is unknown\nWhat may stand there: date, machine, totals, sessions.\n`,
    ])
    expect((await vault.notesRaw(['--templates', '/nowhere'])).code).toBe(2)
    expect(vault.list()).toEqual([])
  })
})

describe('a vault', () => {
  test.each([
    ['is missing', (): string => '/nowhere/at/all', 'does not exist'],
    ['is the archive', (home: { keep: string }): string => join(home.keep, 'archive'), 'no notes may stand in'],
    ['is of the client', (home: { config: string }): string => home.config, 'no notes may stand in'],
    ['is a file', (home: { transcript: string }): string => home.transcript, 'is not a folder'],
  ] as const)('that %s is refused', async (_what, choose, message) => {
    const home = await makeKept()
    const { code, err } = await home.run(['notes', '--vault', choose(home as never)])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  test('is made with --create, not inside of what is ours', async () => {
    const home = await makeKept()
    const path = join(home.home, 'Notes', 'vault')
    expect((await home.run(['notes', '--vault', path, '--create'])).code).toBe(0)
    expect(existsSync(join(path, 'backscroll', 'sessions'))).toBe(true)
    const inside = join(home.keep, 'vault')
    expect((await home.run(['notes', '--vault', inside, '--create'])).code).toBe(2)
    expect(existsSync(inside)).toBe(false)
  })

  test('gets nothing from a dry run, which says what would be', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const { out } = await vault.notesRaw(['--dry-run'])
    expect(out).toContain('backscroll/sessions/app/2026-03-01 11111111.md\n')
    expect(out).toContain('6 notes would be written')
    expect(readdirSync(vault.vault)).toEqual([])
    expect((await vault.notes()).written).toHaveLength(6)
  })

  test('can be a setting, with another folder in it', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    expect((await home.run(['notes'])).err).toContain('nobody said where the vault is')
    await home.run(['config', 'set', 'notesVault', vault.vault])
    await home.run(['config', 'set', 'notesFolder', 'Work/Claude'])
    expect((await home.run(['notes'])).code).toBe(0)
    expect(readdirSync(join(vault.vault, 'Work', 'Claude'))).toEqual(['daily', 'projects', 'sessions'])
    const bad = await home.run(['notes', '--folder', '../up'])
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('cannot be the folder')])
  })

  test('loses what a killed process left in it, and nothing else', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    for (const name of ['.backscroll-0123456789abcdef.new', '.backscroll-fedcba9876543210.new', '.mine.new'])
      vault.write(`sessions/app/${name}`, 'half')
    const old = new Date(Date.now() - 2 * 60 * 60_000)
    for (const name of ['.backscroll-0123456789abcdef.new', '.mine.new'])
      utimesSync(join(vault.vault, 'backscroll/sessions/app', name), old, old)
    await vault.notes()
    const names = readdirSync(join(vault.vault, 'backscroll/sessions/app')).filter(name => name.startsWith('.'))
    expect(names).toEqual(['.backscroll-fedcba9876543210.new', '.mine.new'])
  })

  test('is written by one process at a time', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const lock = await takeLock(join(home.keep, 'notes', 'lock.db'), { waitMs: 0 })
    const running = vault.notes()
    setTimeout(() => lock?.release(), 300)
    expect((await running).written).toHaveLength(6)
  })

  test('counts days in the zone of the notes, and sessions keep the names they have', async () => {
    const home = makeKeepHome()
    const late = makeLines(THREE, { cwd: home.work, prompt: 'Late', at: '2026-03-01T23:30:00.000Z' })
    writeItem(join(dirname(home.transcript), `${THREE}.jsonl`), late)
    const vault = makeNotesHome(home)
    await home.run(['config', 'set', 'notesZone', 'Asia/Tokyo'])
    await vault.notes()
    expect(vault.list()).toContain('sessions/app/2026-03-02 22222222.md')
    await home.run(['config', 'set', 'notesZone', 'UTC'])
    await vault.notes()
    expect(vault.list().filter(name => name.startsWith('sessions/'))).toHaveLength(3)
    expect(readFileSync(join(vault.vault, 'backscroll', 'sessions/app/2026-03-02 22222222.md'), 'utf8')).toContain(
      'date: 2026-03-01\n',
    )
  })
})
