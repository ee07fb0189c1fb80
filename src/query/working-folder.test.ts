import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE } from '../../test/temp-tree.ts'
import type { SessionSource } from '../source/session-source.ts'
import { openLibrary } from './library.ts'
import { findWorkingFolder } from './working-folder.ts'

/** The folder found for a session whose lines name these folders, in the project folder of this name. */
function checkFolder(name: string, cwds: readonly string[], expected: string | undefined): void {
  const lines = cwds.flatMap(cwd => makeLines(ONE, { cwd }))
  const home = makeTree({ [join('.claude', 'projects', name, `${ONE}.jsonl`)]: lines })
  const library = openLibrary(machineAt(home))
  expect(findWorkingFolder(library, library.sources[0] as SessionSource)).toBe(expected)
}

test('the folder that gives the name of the project folder is where the client finds a session', () => {
  checkFolder('-home-dev-my-app', ['/home/dev/other', '/home/dev/my.app', '/home/dev/my.app/src'], '/home/dev/my.app')
})

test('where none gives that name the first folder is taken', () => {
  checkFolder('copied', ['/home/dev/other', '/home/dev/app'], '/home/dev/other')
})

test('a session that names no folder has none', () => {
  checkFolder('-x', [], undefined)
})
