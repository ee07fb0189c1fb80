import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createRowDrawer, type DrawOptions } from '../src/render/html/draw-row.ts'
import { plainRow } from '../src/render/html/plain-row.ts'
import { type Html, markupOf } from '../src/render/html/safe-html.ts'
import type { Row } from '../src/render/view/row.ts'
import { FIXTURES } from './corpus.ts'
import { ALL_SAMPLE_ROWS, SAMPLE_ROWS } from './html-samples.ts'
import { readHtml } from './html-tokenizer.ts'

beforeAll(() => {
  process.env.TZ = 'UTC'
})

const OPTIONS: DrawOptions = { open: 'level', bodies: 'inline', mediaRef: part => part.base64 }

test('draws every kind of row and part', () => {
  checkGolden(
    'rows.html',
    ALL_SAMPLE_ROWS.map(row => markupOf(createRowDrawer(OPTIONS).drawRow(row))),
  )
})

test('draws what is read without scripts', () => {
  checkGolden('plain-rows.html', ALL_SAMPLE_ROWS.map(plainRow).filter(isDrawn).map(markupOf))
})

test('without scripts no heading skips a level, though an answer may come before the first turn', () => {
  const answer = { ...SAMPLE_ROWS.answer[0], text: '# One\n\n### Two\n\n## Three' } as Row
  const rows = [SAMPLE_ROWS.session[0] as Row, answer, SAMPLE_ROWS.turn[0] as Row, answer]
  const markup = rows.map(plainRow).filter(isDrawn).map(markupOf).join('')
  const levels = [...markup.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
  expect(levels.length).toBeGreaterThan(7)
  for (const [at, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1)
})

test('is good HTML, with folds open, closed or left empty', () => {
  for (const open of ['none', 'level'] as const)
    for (const bodies of ['inline', 'later'] as const)
      for (const row of ALL_SAMPLE_ROWS) expect(readHtml(draw(row, { open, bodies })).problems, row.kind).toEqual([])
})

describe('a row', () => {
  test('links to its entry, and a turn to its number', () => {
    expect(draw(SAMPLE_ROWS.answer[0] as Row)).toContain('href="#00000000-0000-4000-8000-000000000001"')
    expect(draw(SAMPLE_ROWS.turn[0] as Row)).toContain('href="#turns=4"')
  })

  test('has no link where its id is odd', () => {
    const markup = draw({ ...(SAMPLE_ROWS.answer[0] as Row), uuid: 'a"b' } as Row)
    expect(markup).not.toMatch(/permalink|data-uuid/)
  })

  test('opens what the view opens, unless somebody closed it', () => {
    const edit = SAMPLE_ROWS.tool[1] as Row
    expect(draw(edit)).toContain('<details class="fold" open>')
    expect(draw(edit, { open: 'none' })).toContain('<details class="fold">')
    expect(markupOf(createRowDrawer(OPTIONS).drawRow(edit, { isOpen: false }))).toContain('<details class="fold">')
  })

  test('leaves a closed fold empty until it is asked for', () => {
    const options = { open: 'none', bodies: 'later' } as const
    const drawer = createRowDrawer({ ...OPTIONS, ...options })
    for (const row of ALL_SAMPLE_ROWS) {
      const body = drawer.drawBody(row)
      expect(draw(row, options).includes('data-body="later"'), row.kind).toBe(body !== undefined)
      if (body) expect(markupOf(drawer.drawRow(row, { isOpen: true }))).toContain(markupOf(body))
    }
  })

  test('of rows that are folded takes few elements', () => {
    for (const row of ALL_SAMPLE_ROWS.filter(({ kind }) => kind !== 'session' && kind !== 'input' && kind !== 'loss'))
      expect(readHtml(draw(row, { open: 'none', bodies: 'later' })).tags.length, row.kind).toBeLessThan(16)
  })
})

describe('thinking', () => {
  const thinking = SAMPLE_ROWS.thinking[0] as Row

  test('is open where the model wrote nothing beside it', () => {
    checkThinking({ previous: SAMPLE_ROWS.input[0], next: SAMPLE_ROWS.turn[0] }, true)
    checkThinking({ previous: SAMPLE_ROWS.input[0], next: undefined }, true)
  })

  test('is folded beside an answer or a call', () => {
    checkThinking({ previous: SAMPLE_ROWS.input[0], next: SAMPLE_ROWS.tool[0] }, false)
    checkThinking({ previous: SAMPLE_ROWS.answer[0], next: undefined }, false)
    checkThinking({}, false)
  })

  test('says that it was withheld', () => {
    expect(readHtml(draw(SAMPLE_ROWS.thinking[1] as Row)).text).toContain('withheld')
  })

  function checkThinking(state: { previous?: Row | undefined; next?: Row | undefined }, isOpen: boolean): void {
    expect(markupOf(createRowDrawer(OPTIONS).drawRow(thinking, state)).includes(' open>')).toBe(isOpen)
  }
})

describe('media', () => {
  test('waits for the bytes only where the page has them', () => {
    const markup = draw(SAMPLE_ROWS.input[3] as Row)
    expect(markup).toContain('<figure class="media" data-media="media-1">')
    expect(readHtml(markup).text).toContain('drawing · svg+xml · 900 B · not in this page')
  })
})

function isDrawn(drawn: Html | undefined): drawn is Html {
  return drawn !== undefined
}

function draw(row: Row, options: Partial<DrawOptions> = {}): string {
  return markupOf(createRowDrawer({ ...OPTIONS, ...options }).drawRow(row))
}

/** `UPDATE=1` writes what is drawn now; look at the difference before keeping it. */
function checkGolden(name: string, rows: readonly string[]): void {
  const path = join(FIXTURES, 'html', name)
  const text = `${rows.join('\n\n')}\n`
  if (process.env.UPDATE === '1') writeFileSync(path, text)
  expect(existsSync(path), `${name} is missing: run with UPDATE=1`).toBe(true)
  expect(text).toBe(readFileSync(path, 'utf8'))
}
