import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { runHere } from './keep-home.ts'
import { findActive, linksIn, readNote } from './note-structure.ts'
import { makeNotesHome } from './notes-home.ts'

describe.skipIf(listCorpusFiles() === undefined)('notes of recorded sessions', () => {
  test('are notes, link to notes, and hold nothing that is obeyed', { timeout: 120_000 }, async () => {
    const home = mkdtempSync(join(tmpdir(), 'backscroll-notes-corpus-'))
    try {
      mkdirSync(join(home, 'vault'))
      for (const name of readdirSync(CORPUS)) {
        if (!name.includes('.'))
          cpSync(join(CORPUS, name), join(home, '.claude', 'projects', `-c-${name}`), { recursive: true })
      }
      const vault = makeNotesHome({ run: args => runHere(args, { home }) }, join(home, 'vault'))
      const { code, failed, kept, sessions } = await vault.notes()
      expect({ code, failed, kept }).toEqual({ code: 0, failed: [], kept: [] })
      expect(sessions).toBeGreaterThan(100)
      const names = new Set(vault.list().map(name => name.slice(name.lastIndexOf('/') + 1, -3)))
      const problems = vault.list().flatMap(name => {
        const { content } = readNote(vault.read(name))
        const active = findActive(content.replace(/^#{1,3} /gm, ''))
        return [...linksIn(content).filter(link => !names.has(link)), ...active].map(problem => `${name}: ${problem}`)
      })
      expect(problems).toEqual([])
      expect(await vault.notes()).toMatchObject({ written: [] })
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})
