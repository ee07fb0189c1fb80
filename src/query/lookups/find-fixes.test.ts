import { expect, test } from 'vitest'
import { MAIN } from '../../../test/keep-world.ts'
import { ALL, keepScripts, writeScript } from '../../../test/lookup-world.ts'
import { ONE } from '../../../test/temp-tree.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findErrors } from './find-errors.ts'
import { findFixes } from './find-fixes.ts'

/** Each error as a result holds it: the client puts a word or a tag around what a tool said. */
const kept: Promise<IndexedKeep> = keepScripts({
  [MAIN]: writeScript({ sessionId: ONE })
    .prompt('Go')
    .bash('walrus', { error: 'Error: tapir boom\n\nmore' })
    .call('Read', { file_path: '/a.ts' }, { error: '<tool_use_error>Error: File does not exist.</tool_use_error>' })
    .call('mcp__zoo__feed', {}, { error: 'Error: the okapi wants 12 leaves of the acacia' })
    .bash('npm test', { error: 'Exit code 1\nError: gnu is out of grass\n    at /srv/app/error-page.ts:3:9' }).lines,
})

/** How it is found, and the line that is shown of it. */
async function checkFix(text: string, step: string, line: string): Promise<void> {
  const found = await findFixes(await kept, { text, scope: ALL, pause: async () => {} })
  expect({ step: found.step, lines: found.errors.map(error => error.line) }, text).toEqual({ step, lines: [line] })
}

test.each([
  'Error: tapir boom',
  'tapir boom',
  '  ⎿  Error: tapir boom',
  '<tool_use_error>Error: tapir boom</tool_use_error>',
  '<tool_use_error>tapir boom',
  'Error: tapir boom</tool_use_error>\n',
])('%j is found as it was printed', async text => {
  await checkFix(text, 'words', 'tapir boom')
  const { errors } = findErrors(await kept, { text, scope: ALL })
  expect(errors.map(({ line }) => line)).toEqual(['tapir boom'])
})

test('so are errors of the client, of other servers and of programs', async () => {
  await checkFix('Error: File does not exist.', 'words', 'File does not exist.')
  await checkFix('Error: the okapi wants 40 leaves of the acacia', 'same', 'the okapi wants 12 leaves of the acacia')
  await checkFix('Error: gnu is out of grass', 'words', 'Error: gnu is out of grass')
})

test('a pasted trace is known by the line that states the error, whether or not the word was kept', async () => {
  const trace = '\n    at feed (/home/me/error-page.ts:99:1)\n    at run (/x/y.ts:1:1)'
  await checkFix(`Error: gnu is out of grass${trace}`, 'same', 'Error: gnu is out of grass')
  await checkFix(
    `Error: the okapi wants 7 leaves of the acacia${trace}`,
    'same',
    'the okapi wants 12 leaves of the acacia',
  )
})

test('the word alone is a word to look for', async () => {
  const { errors } = findErrors(await kept, { text: 'Error:', scope: ALL })
  expect(errors.map(({ line }) => line)).toEqual(['Error: gnu is out of grass'])
})
