import { expect, test } from 'vitest'
import { isBarePrompt, isChorePrompt } from './bare-prompt.ts'

test.each(['yes', 'go on', 'ok, do it', 'Looks good, continue', 'option 2 please', '1', 'weiter', '好的', '', '👍'])(
  '%j is about what was said before',
  prompt => {
    expect(isBarePrompt(prompt)).toBe(true)
  },
)

test.each(['switch to postgres', 'now write the tests', 'yes, but in red', 'fix the lease', '改用 pnpm'])(
  '%j speaks for itself',
  prompt => {
    expect(isBarePrompt(prompt)).toBe(false)
  },
)

test.each([
  'commit and push',
  'ok, commit this and open a draft PR please',
  'run the tests again',
  'rerun the linter and then push',
  'merge it into main',
  'update the changelog',
  'deploy',
  'git commit',
])('%j only has done what every session ends with', prompt => {
  expect(isChorePrompt(prompt)).toBe(true)
})

test.each(['commit only the parser', 'run the migration', 'now write the tests', 'yes', 'update the lease'])(
  '%j says something of its own, or nothing to do',
  prompt => {
    expect(isChorePrompt(prompt)).toBe(false)
  },
)
