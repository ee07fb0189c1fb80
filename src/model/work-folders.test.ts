import { expect, test } from 'vitest'
import { type CallInput, weigh } from '../../test/work-lines.ts'

function checkWeights(line: CallInput, expected: readonly (readonly [string, number])[]): void {
  expect(weigh([line]).folders.map(({ folder, weight }) => [folder, weight])).toEqual(expected)
}

test('an answer counts for the folder of its line, a call for the folder it names', () => {
  checkWeights(['/a'], [['/a', 1]])
  checkWeights(['/a', 'Read', { file_path: '/b/src/x.ts' }], [['/b/src', 1]])
  checkWeights(['/a', 'Edit', { file_path: '/b/src/x.ts' }], [['/b/src', 3]])
  checkWeights(['/a', 'Write', { file_path: 'C:\\b\\x.ts' }], [['C:\\b', 3]])
  checkWeights(['/a', 'NotebookEdit', { notebook_path: '/b/x.ipynb' }], [['/b', 3]])
  checkWeights(['/a', 'Glob', { path: '/b/', pattern: '*' }], [['/b', 1]])
  checkWeights(['/a', 'WebSearch', { query: '/b/x' }], [['/a', 1]])
  checkWeights(['/a', 'Edit', { file_path: 'src/x.ts' }], [['/a', 1]])
  checkWeights(['', 'Bash', { command: 'ls' }], [])
})

test('a command that begins with a change of folder works there', () => {
  const folders = (command: string) => weigh([['/a', 'Bash', { command }]]).folders.map(({ folder }) => folder)
  expect(folders('cd /b/c && npm test')).toEqual(['/b/c'])
  expect(folders('cd "/b/my app"; make')).toEqual(['/b/my app'])
  expect(folders("cd '/b'\nmake")).toEqual(['/b'])
  for (const other of [
    'cd src && make',
    'cd $HOME && ls',
    'cdx /b && ls',
    'echo cd /b',
    'cd /b | cat',
    'cd "/b$X" && ls',
  ])
    expect(folders(other)).toEqual(['/a'])
})
