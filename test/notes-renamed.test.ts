import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type KeepHome, makeKept } from './keep-home.ts'
import { linksIn, readNote } from './note-structure.ts'
import { makeNotesHome, type NotesHome } from './notes-home.ts'
import { ONE, TWO, toLines } from './temp-tree.ts'

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
