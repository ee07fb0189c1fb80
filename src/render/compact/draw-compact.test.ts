import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyForged, listForged } from '../../../test/forged.ts'
import type { Part } from '../view/part.ts'
import type { Row } from '../view/row.ts'
import { drawCompact } from './draw-compact.ts'

type Text = () => string

const PARTS: { readonly [Kind in Part['kind']]: (text: Text) => Extract<Part, { kind: Kind }> } = {
  text: text => ({ kind: 'text', label: text(), text: text() }),
  markdown: text => ({ kind: 'markdown', text: text() }),
  code: text => ({ kind: 'code', label: text(), text: text(), firstLine: undefined }),
  output: text => ({ kind: 'output', stream: 'stderr', text: text() }),
  diff: text => ({
    kind: 'diff',
    label: text(),
    path: text(),
    hunks: [{ oldStart: 1, newStart: 1, lines: [text(), text()] }],
  }),
  list: text => ({ kind: 'list', label: text(), items: [{ mark: 'done', text: text(), note: text() }] }),
  fields: text => ({ kind: 'fields', fields: [[text(), text()]] }),
  question: text => ({
    kind: 'question',
    header: text(),
    question: text(),
    isMultiSelect: false,
    options: [
      { label: text(), description: text(), isChosen: true },
      { label: text(), description: text(), isChosen: false },
    ],
    answer: text(),
    isOwnWords: true,
  }),
  media: text => ({ kind: 'media', name: text(), mediaType: text(), sizeBytes: 3 }),
}

const PLACE = { depth: 0, uuid: 'abcd-1', at: 0, isRewound: false, minLevel: 'all' } as const

/** What a transcript has a say in is whatever it says. */
function makeRows(text: Text, isOpen: boolean): readonly Row[] {
  const parts = (): readonly Part[] => Object.values(PARTS).map(make => make(text))
  const place = { ...PLACE, rest: parts() }
  const media = [PARTS.media(text)]
  const questions = [PARTS.question(text)]
  const tool = { status: 'error', isRunning: false, durationMs: 5, callId: 'x' } as const
  const agent = { model: undefined, steps: 1, tokens: 1, durationMs: 1, purpose: 'task', storedAs: 'file' } as const
  return [
    {
      ...place,
      kind: 'input',
      source: 'prompt',
      text: text(),
      fold: { lines: 3, end: text() },
      note: text(),
      media,
      questions,
    },
    { ...place, kind: 'answer', text: text(), model: undefined },
    { ...place, kind: 'remark', text: text(), isOpen },
    { ...place, kind: 'thinking', text: text(), state: 'open' },
    {
      ...place,
      ...tool,
      kind: 'tool',
      name: text(),
      server: text(),
      headline: text(),
      badges: [{ text: text(), tone: 'bad' }],
      error: text(),
      isOpen,
      input: parts(),
      output: parts(),
    },
    {
      ...place,
      ...agent,
      kind: 'agent',
      agentId: text(),
      agentType: text(),
      description: text(),
      status: 'failed',
      isResume: false,
      error: text(),
      isOpen,
      input: parts(),
      output: parts(),
    } as unknown as Row,
    {
      ...place,
      kind: 'hook',
      name: text(),
      command: text(),
      outcome: 'said' as never,
      durationMs: 1,
      text: text(),
      isOnTool: false,
      isOpen,
      parts: parts(),
    },
    { ...place, kind: 'error', source: 'api', message: text(), isRetried: false, count: 2, parts: parts() },
    {
      ...place,
      kind: 'compaction',
      scope: 'whole',
      trigger: text(),
      preTokens: 2,
      postTokens: 1,
      parts: parts(),
    },
    { ...place, kind: 'interruption', text: text() },
    {
      ...place,
      kind: 'task-report',
      taskId: text(),
      status: text(),
      summary: text(),
      isOpen,
      parts: parts(),
    },
    { ...place, kind: 'message', from: text(), summary: text(), text: text(), isOpen },
    { ...place, kind: 'output', of: 'shell', stdout: text(), stderr: text(), isOpen },
    { ...place, kind: 'notice', label: text(), text: text(), count: 1, parts: parts() },
    { ...place, kind: 'unknown', name: text(), line: 1, json: text() },
    { ...place, kind: 'unreadable', line: 1, sizeBytes: 1, text: text() },
    { ...place, kind: 'raw', name: text(), line: 1, json: text() },
    { ...place, kind: 'section', title: text(), note: text() },
  ]
}

test('whatever a transcript says, none of its lines begins as one of ours does', () => {
  fc.assert(
    fc.property(fc.gen(), fc.boolean(), (generate, isOpen) => {
      for (const row of makeRows(() => generate(() => anyForged), isOpen)) {
        const text = drawCompact(row, { nameOf: () => ' entry=abcd-1' })
        expect(listForged(text), row.kind).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})

test('the first line of a text stands beside who said it, the others are quoted below', () => {
  const row: Row = { ...PLACE, kind: 'answer', text: 'Do\n\n  this\n> that', model: undefined }
  expect(drawCompact(row, { nameOf: () => '' })).toBe('Answer: Do\n>\n>   this\n> > that')
})
