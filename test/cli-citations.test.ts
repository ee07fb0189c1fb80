import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Result, runCli } from './cli-runner.ts'
import { FIXTURES } from './corpus.ts'

const MARKED = join(FIXTURES, 'turns/marked.jsonl')
const ENTRY_OF_3 = '00000000-0000-4000-8000-000000000006'

function show(citation: string): Result {
  return runCli(['show', citation, '--level', 'prompts'])
}

describe('a citation', () => {
  test.each([`${MARKED}#${ENTRY_OF_3}`, `${MARKED}:3#${ENTRY_OF_3}`])('with an entry opens its turn: %s', citation => {
    const { out, err } = show(citation)
    expect([out.includes('/prune the old one'), out.includes('Look at the pears again'), err]).toEqual([
      true,
      false,
      '',
    ])
  })

  test('with an older number opens the entry and says so', () => {
    const { out, err } = show(`${MARKED}:2#${ENTRY_OF_3}`)
    expect(out).toContain('/prune the old one')
    expect(err).toContain('that is turn 3 now; the citation is older and says 2')
  })

  test('with an entry that is not in the session is refused', () => {
    const { code, err } = show(`${MARKED}:3#ffffffff`)
    expect([code, err.includes('no entry of this session begins with "ffffffff"')]).toEqual([2, true])
  })

  test('by number alone says which turn it meant while prompts alone were counted, where that is another one', () => {
    expect(show(`${MARKED}:2`).err).toContain('a citation that counted prompts alone means turn 7')
    expect(show(`${MARKED}:1`).err).toBe('')
    expect(show(`${MARKED}:8`).err).toBe('')
  })

  test('with an older number is exported by its entry', () => {
    const { out } = runCli(['export', `${MARKED}:2#${ENTRY_OF_3}`, '--format', 'txt', '-o', '-'])
    expect([out.includes('/prune the old one'), out.includes('ls orchard')]).toEqual([true, false])
  })

  test.each([['context'], ['story']])('names no turn to %s, which is of a whole session', command => {
    const { code, err } = runCli([command, `${MARKED}:3#${ENTRY_OF_3}`])
    expect([code, err.includes('not of one turn')]).toEqual([2, true])
  })
})
