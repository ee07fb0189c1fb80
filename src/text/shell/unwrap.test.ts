import { describe, expect, test } from 'vitest'
import { scriptOf, unwrap } from './unwrap.ts'

describe('what does the work', () => {
  test.each([
    ['npx -y vitest run', 'vitest run'],
    ['npx -p typescript tsc', 'tsc'],
    ['sudo -u bob A=1 npm test', 'npm test'],
    ['sudo -n npm test', 'npm test'],
    ['env -u HOME A=1 B+=2 make', 'make'],
    ['time -p npm test', 'npm test'],
    ['timeout -k 5 -s KILL 1.5m make', 'make'],
    ['nice -n 10 make', 'make'],
    ['xargs -I {} -n 1 mv {} x', 'mv {} x'],
    ['uv run --extra dev python3.12 -m pytest -q', 'pytest -q'],
    ['coverage run --source src -m pytest', 'pytest'],
    ['mise exec node@20 -- npm test', 'npm test'],
    ['mise x npm test', 'npm test'],
    ['pnpm exec vitest', 'vitest'],
    ['/usr/bin/env node_modules/.bin/vitest run', 'vitest run'],
    ['.venv\\Scripts\\pytest -q', 'pytest -q'],
    ['while ! make', 'make'],
    ['bin/rails test', 'rails test'],
  ])('of %j is %j', (words, expected) => expect(unwrap(words.split(' ')).join(' ')).toBe(expected))

  test.each([
    './bin.sh a',
    'scripts/test.sh',
    'uv sync',
    'npm run test',
    'command -v pytest',
    'python a.py',
    'mise run x',
  ])('of %j is all of it', words => expect(unwrap(words.split(' ')).join(' ')).toBe(words))

  test.each(['A=1', 'sudo', 'npx -y', 'done', ''])('of %j is nothing', words =>
    expect(unwrap(words.split(' ').filter(Boolean))).toEqual([]),
  )

  test('may be an environment, for who compares runs', () => {
    const keep = { keepsEnvironments: true }
    expect(unwrap(['timeout', '60', 'uv', 'run', 'pytest'], keep)).toEqual(['uv', 'run', 'pytest'])
    expect(unwrap(['npx', 'vitest'], keep)).toEqual(['vitest'])
  })
})

test('a script is what a shell is given to run', () => {
  expect(scriptOf(['bash', '-lc', 'npm test'])).toBe('npm test')
  expect(scriptOf(['sh', '-e', '-c', 'npm test', 'x'])).toBe('npm test')
  expect(scriptOf(['bash', 'a.sh', '-x', 'y', '-c', 'z'])).toBeUndefined()
  expect(scriptOf(['gcc', '-c', 'a.c'])).toBeUndefined()
})
