import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepScripts, writeScript } from '../../test/lookup-world.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { findProject } from '../source/project.ts'
import { listWithin } from './session-limits.ts'

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
