import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../../test/temp-tree.ts'
import { appendGenerated, dropAllGenerated, dropGenerated } from '../../archive/generated.ts'
import type { Generated, GeneratedResult } from '../../narrative/generated.ts'
import { findGenerated, toGeneratedLine } from './find-generated.ts'

const MADE: GeneratedResult = { kind: 'made', summary: 'S', decisions: [{ text: 'D', turns: [1] }], dropped: 0 }
const FAILED: GeneratedResult = { kind: 'failed', reason: 'no' }

function make(more: Partial<Generated> = {}): Generated {
  const who = { command: 'claude', model: undefined, costUsd: 0.5 }
  return { isGenerated: true, sessionId: 'one', contentKey: 'k1', at: 1_700_000_000_000, ...who, result: MADE, ...more }
}

/** What is found for content `k1` of the session `one` after these were written. */
function check(...written: readonly Generated[]) {
  const folder = makeTree({})
  for (const generated of written) appendGenerated(folder, toGeneratedLine(generated))
  return findGenerated(folder, 'one', 'k1')
}

describe('findGenerated', () => {
  test('gives back what was written, for the content it was made from', () => {
    expect(check(make())).toEqual({ state: 'current', generated: make() })
  })
  test('knows what was made from older content', () => {
    expect(check(make({ contentKey: 'k0' }))).toMatchObject({ state: 'outdated', generated: { contentKey: 'k0' } })
  })
  test('knows nothing of other sessions', () => {
    expect(check(make({ sessionId: 'two' }))).toEqual({ state: 'none' })
    expect(check()).toEqual({ state: 'none' })
  })
  test('takes the last that was made, and a failure only where there is none', () => {
    const second = make({ result: { ...MADE, summary: 'Second' } })
    expect(check(make(), second, make({ result: FAILED }))).toEqual({ state: 'current', generated: second })
    expect(check(make({ result: FAILED }))).toEqual({ state: 'current', generated: make({ result: FAILED }) })
    expect(check(make({ contentKey: 'k0', result: FAILED }))).toMatchObject({ state: 'outdated' })
  })
  test('keeps what was made before where the session as it is got no answer, and says so', () => {
    const older = make({ contentKey: 'k0' })
    const failure = make({ result: FAILED })
    expect(check(older, failure)).toEqual({ state: 'outdated', generated: older, failure })
    expect(check(older, failure, make())).toEqual({ state: 'current', generated: make() })
  })
  test('leaves out lines that are damaged or of another version', () => {
    const folder = makeTree({})
    appendGenerated(folder, toGeneratedLine(make()))
    const [name = ''] = readdirSync(join(folder, 'sessions'))
    const path = join(folder, 'sessions', name)
    appendFileSync(path, '{"schema":"backscroll.generated/2","session":"one"}\n[]\nnull\n{"schema":"backscr')
    expect(findGenerated(folder, 'one', 'k1')).toEqual({ state: 'current', generated: make() })
    appendGenerated(folder, toGeneratedLine(make({ contentKey: 'k2' })))
    expect(findGenerated(folder, 'one', 'k2')).toMatchObject({ state: 'current' })
  })
  test('finds nothing after it was dropped', () => {
    const folder = makeTree({})
    for (const sessionId of ['one', '../../two', 'three']) {
      appendGenerated(folder, toGeneratedLine(make({ sessionId })))
    }
    expect(readdirSync(folder)).toEqual(['sessions'])
    expect(dropGenerated(folder, 'one')).toBe(true)
    expect(dropGenerated(folder, 'one')).toBe(false)
    expect(findGenerated(folder, 'one', 'k1')).toEqual({ state: 'none' })
    expect(findGenerated(folder, '../../two', 'k1').state).toBe('current')
    expect(dropAllGenerated(folder)).toBe(2)
    expect(dropAllGenerated(makeTree({}))).toBe(0)
  })
})
