import { expect, test } from 'vitest'
import { isBarePrompt } from './bare-prompt.ts'

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
