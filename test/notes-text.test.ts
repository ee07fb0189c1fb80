import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { nameProject } from '../src/surfaces/cli/notes/note-names.ts'
import { createLines } from './export-home.ts'
import { makeKeepHome } from './keep-home.ts'
import { readNote } from './note-structure.ts'
import { makeNotesHome } from './notes-home.ts'
import { ONE, toLines, writeItem } from './temp-tree.ts'

const FIVE = ONE.replaceAll('1', '5')

test('a note names files below the folder of the session the same way everywhere', async () => {
  const home = makeKeepHome()
  const lines = createLines(FIVE, home.work)
  lines.user('u1', 'Repair the pump')
  const file = join(home.work, 'src', 'pump.ts')
  const call = (id: string, name: string, input: object): void => {
    lines.assistant(`a${id}`, [{ type: 'tool_use', id, name, input: { file_path: file, ...input } }])
    lines.result(`r${id}`, id, 'ok', {})
  }
  call('t1', 'Edit', { old_string: 'a', new_string: 'b' })
  call('t2', 'Read', {})
  call('t3', 'Edit', { old_string: 'b', new_string: 'c' })
  writeItem(join(dirname(home.transcript), `${FIVE}.jsonl`), lines.all)
  const vault = makeNotesHome(home)
  await vault.notes(['--no-redact'])
  const { content } = readNote(vault.read(vault.noteOf(FIVE)))
  const friction = content.slice(content.indexOf('## Friction'), content.indexOf('## Prompts'))
  expect(friction).toContain('- src/pump.ts ')
  expect(content).not.toContain(home.work)
})

test('a tag that the session has already is not written twice for its capitals', async () => {
  const home = makeKeepHome()
  await home.run(['sync'])
  await home.run(['tag', ONE, 'Claude-Session', 'Garden'])
  const vault = makeNotesHome(home)
  await vault.notes()
  expect(readNote(vault.read(vault.noteOf(ONE))).front.tags).toEqual(['claude-session', 'Garden'])
})

test('a session that goes on the next day stands in the notes of both days', async () => {
  const home = makeKeepHome()
  const path = join(dirname(home.transcript), `${FIVE}.jsonl`)
  const day = (date: string, prompt: string): readonly object[] => {
    const lines = createLines(FIVE, home.work, { timestamp: `${date}T10:00:00.000Z` })
    lines.user(`u${date}`, prompt)
    lines.assistant(`a${date}`, [{ type: 'text', text: 'Done.' }])
    return lines.all
  }
  writeItem(path, [...day('2026-07-01', 'Repair the pump')])
  const vault = makeNotesHome(home)
  const { machine } = await vault.notes()
  const dayNote = (date: string): { readonly front: object; readonly content: string } =>
    readNote(vault.read(`daily/${date} sessions.${machine}.md`))
  expect(vault.list().filter(name => name.startsWith('daily/2026-07'))).toHaveLength(2)
  appendFileSync(path, toLines(day('2026-07-02', 'And the hose')))
  // On a busy machine the look before the notes has no time to read.
  await home.run(['sync'])
  await vault.notes()
  expect(dayNote('2026-07-01').front).toMatchObject({ sessions: 1 })
  expect(dayNote('2026-07-01').content).toContain('|Repair the pump]]')
  expect(dayNote('2026-07-02').front).toMatchObject({ sessions: 0, tokens: 0 })
  expect(dayNote('2026-07-02').content).toBe(
    `## ${machine}\n\n1 session went on from before\n\n` +
      '- 10:00 [[2026-07-01 55555555|Repair the pump]] · [[app sessions|app]] · went on, 1 prompt',
  )
  expect((await vault.notes()).written).toEqual([])
})

test('notes of the demo set are written again by the same name', async () => {
  const home = makeKeepHome()
  const vault = makeNotesHome(home)
  expect(await vault.notes(['--demo'])).toMatchObject({ code: 0, machine: 'demo' })
  const before = vault.list()
  expect((await vault.notes(['--demo'])).code).toBe(0)
  expect(vault.list()).toEqual(before)
})

test('a project that is named like a day does not share its notes', () => {
  expect(nameProject('2026-01-30', 'x', new Set())).toBe('2026-01-30-project')
})
