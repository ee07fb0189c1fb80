import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENTRY } from './cli-runner.ts'
import { waitFor } from './hook-home.ts'
import { makeKeepHome } from './keep-home.ts'
import { readNote } from './note-structure.ts'
import { dumpVault, makeNotesHome } from './notes-home.ts'
import { makeLines, makeTree, writeItem } from './temp-tree.ts'

test('a run that is killed leaves whole notes, and the next one goes on from there', { timeout: 60_000 }, async () => {
  const home = makeKeepHome()
  const project = home.transcript.slice(0, home.transcript.lastIndexOf('/'))
  for (let at = 0; at < 150; at++) {
    const id = `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`
    writeItem(join(project, `${id}.jsonl`), makeLines(id, { cwd: home.work, prompt: `Plant tree ${at}` }))
  }
  await home.run(['sync'])
  await home.run(['config', 'set', 'notesMachine', 'garden'])
  const vault = makeNotesHome(home, join(home.home, 'vault'))
  mkdirSync(vault.vault)
  const env = { PATH: process.env.PATH ?? '', HOME: home.home }
  const child = spawn(process.execPath, [ENTRY, 'notes', '--vault', vault.vault], {
    env,
    cwd: home.home,
    stdio: 'ignore',
  })
  const ended = new Promise(resolve => child.on('close', resolve))
  await waitFor(() => vault.list().length > 20)
  child.kill('SIGKILL')
  await ended
  const isDraft = (name: string): boolean => /\.backscroll-[0-9a-f]{16}\.new$/.test(name)
  const left = vault.list().filter(name => !isDraft(name))
  for (const name of left) readNote(readFileSync(join(vault.vault, 'backscroll', name), 'utf8'))
  const { written, code } = await vault.notes()
  expect(code).toBe(0)
  expect(written.length).toBeLessThan(156 - 15)
  const whole = makeNotesHome(home, makeTree({}))
  await whole.notes()
  const notDrafts = Object.entries(dumpVault(vault.vault)).filter(([name]) => !isDraft(name))
  expect(Object.fromEntries(notDrafts)).toEqual(dumpVault(whole.vault))
})
