import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../test/temp-tree.ts'
import { createExcluder } from './exclude.ts'

/** Which of these working folders belong to projects that are kept out. */
function listExcluded(texts: readonly string[], folders: readonly string[]): readonly string[] {
  const excluder = createExcluder(texts)
  return folders.filter(project => excluder.isExcludedPrompt({ sessionId: undefined, project }))
}

test('a project is kept out by its name, the end of its path, or a folder around it', () => {
  const folders = ['/gone/secret', '/gone/secret/src', '/gone/open', 'C:\\work\\secret']
  expect(listExcluded(['secret'], folders)).toEqual(['/gone/secret', 'C:\\work\\secret'])
  expect(listExcluded(['gone/open'], folders)).toEqual(['/gone/open'])
  expect(listExcluded(['/gone/secret'], folders)).toEqual(['/gone/secret', '/gone/secret/src'])
  expect(listExcluded([], folders)).toEqual([])
})

test('it is kept out by the name of a link and by what the link leads to, whichever a session was in', () => {
  const tree = makeTree({
    'disk/x1/.git/config': '',
    'disk/x1/src/y': '',
    'disk/x2/y': '',
    secret: { link: 'disk/x1' },
    all: { link: 'disk' },
  })
  const at = (name: string): string => join(tree, name)
  const [byLink, byReal, other] = [at('secret/src'), at('disk/x1/src'), at('disk/x2')]
  const folders = [byLink, byReal, other]
  expect(listExcluded(['x1'], folders)).toEqual([byLink, byReal])
  // The name of a link is known where a session was there by it.
  expect(listExcluded(['secret'], folders)).toEqual([byLink])
  expect(listExcluded([at('secret')], folders)).toEqual([byLink, byReal])
  expect(listExcluded([at('disk/x1')], folders)).toEqual([byLink, byReal])
  expect(listExcluded([at('all')], folders)).toEqual(folders)
})
