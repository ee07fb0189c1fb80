import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type KeepHome, makeKept } from './keep-home.ts'
import { linksIn, readNote } from './note-structure.ts'
import { makeNotesHome, type NotesHome } from './notes-home.ts'
import { makeLines, ONE, TWO, toLines, writeItem } from './temp-tree.ts'

const FOUR = ONE.replaceAll('1', '4')

async function makeVault(): Promise<{ readonly home: KeepHome; readonly vault: NotesHome }> {
  const home = await makeKept()
  const vault = makeNotesHome(home)
  await vault.notes()
  return { home, vault }
}

/** As somebody does it in Obsidian. */
function rename(vault: NotesHome, id: string, path: string): string {
  const full = join(vault.vault, path)
  mkdirSync(dirname(full), { recursive: true })
  renameSync(join(vault.vault, 'backscroll', vault.noteOf(id)), full)
  appendFileSync(full, '\nMy own thoughts.\n')
  return full
}

function retitle({ transcript }: KeepHome, title: string): void {
  appendFileSync(transcript, toLines([{ type: 'custom-title', customTitle: title, sessionId: ONE }]))
}

describe('a note with a name that somebody gave it', () => {
  test('is followed, links lead to it, and no second one is written', async () => {
    const { home, vault } = await makeVault()
    const note = rename(vault, ONE, 'Garden/Tomatoes at last.md')
    await vault.notes()
    expect(() => vault.noteOf(ONE)).toThrow()
    expect(readNote(vault.read(vault.noteOf(TWO))).front.previous).toBe('[[Tomatoes at last]]')
    const day = vault.list().find(name => /^daily\/.* sessions\.m[0-9a-f]{6}\.md$/.test(name)) ?? ''
    expect(linksIn(vault.read(day))).toContain('Tomatoes at last')
    expect((await vault.notes()).written).toEqual([])
    retitle(home, 'Tomatoes, ripe')
    expect((await vault.notes()).written).toContain('Garden/Tomatoes at last.md')
    expect(readFileSync(note, 'utf8')).toContain('title: "Tomatoes, ripe"\n')
    expect(readFileSync(note, 'utf8')).toMatch(/My own thoughts\.\n$/)
  })

  test('is found also where nothing is remembered', async () => {
    const { home, vault } = await makeVault()
    rename(vault, ONE, 'Tomatoes.md')
    for (const name of readdirSync(join(home.keep, 'notes')))
      if (/^[0-9a-f]{16}\.json$/.test(name)) rmSync(join(home.keep, 'notes', name))
    await vault.notes()
    expect(() => vault.noteOf(ONE)).toThrow()
    expect(readNote(vault.read(vault.noteOf(TWO))).front.previous).toBe('[[Tomatoes]]')
  })

  test('that another note bears too is linked by its path', async () => {
    const { vault } = await makeVault()
    rename(vault, ONE, 'Garden/Plan.md')
    writeFileSync(join(vault.vault, 'plan.md'), 'Another plan')
    await vault.notes()
    expect(readNote(vault.read(vault.noteOf(TWO))).front.previous).toBe('[[Garden/Plan]]')
    expect(readFileSync(join(vault.vault, 'plan.md'), 'utf8')).toBe('Another plan')
  })

  test('is not mistaken for what a sync service left of a conflict', async () => {
    const { home, vault } = await makeVault()
    const note = rename(vault, ONE, 'Plan.md')
    for (const name of ['Plan.sync-conflict-20260301-101010-ABCDEFG.md', 'Plan (conflicted copy).md', 'Plan 2.md'])
      writeFileSync(join(vault.vault, name), readFileSync(note))
    retitle(home, 'New')
    await vault.notes()
    expect(readFileSync(note, 'utf8')).toContain('title: New\n')
    expect(readFileSync(join(vault.vault, 'Plan 2.md'), 'utf8')).not.toContain('title: New\n')
    expect(() => vault.noteOf(ONE)).toThrow()
  })

  test('that no link can lead to is left to them', async () => {
    const { vault } = await makeVault()
    const note = rename(vault, ONE, 'Plan [1] #2.md')
    const before = readFileSync(note, 'utf8')
    await vault.notes()
    expect(vault.noteOf(ONE)).toBe('sessions/app/2026-03-01 11111111.md')
    expect(readFileSync(note, 'utf8')).toBe(before)
  })
})

describe('notes of days and projects', () => {
  test('are followed where somebody moved them, and embedded all the same', async () => {
    const { home, vault } = await makeVault()
    const before = vault.list()
    mkdirSync(join(vault.vault, 'Journal'))
    const moved = before.filter(name => !name.startsWith('sessions/'))
    expect(moved).toHaveLength(4)
    for (const name of moved) {
      const full = join(vault.vault, 'Journal', basename(name))
      renameSync(join(vault.vault, 'backscroll', name), full)
      appendFileSync(full, '\nMy own day.\n')
    }
    retitle(home, 'New')
    expect((await vault.notes()).code).toBe(0)
    expect(vault.list()).toEqual(before.filter(name => name.startsWith('sessions/')))
    const texts = readdirSync(join(vault.vault, 'Journal')).map(name =>
      readFileSync(join(vault.vault, 'Journal', name), 'utf8'),
    )
    expect(texts).toHaveLength(4)
    expect(texts.filter(text => text.includes('|New]]'))).toHaveLength(2)
    expect(texts.every(text => text.endsWith('\nMy own day.\n'))).toBe(true)
    expect(texts.filter(text => /^!\[\[/m.test(text))).toHaveLength(2)
    expect((await vault.notes()).written).toEqual([])
  })

  test('are joined also where a disk takes letters with marks apart', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const cwd = '/srv/größe'
    writeItem(join(home.config, 'projects', '-srv-gr', `${FOUR}.jsonl`), makeLines(FOUR, { cwd, prompt: 'Weigh' }))
    vault.write(`projects/${'größe'.normalize('NFD')} sessions.other.md`, '---\nkind: project\n---\n')
    const { machine } = await vault.notes()
    expect(linksIn(vault.read('projects/größe sessions.md')).toSorted()).toEqual(
      [`größe sessions.${machine}`, 'größe sessions.other'].toSorted(),
    )
  })

  test('do not go into a note of somebody that bears their name', async () => {
    const home = await makeKept()
    const vault = makeNotesHome(home)
    const mine = join(vault.vault, 'app sessions.md')
    writeFileSync(mine, '---\nkind: mine\n---\nMy own list')
    await vault.notes()
    expect(readFileSync(mine, 'utf8')).toBe('---\nkind: mine\n---\nMy own list')
    expect(vault.list()).toContain('projects/app sessions.md')
  })
})
