import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTree } from '../../../../test/temp-tree.ts'
import { type Figures, readFigures, writeFigures } from './figures.ts'

const FIGURES: Figures = {
  at: 50,
  day: { name: '2026-11-16', zone: 'UTC', startsAt: 0, endsAt: 100 },
  today: { usd: 1.5, isLowerBound: false },
  block: { usd: undefined, isLowerBound: true, startsAt: 10, endsAt: 60 },
  sessions: { a: { usd: 1, isLowerBound: true }, b: { usd: undefined, isLowerBound: true } },
}

describe('the file of figures', () => {
  test('gives back what was written, in place of what was there', () => {
    const path = join(makeTree({ 'statusline.json': 'old' }), 'statusline.json')
    writeFigures(path, { at: 50, figures: FIGURES })
    expect(readFigures(path)).toEqual({ at: 50, figures: FIGURES })
    expect(readdirSync(join(path, '..'))).toEqual(['statusline.json'])
  })
  test('says that a count failed', () => {
    const path = join(makeTree({}), 'statusline.json')
    writeFigures(path, { at: 50, figures: undefined })
    expect(readFigures(path)).toEqual({ at: 50, figures: undefined })
  })
  test('leaves nothing behind where it cannot be written', () => {
    const folder = makeTree({ 'statusline.json/x': '' })
    expect(() => writeFigures(join(folder, 'statusline.json'), { at: 1, figures: FIGURES })).toThrow()
    expect(readdirSync(folder)).toEqual(['statusline.json'])
  })
  test.each(['', '{}', '[1]', '{"schema":"backscroll.statusline/1","at":1}', `"${'x'.repeat(2 ** 20)}"`])(
    'is nothing where it holds something else',
    text => {
      const path = join(makeTree({ f: text }), 'f')
      expect(readFigures(path)).toBeUndefined()
    },
  )
  test('is nothing where it is missing, or a folder', () => {
    const folder = makeTree({})
    expect(readFigures(join(folder, 'none'))).toBeUndefined()
    expect(readFigures(folder)).toBeUndefined()
  })
  test('may hold anything of the right name', () => {
    const path = join(makeTree({}), 'f')
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('day', 'today', 'block', 'sessions'), fc.jsonValue()), json => {
        writeFileSync(path, JSON.stringify({ schema: 'backscroll.statusline/2', at: 1, ...json }))
        expect(readFigures(path)?.at).toBe(1)
      }),
      { numRuns: 50 },
    )
  })
})
