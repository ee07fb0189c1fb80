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

test.each([
  ['git -C /b/c log -3', '/b/c'],
  ['git --no-pager -C /b diff', '/b'],
  ['git -c a=b -C /b diff', '/b'],
  ['(cd /b && make)', '/b'],
  ['set -e; cd /b && make', '/b'],
  ['export A=1\ncd /b\nmake', '/b'],
  ['pushd /b && make && popd', '/b'],
  ['make -C /b all', '/b'],
  ['make -C/b all', '/b'],
  ['make --directory=/b', '/b'],
  ['npm --prefix /b test', '/b'],
  ['npm test --prefix=/b', '/b'],
  ['pnpm -C /b test', '/b'],
  ['yarn --cwd /b test', '/b'],
  ['bash -c "cd /b && make"', '/b'],
  ['cd ~/b && make', '/home/ada/b'],
  ['cd ~ && make', '/home/ada'],
  ['git -C ~/b log', '/home/ada/b'],
  ['git log -C /b', '/home/ada/a'],
  ['git commit -C HEAD', '/home/ada/a'],
  ['git log && git -C /b log', '/home/ada/a'],
  ['git -C "$X" log', '/home/ada/a'],
  ['echo -C /b', '/home/ada/a'],
  ['grep -C 3 x /b', '/home/ada/a'],
  ['git commit -m "déjà vu" && git -C /b log', '/home/ada/a'],
  ['echo "déjà vu"; git -C /b log', '/b'],
  ['(cd /b/müller && make)', '/home/ada/a'],
  ['cd /b/müller && make', '/b/müller'],
  ['tar xf a.tar -C /b', '/b'],
])('%s works in %s', (command, folder) => checkWeights(['/home/ada/a', 'Bash', { command }], [[folder, 1]]))

test('a home whose folder tells nothing is not guessed', () =>
  checkWeights(['/srv/a', 'Bash', { command: 'cd ~/b && make' }], [['/srv/a', 1]]))
