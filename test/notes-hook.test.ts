import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { writePending } from '../src/surfaces/cli/hook/pending.ts'
import { failuresIn } from './hook-home.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { readNote } from './note-structure.ts'
import { makeNotesHome, type NotesHome } from './notes-home.ts'
import { makeTree, ONE, TWO } from './temp-tree.ts'

/** A hook asks, and the process that it would start does its work. */
async function hook(home: KeepHome, event: string, sessionId = ONE): Promise<void> {
  const transcriptPath = home.transcript.replace(ONE, sessionId)
  writePending(hookPlaces(home.keep), { transcriptPath, sessionId, event, at: Date.now(), failed: 0 })
  expect(await home.run(['capture'])).toEqual({ code: 0, out: '', err: '' })
}

async function makeHome(): Promise<{ readonly home: KeepHome; readonly vault: NotesHome }> {
  const home = makeKeepHome()
  const vault = makeNotesHome(home)
  await home.run(['config', 'set', 'notesVault', vault.vault])
  return { home, vault }
}

const statusOf = (vault: NotesHome, id = ONE): unknown => readNote(vault.read(vault.noteOf(id))).front.status

describe('hooks', () => {
  test('write the note of a session while it runs, and again when it ended', async () => {
    const { home, vault } = await makeHome()
    await hook(home, 'Stop')
    expect(statusOf(vault)).toBe('running')
    expect(vault.list()).toHaveLength(5)
    await hook(home, 'SessionEnd')
    expect(statusOf(vault)).toBe('ended')
    // Resumed, and gone without a word: the next one that is kept tells.
    await hook(home, 'Stop')
    expect(statusOf(vault)).toBe('running')
    await hook(home, 'SessionEnd', TWO)
    expect([statusOf(vault), statusOf(vault, TWO)]).toEqual(['ended', 'ended'])
    expect(failuresIn(home.keep)).toEqual([])
    expect((await vault.notes()).written.filter(path => path.includes('/sessions/'))).toEqual([])
  })

  test('write nothing while no vault is set', async () => {
    const home = makeKeepHome()
    await hook(home, 'Stop')
    expect(failuresIn(home.keep)).toEqual([])
  })

  test('keep the session also where the vault is gone, and leave a line for doctor', async () => {
    const { home, vault } = await makeHome()
    rmSync(vault.vault, { recursive: true })
    await hook(home, 'Stop')
    expect(failuresIn(home.keep)).toEqual(['no-vault'])
    expect((await home.run(['status', '--json'])).out).toContain('"kept": 1')
  })

  test('tell of a note that was left alone', async () => {
    const { home, vault } = await makeHome()
    await hook(home, 'Stop')
    const note = vault.noteOf(ONE)
    vault.write(note, vault.read(note).replace('%% backscroll:end %%', ''))
    await hook(home, 'SessionEnd')
    expect(failuresIn(home.keep)).toEqual(['note-failed'])
  })

  test('take out the words that the settings name', async () => {
    const { home, vault } = await makeHome()
    await home.run(['config', 'set', 'notesWords', join(makeTree({ 'words.txt': 'tomatoes\n' }), 'words.txt')])
    await hook(home, 'Stop')
    expect(vault.read(vault.noteOf(ONE))).not.toContain('tomatoes')
  })
})
