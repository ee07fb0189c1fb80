import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepScripts, writeScript } from '../../test/lookup-world.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { findProject } from '../source/project.ts'
import { listCalled, listWithin } from './session-limits.ts'

const remote = (url: string): string => `[remote "origin"]\n\turl = ${url}\n`

/** Ids of the sessions that a session in this folder may be answered from, one letter each. */
async function checkWithin(folders: { readonly [letter: string]: string }, change = (): void => {}) {
  const scripts = Object.entries(folders).map(([letter, cwd]) => {
    const sessionId = `${letter.repeat(8)}-0000-4000-8000-000000000000`
    return [
      `projects/-${letter}/${sessionId}.jsonl`,
      writeScript({ sessionId, cwd }).prompt('Hi').answer('Yes').lines,
    ] as const
  })
  const { store } = await keepScripts(Object.fromEntries(scripts))
  change()
  const letters = new Map(store.all('SELECT session, id FROM sessions').map(row => [row.session, String(row.id)[0]]))
  return (folder: string, without?: string): string =>
    [...listWithin(store, { project: findProject(folder), without })]
      .map(session => letters.get(session))
      .sort()
      .join('')
}

test('clones of one repository are one project, whatever the case of their remote; a namesake is none', async () => {
  const tree = makeTree({
    'one/app/.git/config': remote('git@github.com:Dev/App.git'),
    'two/app/.git/config': remote('https://github.com/dev/app'),
    'other/app/.git/config': remote('https://github.com/else/app'),
    'plain/app/x': '',
  })
  const at = (name: string): string => join(tree, name, 'app')
  const within = await checkWithin({ a: at('one'), b: at('two'), c: at('other'), d: at('plain') })
  expect(within(at('one'))).toBe('ab')
  expect(within(at('other'))).toBe('c')
  expect(within(at('plain'))).toBe('d')
  expect(within(at('one'), 'aaaaaaaa-0000-4000-8000-000000000000')).toBe('b')
})

test('a folder that was given a remote after its sessions were kept is still the same project', async () => {
  const tree = makeTree({ 'app/.git/config': '', 'clone/.git/config': remote('https://github.com/dev/app') })
  const [app, clone] = [join(tree, 'app'), join(tree, 'clone')]
  const within = await checkWithin({ a: app, b: clone }, () => {
    writeFileSync(join(app, '.git/config'), remote('https://github.com/dev/app'))
  })
  expect(within(app)).toBe('ab')
})

test('a folder that lost its remote is still the same project', async () => {
  const tree = makeTree({ 'app/.git/config': remote('https://github.com/dev/app') })
  const app = join(tree, 'app')
  const within = await checkWithin({ a: app }, () => writeFileSync(join(app, '.git/config'), ''))
  expect(within(app)).toBe('a')
})

test('sessions are called by the beginning of their id in any case, and by the name of their file', async () => {
  const idOf = (beginning: string): string => `${beginning}-0000-4000-8000-000000000000`
  const [first, second, third] = [idOf('abcdef11'), idOf('abcdef22'), idOf('abcdef33')]
  const tell = (sessionId: string, cwd: string) => writeScript({ sessionId, cwd }).prompt('Hi').answer('Yes').lines
  const { store } = await keepScripts({
    [`projects/-a/${first}.jsonl`]: tell(first, '/home/dev/a'),
    [`projects/-a/${second}.jsonl`]: tell(second, '/home/dev/a'),
    'projects/-b/My_Notes.jsonl': tell(third, '/home/dev/b'),
  })
  const called = (text: string, folder?: string, without?: string): readonly string[] =>
    listCalled(store, text, { project: folder === undefined ? undefined : findProject(folder), without })
  expect(called('abcdef')).toEqual([first, second, third])
  expect(called('ABCDEF2')).toEqual([second])
  expect(called(third)).toEqual([third])
  expect(called('my_notes')).toEqual([third])
  expect(called('abcdef', '/home/dev/a')).toEqual([first, second])
  expect(called('abcdef', '/home/dev/a', first)).toEqual([second])
  expect(called('my_notes', '/home/dev/a')).toEqual([])
  // Nothing in it is a pattern, and a name is a name as a whole.
  for (const text of ['abcdef__', 'abc%', '%', 'myXnotes', 'my', 'bcdef11', `${first}0`])
    expect(called(text)).toEqual([])
})
