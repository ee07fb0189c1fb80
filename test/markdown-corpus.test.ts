import { describe, expect, test } from 'vitest'
import { LEVELS, type Level } from '../src/render/level.ts'
import { renderMarkdown } from '../src/render/markdown/render-markdown.ts'
import type { Row } from '../src/render/view/row.ts'
import { loadSession } from '../src/source/load-session.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, viewOf } from './draw-session.ts'
import { foreignHtml, structureOf, unsafeLinks } from './markdown-structure.ts'

/** Beyond this the parser of the test, not ours, takes too long. */
const MAX_PARSED = 2_000_000

function checkSession(rows: readonly Row[]): void {
  const markdown = [...renderMarkdown(rows)].join('')
  expect([...renderMarkdown(rows)].join('')).toBe(markdown)
  expect(markdown.endsWith('\n') && !markdown.endsWith('\n\n')).toBe(true)
  expect(untidyLinesIn(markdown)).toEqual([])
  if (markdown.length > MAX_PARSED) return
  const structure = structureOf(markdown)
  expect(foreignHtml(structure)).toEqual([])
  expect(unsafeLinks(structure)).toEqual([])
  expect(structure.images).toEqual([])
  const numbers = rows.flatMap(row => (row.kind === 'turn' ? [row.number] : []))
  const found = structure.headings.filter(([level, text]) => level === 2 && /^\d/.test(text))
  expect(found.map(([, text]) => Number.parseInt(text, 10))).toEqual(numbers)
}

/** Two empty lines in a row outside of code, or spaces at the end of a line there. */
function untidyLinesIn(markdown: string): readonly string[] {
  const odd: string[] = []
  let mark = ''
  let before = 'x'
  for (const line of markdown.split('\n')) {
    const bare = line.replace(/^(?:> ?)+|^\s+(?:[-*+] |\d+[.)] )*/, '').replace(/^(?:[-*+] |\d+[.)] )+/, '')
    const fence = /^(`{3,})/.exec(bare)?.[1]
    if (mark === '' && fence !== undefined && !bare.slice(fence.length).includes('`')) mark = fence
    else if (mark !== '' && bare.trim() === mark) mark = ''
    else if (mark === '' && ((line === '' && before === '') || / $/.test(line))) odd.push(`${before}⏎${line}`)
    before = line
  }
  return odd
}

describe('every session of the fixtures', () => {
  const sources = listSources(FIXTURES)
  test.each(LEVELS)('is harmless and tidy at level %s', level => {
    for (const source of sources) checkSession([...viewOf(loadSession(source), level)])
  })
})

describe.runIf(listCorpusFiles())('every recorded session', () => {
  test.each(['tools', 'all'] satisfies Level[])('is harmless and tidy at level %s', { timeout: 300_000 }, level => {
    const sources = listSources(CORPUS)
    expect(sources.length).toBeGreaterThan(100)
    for (const source of sources) checkSession([...viewOf(loadSession(source), level)])
  })
})
