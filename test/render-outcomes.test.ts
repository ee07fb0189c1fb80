import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Level } from '../src/render/level.ts'
import { renderMarkdown } from '../src/render/markdown/render-markdown.ts'
import type { DiffPart, OutputPart, Part } from '../src/render/view/part.ts'
import type { HookRow, Row, ToolRow } from '../src/render/view/row.ts'
import { errorWords } from '../src/render/words.ts'
import { loadSession } from '../src/source/load-session.ts'
import { pathOf } from '../src/source/session-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles } from './corpus.ts'
import { draw, listSources, openSession, viewOf } from './draw-session.ts'
import { textOfPage } from './html-page-text.ts'

/** What became of calls, questions and hooks, and that opening a row never tells less than folding it. */
const folder = mkdtempSync(join(tmpdir(), 'backscroll-outcomes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const sources = (listCorpusFiles() ? [FIXTURES, CORPUS] : [FIXTURES]).flatMap(listSources)

describe('a question', () => {
  const rows = rowsOf('tools/plans-and-questions')
  test('answered with words of their own says so where it is opened, in every format', () => {
    const [, asked] = toolRows(rows, 'AskUserQuestion')
    expect(asked?.input).toMatchObject([{ kind: 'question', answer: 'my own', isOwnWords: true }])
    expect(drawn('tools/plans-and-questions', 'all')).toContain('(x) my own  in their own words')
    expect(markdownOf(rows)).toContain('- [x] my own *(in their own words)*')
    expect(textOfPage(rows)).toContain('my own in their own words')
    expect(textOfPage(rows)).not.toMatch(/Which name\?.*no answer/)
  })
  test('answered by an option says nothing of the kind', () => {
    const [asked] = toolRows(rows, 'AskUserQuestion')
    expect(asked?.input[0]).toMatchObject({ answer: 'SQLite', isOwnWords: false })
  })
  test('that nobody answered has no answer', () => {
    const [asked] = toolRows(rows, 'AskUserQuestion')
    expect(asked?.input[1]).toMatchObject({ question: '__proto__', answer: undefined, isOwnWords: false })
  })
  test('and its answer stand together among the prompts', () => {
    const answers = rows.filter(row => row.kind === 'input' && row.source === 'answer')
    expect(answers.map(row => row.kind === 'input' && row.questions.map(part => part.answer))).toEqual([
      ['SQLite', undefined],
      ['my own'],
    ])
  })
})

describe('what a failed call returned', () => {
  test.each([
    ['tools/files', 'error', 'File has not been read yet'],
    ['tools/files', 'rejected', "The user doesn't want to proceed"],
    ['tools/shell', 'denied', 'This command requires approval'],
    ['sessions/talking', 'rejected', "The user doesn't want to proceed"],
  ] as const)('%s: %s is named for what it is', (name, stream, opening) => {
    const failed = toolRows(rowsOf(name)).filter(row => row.status !== 'ok')
    const parts = failed.flatMap(outputsOf)
    expect(parts.filter(part => part.stream === 'stderr')).toEqual([])
    expect(parts.some(part => part.stream === stream && part.text.startsWith(opening))).toBe(true)
  })
  test('has a label in every format', () => {
    const rows = rowsOf('sessions/talking')
    expect(drawn('sessions/talking', 'all')).toMatch(/refused by the user\n +The user doesn't want to proceed/)
    expect(markdownOf(rows)).toContain("*refused by the user*\n\n```\nThe user doesn't want to proceed")
    expect(textOfPage(rows)).toContain("refused by the user The user doesn't want to proceed")
  })
  test('is output where a program printed it and ended badly, with the code in a badge alone', () => {
    const row = toolRows(rowsOf('sessions/working'), 'Bash').find(call => call.status === 'error')
    expect(row?.badges).toContainEqual({ text: 'exit 1', tone: 'bad' })
    expect(outputsOf(row as ToolRow)).toMatchObject([{ stream: 'stdout' }])
    expect(JSON.stringify([row?.output, row?.rest])).not.toContain('Exit code')
  })
  test('never begins with the tag of the client', () => {
    for (const source of sources) {
      const text = JSON.stringify(toolRows(viewOf(loadSession(source), 'all')).flatMap(outputsOf))
      expect(text.includes('"text":"<tool_use_error>'), pathOf(source)).toBe(false)
    }
  })
})

test('an edit that the user changed shows what was asked for and what was written, each by name', () => {
  const row = toolRows(rowsOf('tools/files'), 'Edit').find(call => call.badges.some(badge => /user/.test(badge.text)))
  const diffs = [...(row?.input ?? []), ...(row?.output ?? [])].filter(part => part.kind === 'diff')
  expect(diffs.map(part => part.label)).toEqual(['asked for', 'as written'])
  expect(drawn('tools/files', 'all')).toMatch(/asked for\n[\s\S]*as written\n/)
  expect(markdownOf(rowsOf('tools/files'))).toMatch(/\*asked for\*\n\n```diff\n[\s\S]*\*as written\*\n\n```diff\n/)
  expect(textOfPage(rowsOf('tools/files'))).toMatch(/asked for .*as written /)
})

test('a plan that the user changed says so beside its headline, at every level that shows it', () => {
  for (const level of ['tools', 'all'] as const) {
    const plans = toolRows(rowsOf('views/pruning', level), 'ExitPlanMode')
    expect(plans.map(row => row.badges.map(badge => badge.text))).toEqual([
      ['version 1'],
      ['version 2 edited and approved'],
    ])
  }
})

describe('lines added and removed', () => {
  test('of a file written over are those of the difference, at every level that shows the call', () => {
    for (const level of ['tools', 'all'] as const) {
      const writes = toolRows(rowsOf('views/pruning', level), 'Write')
      expect(writes.map(row => row.badges.map(badge => badge.text)).slice(0, 2)).toEqual([['+1', '-1'], ['-1']])
    }
  })
  test('are those of the difference that the row shows', () => {
    let compared = 0
    for (const source of sources) {
      for (const row of toolRows(viewOf(loadSession(source), 'all'))) {
        const diffs = [...row.input, ...row.output].filter(part => part.kind === 'diff' && part.label !== 'asked for')
        const counts = row.badges.map(badge => badge.text).filter(text => /^[-+]\d+$/.test(text))
        if (diffs.length !== 1 || !['Edit', 'MultiEdit', 'Write'].includes(row.name) || row.status !== 'ok') continue
        compared++
        expect(counts, `${pathOf(source)} ${row.callId}`).toEqual(countsOf(diffs[0] as DiffPart))
      }
    }
    expect(compared).toBeGreaterThan(3)
  })
})

test('a row that is opened says in words what it said folded', () => {
  let hooks = 0
  let errors = 0
  for (const source of sources) {
    const loaded = loadSession(source)
    const opened = new Map([...viewOf(loaded, 'all')].flatMap(row => (keyOf(row) ? [[keyOf(row), row] as const] : [])))
    for (const row of viewOf(loaded, 'tools')) {
      const other = opened.get(keyOf(row))
      const place = `${pathOf(source)} ${keyOf(row)}`
      if (row.kind === 'hook' && row.text !== '') {
        hooks++
        expect((other as HookRow | undefined)?.text, place).toBe(row.text)
      }
      if (row.kind === 'tool' && errorWords(row) !== '') {
        errors++
        expect(wordsOf(other as ToolRow), place).toContain(letters(errorWords(row)))
      }
    }
  }
  expect(hooks).toBeGreaterThan(2)
  expect(errors).toBeGreaterThan(3)
})

test('a hook that blocks gives its reason as words, beside the command it is', () => {
  expect(drawn('sessions/working', 'all')).toMatch(/hook +PreToolUse:Edit {2}blocked {2}Say why first\.\n +guard\.sh\n/)
  const rows = rowsOf('sessions/working')
  expect(markdownOf(rows)).toContain('**Hook** `PreToolUse:Edit` blocked: Say why first. (`guard.sh`)')
  expect(textOfPage(rows)).toContain('PreToolUse:Edit Say why first. blocked')
  expect(JSON.stringify(rows)).not.toContain('{\\"blockingError\\"')
})

describe('a document recorded as text', () => {
  const path = join(folder, 'document.jsonl')
  const source = { type: 'text', media_type: 'text/plain', data: 'First page.\nSecond page.' }
  const content = [
    { type: 'text', text: 'Read this' },
    { type: 'document', source, title: 'letter.txt', context: 'from the attic' },
  ]
  const at = { sessionId: 'd0c00000-0000-4000-8000-000000000001', timestamp: '2026-03-02T09:00:00.000Z', cwd: '/work' }
  writeFileSync(path, `${JSON.stringify({ ...at, type: 'user', uuid: 'u1', message: { role: 'user', content } })}\n`)
  const rowsAt = (level: Level) => [...viewOf(openSession(path), level)]
  test('shows its text where everything is shown', () => {
    const input = rowsAt('all').find(row => row.kind === 'input')
    expect(input?.rest).toEqual([
      { kind: 'code', label: 'letter.txt', text: 'First page.\nSecond page.', firstLine: undefined },
      { kind: 'text', label: 'about letter.txt', text: 'from the attic' },
    ])
    expect(rowsAt('all').at(-1)).toMatchObject({ kind: 'loss', repeats: [] })
  })
  test('is named elsewhere', () => {
    const input = rowsAt('prompts').find(row => row.kind === 'input')
    expect(input).toMatchObject({ media: [{ name: 'document', mediaType: 'text/plain' }] })
    expect(input?.rest).toBeUndefined()
  })
})

function rowsOf(name: string, level: Level = 'all'): Row[] {
  return [...viewOf(openSession(join(FIXTURES, `${name}.jsonl`)), level)]
}

function drawn(name: string, level: Level): string {
  return [...draw(openSession(join(FIXTURES, `${name}.jsonl`)), level)].join('\n')
}

function markdownOf(rows: Iterable<Row>): string {
  return [...renderMarkdown(rows)].join('')
}

function toolRows(rows: Iterable<Row>, name?: string): ToolRow[] {
  return [...rows].filter(row => row.kind === 'tool').filter(row => name === undefined || row.name === name)
}

function outputsOf(row: ToolRow): OutputPart[] {
  return row.output.filter(part => part.kind === 'output')
}

function countsOf({ hunks }: DiffPart): string[] {
  const lines = hunks.flatMap(hunk => hunk.lines)
  const count = (sign: string): number => lines.filter(line => line.startsWith(sign)).length
  return [`+${count('+')}`, `-${count('-')}`].filter(text => !text.endsWith('0') || text.length > 2)
}

/** One entry may hold several hooks, and an id may be used for two calls. */
function keyOf(row: Row): string {
  if (row.kind === 'tool') return `${row.kind} ${row.uuid} ${row.callId}`
  return row.kind === 'hook' ? `${row.kind} ${row.uuid} ${row.name} ${row.command}` : ''
}

/** What is said in words: not the fields of a record, and no JSON. */
function wordsOf(row: ToolRow): string {
  return letters([...row.output, ...(row.rest ?? [])].map(wordsIn).join(' '))
}

function wordsIn(part: Part): string {
  return part.kind === 'text' || part.kind === 'output' || part.kind === 'markdown' ? part.text : ''
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}
