import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type KeepHome, makeKept } from './keep-home.ts'
import { linksIn } from './note-structure.ts'
import { makeNotesHome } from './notes-home.ts'
import { makeTree, ONE, toLines } from './temp-tree.ts'

/** What somebody, or a machine, does to a vault; `at` chooses a note. */
const action = fc.record({
  kind: fc.constantFrom('append', 'prepend', 'property', 'rename', 'move', 'delete', 'crlf', 'title', 'one', 'two'),
  at: fc.nat(30),
})

function listNotes(vault: string): readonly string[] {
  return readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md') && statSync(join(vault, name)).isFile())
    .sort()
}

const BEGIN = '%% backscroll:begin %%'

/** Words of the person that must be in the vault at the end. */
type Words = Map<string, string>

function act(kind: string, path: string, vault: string, { words, step }: { words: Words; step: number }): void {
  const full = join(vault, path)
  const text = readFileSync(full, 'utf8')
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const word = `mine${step}.`
  const follow = (to: string): void => {
    mkdirSync(dirname(join(vault, to)), { recursive: true })
    renameSync(full, join(vault, to))
    for (const [known, place] of words) if (place === path) words.set(known, to)
  }
  if (kind === 'append') appendFileSync(full, `${eol}${word}${eol}`)
  if (kind === 'prepend') writeFileSync(full, text.replace(BEGIN, `${word}${eol}${BEGIN}`))
  if (kind === 'property') writeFileSync(full, text.replace(/^---(\r?\n)/, `---$1own${step}: ${word}$1`))
  if (['append', 'prepend', 'property'].includes(kind)) words.set(word, path)
  if (kind === 'crlf') writeFileSync(full, text.replace(/\r?\n/g, '\r\n'))
  if (kind === 'move') follow(join('Moved', String(step % 3), basename(path)))
  if (kind === 'rename' && path.includes('sessions/')) follow(join(dirname(path), `Renamed ${step}.md`))
  if (kind === 'delete') {
    rmSync(full)
    for (const [known, place] of words) if (place === path) words.delete(known)
  }
}

test('whatever somebody does to notes, their words stay, links lead somewhere, and it settles', async () => {
  const machines = await Promise.all(
    ['one', 'two'].map(async name => {
      const home: KeepHome = await makeKept()
      await home.run(['config', 'set', 'notesMachine', name])
      return home
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async actions => {
      const vault = makeTree({})
      const [one, two] = machines.map(home => makeNotesHome(home, vault))
      await one?.notes()
      const words: Words = new Map()
      for (const [step, { kind, at }] of actions.entries()) {
        const notes = listNotes(vault)
        const home = machines[at % 2] as KeepHome
        if (kind === 'title') {
          const line = { type: 'custom-title', customTitle: `Title ${step} ${at}`, sessionId: ONE }
          appendFileSync(home.transcript, toLines([line]))
        } else if (kind === 'one') await one?.notes()
        else if (kind === 'two') await two?.notes()
        else act(kind, notes[at % notes.length] as string, vault, { words, step })
      }
      for (const machine of [one, two, one, two]) expect(await machine?.notes()).toMatchObject({ code: 0 })
      for (const machine of [one, two]) expect((await machine?.notes())?.written).toEqual([])
      const texts = listNotes(vault).map(name => readFileSync(join(vault, name), 'utf8'))
      const all = texts.join('\n')
      expect([...words.keys()].filter(word => all.split(word).length !== 2)).toEqual([])
      const names = new Set(listNotes(vault).flatMap(name => [basename(name, '.md'), name.slice(0, -3)]))
      expect(texts.flatMap(linksIn).filter(link => !names.has(link))).toEqual([])
    }),
    { numRuns: 12, seed: 11 },
  )
}, 240_000)
