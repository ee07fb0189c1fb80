import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { findActive, linksIn, readNote } from './note-structure.ts'
import { dumpVault, makeNotesHome } from './notes-home.ts'
import { makeLines, toLines, writeItem } from './temp-tree.ts'

const folder = mkdtempSync(join(tmpdir(), 'backscroll-notes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let counter = 0

function freshVault(): string {
  const path = join(folder, `vault-${++counter}`)
  mkdirSync(path)
  return path
}

/** A machine with a name of its own and sessions on these days of March. */
async function makeMachine(name: string, days: readonly number[]): Promise<KeepHome> {
  const home = makeKeepHome()
  const { transcript, work } = home
  const project = transcript.slice(0, transcript.lastIndexOf('/'))
  rmSync(project, { recursive: true })
  for (const [at, day] of days.entries()) {
    const digits = Buffer.from(`${name}${at}`).toString('hex').padEnd(8, '0').slice(-8)
    const id = `${digits}-0000-4000-8000-${String(at).padStart(12, '0')}`
    const time = `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`
    writeItem(join(project, `${id}.jsonl`), makeLines(id, { cwd: work, prompt: `Work of ${name} ${at}`, at: time }))
  }
  await home.run(['config', 'set', 'notesMachine', name])
  return home
}

/** The notes that several machines write. */
function sharedIn(vault: string): { readonly [name: string]: string } {
  const isShared = ([name]: readonly [string, string]): boolean => / sessions\.md$/.test(name)
  return Object.fromEntries(Object.entries(dumpVault(vault)).filter(isShared))
}

describe('several machines', () => {
  test('that write in any order leave the same vault behind', async () => {
    const machines = await Promise.all([
      makeMachine('alpha', [1, 1, 2]),
      makeMachine('beta', [2, 3]),
      makeMachine('gamma', [3]),
    ])
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2, 1],
    ]
    const dumps = []
    for (const order of orders) {
      const vault = freshVault()
      // Each looks again when all were there, as a sync of the vault would have it.
      for (const at of [...order, ...order])
        expect((await makeNotesHome(machines[at] as KeepHome, vault).notes()).code).toBe(0)
      dumps.push(dumpVault(vault))
    }
    expect(dumps[1]).toEqual(dumps[0])
    expect(dumps[2]).toEqual(dumps[0])
    expect(readNote(dumps[0]?.['backscroll/daily/2026-03-02 sessions.md'] ?? '').content).toBe(
      '![[2026-03-02 sessions.alpha]]\n\n![[2026-03-02 sessions.beta]]',
    )
  })

  test('change nothing that another one wrote but the notes that join them', async () => {
    const alpha = await makeMachine('alpha', [1, 2])
    const beta = await makeMachine('beta', [2])
    const vault = freshVault()
    await makeNotesHome(alpha, vault).notes()
    const before = dumpVault(vault)
    const { written } = await makeNotesHome(beta, vault).notes()
    const changed = written.filter(path => Object.hasOwn(before, path))
    expect(changed).toEqual(['backscroll/daily/2026-03-02 sessions.md', 'backscroll/projects/app sessions.md'])
    expect(changed.every(path => Object.hasOwn(sharedIn(vault), path))).toBe(true)
  })

  test('that have the same session leave its note to the one that told it first', async () => {
    const alpha = await makeMachine('alpha', [1, 2])
    const beta = await makeMachine('beta', [2])
    const own = dirname(alpha.transcript)
    const other = dirname(beta.transcript)
    const [shared = ''] = readdirSync(own).filter(name => readFileSync(join(own, name), 'utf8').includes('2026-03-02'))
    writeFileSync(join(other, shared), readFileSync(join(own, shared)))
    const vault = makeNotesHome(alpha, freshVault())
    const atBeta = makeNotesHome(beta, vault.vault)
    await vault.notes()
    const note = vault.noteOf(shared)
    // There it has another session before it.
    const told = vault.read(note)
    expect(readNote(told).front).toMatchObject({ machine: 'alpha', previous: expect.any(String) })
    await atBeta.notes()
    await vault.notes()
    const settled = dumpVault(vault.vault)
    for (const machine of [atBeta, vault, atBeta, vault]) expect((await machine.notes()).written).toEqual([])
    expect([(await vault.notes()).others, (await atBeta.notes()).others]).toEqual([0, 1])
    expect((await atBeta.notesRaw()).out).toMatch(/, 1 told by another machine\.\n$/)
    expect(dumpVault(vault.vault)).toEqual(settled)
    expect(vault.read(note)).toBe(told)
    const link = basename(note, '.md')
    const days = (): readonly string[] =>
      ['alpha', 'beta'].filter(name => vault.read(`daily/2026-03-02 sessions.${name}.md`).includes(`[[${link}|`))
    expect(days()).toEqual(['alpha'])
    // One that knows more of it tells it from then on.
    const [id] = shared.split('.')
    const more = makeLines(id ?? '', { cwd: beta.work, prompt: 'Go on', at: '2026-03-03T10:00:00.000Z' })
    const renamed = more.map(line => ({ ...line, uuid: `${(line as { uuid: string }).uuid}-2` }))
    appendFileSync(join(other, shared), toLines(renamed))
    await atBeta.notes()
    expect(readNote(vault.read(note)).front).toMatchObject({ machine: 'beta', prompts: 2 })
    await vault.notes()
    expect(days()).toEqual(['beta'])
    for (const machine of [atBeta, vault]) expect((await machine.notes()).written).toEqual([])
  })

  test('that get another name go on with the notes they wrote', async () => {
    const home = await makeMachine('alpha', [1])
    const vault = makeNotesHome(home, freshVault())
    await vault.notes()
    await home.run(['config', 'set', 'notesMachine', 'alpine'])
    await vault.notes()
    const [note = ''] = vault.list().filter(name => name.startsWith('sessions/'))
    expect(readNote(vault.read(note)).front.machine).toBe('alpine')
    expect((await vault.notes()).written).toEqual([])
  })
})

