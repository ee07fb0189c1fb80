import { expect, test } from 'vitest'
import { titleWords } from '../src/render/html/cut-words.ts'
import { createRowDrawer } from '../src/render/html/draw-row.ts'
import { plainRow } from '../src/render/html/plain-row.ts'
import { type Html, markupOf } from '../src/render/html/safe-html.ts'
import type { Row } from '../src/render/view/row.ts'
import { loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { stripAnsi } from '../src/text/ansi.ts'
import { sanitizeText } from '../src/text/sanitize.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { listSources, viewOf } from './draw-session.ts'
import { readHtml } from './html-tokenizer.ts'

const folders = listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]
const drawer = createRowDrawer({ open: 'level', bodies: 'inline', mediaRef: () => 'media-1' })

test('draws every row of every session as good HTML and leaves no text out, with scripts and without', () => {
  const kinds = new Set<string>()
  const wrong: string[] = []
  for (const source of folders.flatMap(listSources)) {
    for (const row of viewOf(loadSession(source), 'all')) {
      kinds.add(row.kind)
      const problems = [...problemsOf(row, drawer.drawRow(row, { isOpen: true }))]
      if (isReadWithoutScripts(row)) problems.push(...problemsOf(withoutRest(row), plainRow(row)))
      for (const problem of problems) wrong.push(`${pathOf(source)} ${row.kind}: ${problem}`)
    }
  }
  expect(wrong.slice(0, 20)).toEqual([])
  for (const kind of ['tool', 'agent', 'hook', 'compaction', 'thinking', 'rewound', 'error', 'unknown', 'unreadable'])
    expect(kinds).toContain(kind)
})

/** Prompts and answers of the main conversation. */
function isReadWithoutScripts(row: Row): boolean {
  return (row.kind === 'input' || row.kind === 'answer') && row.depth === 0 && !row.isRewound
}

function withoutRest(row: Row): Row {
  return { ...row, rest: [] } as Row
}

function* problemsOf(row: Row, drawn: Html | undefined): Iterable<string> {
  if (!drawn) return yield 'not drawn'
  const { problems, text } = readHtml(markupOf(drawn))
  yield* problems
  yield* missingLines(row, lettersOf(text))
}

/** Ids, words of ours, and bytes. */
const NOT_TEXT = new Set(
  'kind origin status tone mark edge scope of source outcome purpose storedAs state stream minLevel level uuid callId agentId base64 mediaType error path model'.split(
    ' ',
  ),
)

/**
 * Lines of a row's texts that are not shown, letters and digits only: Markdown takes or adds everything else. What a
 * program printed is shown as a terminal leaves it, other texts with their control characters made visible.
 */
function* missingLines(row: Row, shown: string): Iterable<string> {
  for (const text of textsOf(row, row)) {
    const missing = notShown(sanitizeText(text), shown)
    if (missing.length > 0 && notShown(stripAnsi(text), shown).length > 0) yield* missing
  }
}

/** Lines come in the order they are shown in: each is looked for where the last one stood first. */
function notShown(text: string, shown: string): readonly string[] {
  let from = 0
  return [...plainLines(text)].map(lettersOf).filter(line => {
    const at = shown.indexOf(line, from)
    if (at >= 0) from = at
    return at < 0 && !shown.includes(line)
  })
}

/** Options of a question are marked where it was asked; where it was answered, the answer alone stands. */
function* textsOf(value: unknown, row: Row): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item, row)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      const isElsewhere = row.kind === 'input' ? name === 'options' || name === 'header' : name === 'answer'
      // A title that the model cut ends with a whole word.
      const isTitle = row.kind === 'session' && name === 'title' && typeof item === 'string'
      if (isTitle) yield titleWords(item)
      else if (!NOT_TEXT.has(name) && !isElsewhere) yield* textsOf(item, row)
    }
}

const ENTITY = '&(?:lt|gt|amp|quot|nbsp|apos|mdash|ndash|hellip|rarr|#\\d+);'
/** Numbers and boxes of lists are drawn, not written; the language of code is shown by the style sheet. */
const LIST_MARK = /^[\s>]*(?:\d+[.)]|[-*+])?\s+(?:\[[ xX]\])?/
const FENCE = /^[\s>]*(?:```|~~~).*$/
/** Cells of tables stand apart, entities may be decoded, and an address may stand before or behind its words. */
const BETWEEN = new RegExp(`${ENTITY}|[|&]|\\]\\([^)]*\\)`)

function* plainLines(text: string): Iterable<string> {
  for (const line of text.split('\n')) yield* line.replace(FENCE, '').replace(LIST_MARK, '').split(BETWEEN)
}

function lettersOf(text: string): string {
  return sanitizeText(text).replace(/[^\p{L}\p{N}]+/gu, '')
}