/** Everything that means something to Obsidian, Markdown, YAML or us, and what such words are joined with. */
const evil = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '%% backscroll:end %%',
        '%% backscroll:begin %%',
        '%%',
        '\n---\n',
        '---',
        '\ntags: [evil]\n',
        '![[secret]]',
        '[[link|x]]',
        '<% tp.file.delete() %>',
        '```dataviewjs\ndv.el()\n```',
        '`= this.x`',
        'key:: value',
        '#evil',
        '> [!danger] x',
        '<script>x</script>',
        '\u202e',
        '\0',
        '$x$',
        ' ^block',
        'obsidian://open',
        '{{title}}',
        '"',
        "'",
        '\\',
        ': ',
        '\r\n',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map(parts => parts.join(' '))

describe('hostile sessions', () => {
  test('change nothing about a note but its words', async () => {
    const home = makeKeepHome()
    const project = home.transcript.slice(0, home.transcript.lastIndexOf('/'))
    const texts = fc.sample(evil, { numRuns: 60, seed: 7 })
    const ids = texts.map((text, at) => {
      const id = `55555555-5555-4555-8555-${String(at).padStart(12, '0')}`
      const lines = makeLines(id, {
        cwd: home.work,
        prompt: `Do ${text}`,
        branch: text,
        at: '2026-04-01T10:00:00.000Z',
      })
      const [user, answer] = lines as [{ uuid: string }, { message: { content: unknown } }]
      const call = {
        type: 'tool_use',
        id: `t${at}`,
        name: text.slice(0, 60),
        input: { command: text, file_path: text },
      }
      const content = [{ type: 'text', text: `I decided to ${text}. Done: ${text}` }, call]
      const title = { type: 'custom-title', customTitle: at % 2 ? text : `Title ${text}`, sessionId: id }
      writeItem(
        join(project, `${id}.jsonl`),
        toLines([user, { ...answer, message: { ...answer.message, content } }, title]),
      )
      return id
    })
    const vault = makeNotesHome(home, freshVault())
    const { code, failed, kept } = await vault.notes()
    expect({ code, failed, kept }).toEqual({ code: 0, failed: [], kept: [] })
    const names = new Set(vault.list().map(name => name.slice(name.lastIndexOf('/') + 1, -3)))
    const problems = vault.list().flatMap(name => {
      const { front, content } = readNote(vault.read(name))
      const strange = linksIn(content).filter(link => !names.has(link))
      const tags = (front.tags as readonly string[]).filter(tag => !/^[\p{L}\p{N}_/-]+$/u.test(tag))
      const active = findActive(content.replace(/^#{1,3} /gm, ''))
      return [...strange, ...tags, ...active].map(problem => `${name}: ${problem}`)
    })
    expect(problems).toEqual([])
    expect(ids.length).toBe(60)
    expect((await vault.notes()).written).toEqual([])
    expect(readdirSync(join(vault.vault, 'backscroll'))).toEqual(['daily', 'projects', 'sessions'])
  })
})
