import fc from 'fast-check'
import { LEVELS } from '../src/render/level.ts'
import type { Part, PartRenderers } from '../src/render/view/part.ts'
import type { Row, RowRenderers } from '../src/render/view/row.ts'

/** Pieces of Markdown and HTML that want to be more than text. */
const FRAGMENTS = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '</details>',
    '<details>',
    '<!-- ',
    '-->',
    '<b',
    '<?x',
    '<',
  ],
  ...[
    '[a](javascript:alert(1))',
    '![a](data:image/png;base64,AA)',
    '[a]: javascript:alert(1)',
    '[a]',
    '(javascript:x)',
  ],
  ...[
    '<javascript:alert(1)>',
    '[x](vbscript:y)',
    '![i](http://example.org/i.png)',
    '[r](../r.md)',
    'ftp://example.org/f',
  ],
  ...[
    '[e](javascript&colon;alert(1))',
    '[e](java\nscript:x)',
    '[s]( javascript:x )',
    '[p](//example.org)',
    '[^1]: note',
    '](',
    ']:',
  ],
  ...[
    '# heading',
    '## 9 · heading',
    '===',
    '---',
    '```',
    '~~~',
    '````',
    '    code',
    '> quote',
    '- item',
    '1. item',
    '- [ ] task',
  ],
  ...[
    '| a | b |',
    '|---|---|',
    '---|---',
    '`',
    '``',
    '*',
    '**',
    '_',
    '__',
    '~~',
    '\\',
    '\\<',
    '&lt;',
    '&#60;b&#62;',
    '\t',
  ],
  ...[
    '\x1b[31mred',
    '\x1b]0;t\x07',
    '\u202e',
    '\u2066',
    '\x00',
    '\r',
    '\r\n',
    '\u2028',
    '\ud800',
    '日本語',
    '🍐',
    'word',
    'http://example.org/a_b',
  ],
]

export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(fc.constantFrom(...FRAGMENTS), fc.constantFrom(' ', '\n', '\n\n', '\n  '), fc.string({ maxLength: 4 })),
    {
      maxLength: 12,
    },
  )
  .map(pieces => pieces.join(''))

const text = hostileText
const count = fc.nat(100_000)
const isSo = fc.boolean()
const cost = fc.record({ costUsd: fc.double({ min: 0, max: 1e6, noNaN: true }), isLowerBound: fc.boolean() })
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })

type PartArbitraries = { readonly [Kind in keyof PartRenderers<never>]: fc.Arbitrary<Extract<Part, { kind: Kind }>> }

const PARTS: PartArbitraries = {
  text: fc.record({ kind: fc.constant('text'), label: maybe(text), text }),
  markdown: fc.record({ kind: fc.constant('markdown'), text }),
  code: fc.record({ kind: fc.constant('code'), label: maybe(text), text, firstLine: maybe(count) }),
  output: fc.record({
    kind: fc.constant('output'),
    stream: fc.constantFrom('stdout', 'stderr', 'error', 'rejected'),
    text,
  }),
  diff: fc.record({
    kind: fc.constant('diff'),
    label: maybe(text),
    path: text,
    hunks: fc.array(
      fc.record({ oldStart: maybe(count), newStart: maybe(count), lines: fc.array(text, { maxLength: 4 }) }),
      { maxLength: 2 },
    ),
  }),
  list: fc.record({
    kind: fc.constant('list'),
    label: maybe(text),
    items: fc.array(
      fc.record({ mark: fc.constantFrom('none', 'open', 'active', 'done', 'dropped'), text, note: text }),
      { maxLength: 3 },
    ),
  }),
  fields: fc.record({ kind: fc.constant('fields'), fields: fc.array(fc.tuple(text, text), { maxLength: 3 }) }),
  question: fc.record({
    kind: fc.constant('question'),
    header: text,
    question: text,
    isMultiSelect: isSo,
    options: fc.array(fc.record({ label: text, description: text, isChosen: isSo }), { maxLength: 3 }),
    answer: maybe(text),
    isOwnWords: isSo,
  }),
  media: fc.record({
    kind: fc.constant('media'),
    name: text,
    mediaType: text,
    sizeBytes: maybe(count),
    base64: maybe(fc.base64String()),
  }),
}

export const anyPart: fc.Arbitrary<Part> = fc.oneof(...Object.values(PARTS))
const parts = fc.array(anyPart, { maxLength: 2 })

const place = {
  depth: fc.nat(9),
  uuid: maybe(text),
  at: maybe(fc.integer({ min: 0, max: 4_000_000_000_000 })),
  isRewound: isSo,
  minLevel: fc.constantFrom(...LEVELS),
  rest: parts,
}
const losses = fc.array(fc.record({ what: text, count }), { maxLength: 2 })

type RowArbitraries = { readonly [Kind in keyof RowRenderers<never>]: fc.Arbitrary<Extract<Row, { kind: Kind }>> }

const ROWS: RowArbitraries = {
  session: fc.record({
    kind: fc.constant('session'),
    id: text,
    title: text,
    cwd: maybe(text),
    branches: fc.array(text, { maxLength: 2 }),
    models: fc.array(text, { maxLength: 2 }),
    version: maybe(text),
    startedAt: maybe(count),
    endedAt: maybe(count),
    activeMs: count,
    turns: count,
    otherTurns: count,
    toolCalls: count,
    agents: count,
    tokens: count,
    cost: maybe(cost),
    links: fc.array(text, { maxLength: 2 }),
    isKeptOnly: isSo,
  }),
  turn: fc.record({
    ...place,
    kind: fc.constant('turn'),
    depth: fc.constant(0),
    number: count,
    origin: fc.constantFrom('typed', 'program', 'notification', 'none'),
    text,
    toolCalls: count,
    files: count,
    tokens: count,
    cost: maybe(cost),
    activeMs: count,
    isInterrupted: isSo,
  }),
  input: fc.record({
    ...place,
    kind: fc.constant('input'),
    source: fc.constantFrom('prompt', 'queued', 'answer', 'command', 'shell', 'memory', 'agent-prompt'),
    text,
    fold: maybe(fc.record({ lines: count, end: text })),
    note: text,
    media: fc.array(PARTS.media, { maxLength: 1 }),
    questions: fc.array(PARTS.question, { maxLength: 1 }),
  }),
  answer: fc.record({ ...place, kind: fc.constant('answer'), text, model: maybe(text) }),
  remark: fc.record({ ...place, kind: fc.constant('remark'), text, isOpen: isSo }),
  thinking: fc.record({
    ...place,
    kind: fc.constant('thinking'),
    text,
    state: fc.constantFrom('open', 'withheld', 'redacted'),
  }),
  tool: fc.record({
    ...place,
    kind: fc.constant('tool'),
    callId: text,
    name: text,
    server: maybe(text),
    headline: text,
    status: fc.constantFrom('ok', 'pending', 'error', 'rejected', 'denied', 'interrupted', 'skipped'),
    isRunning: isSo,
    badges: fc.array(fc.record({ text, tone: fc.constantFrom('quiet', 'good', 'bad') }), { maxLength: 2 }),
    durationMs: maybe(count),
    error: text,
    isOpen: isSo,
    input: parts,
    output: parts,
  }),
  agent: fc.record({
    ...place,
    kind: fc.constant('agent'),
    agentId: text,
    agentType: text,
    description: text,
    model: maybe(text),
    steps: count,
    tokens: count,
    cost: maybe(cost),
    durationMs: maybe(count),
    status: fc.constantFrom('running', 'completed', 'async', 'failed', 'unknown'),
    purpose: fc.constantFrom('task', 'teammate', 'compaction', 'warmup'),
    storedAs: fc.constantFrom('file', 'in-main-file', 'progress-copies'),
    isResume: isSo,
    error: text,
    isOpen: isSo,
    input: parts,
    output: parts,
  }),
  hook: fc.record({
    ...place,
    kind: fc.constant('hook'),
    name: text,
    command: text,
    outcome: fc.constantFrom('started', 'error', 'blocked', 'context', 'message'),
    durationMs: maybe(count),
    text,
    isOnTool: isSo,
    isOpen: isSo,
    parts,
  }),
  'hook-count': fc.record({
    ...place,
    kind: fc.constant('hook-count'),
    counts: fc.array(fc.tuple(text, count), { maxLength: 2 }),
  }),
  error: fc.record({
    ...place,
    kind: fc.constant('error'),
    source: fc.constantFrom('api', 'client'),
    message: text,
    isRetried: isSo,
    count,
    parts,
  }),
  compaction: fc.record({
    ...place,
    kind: fc.constant('compaction'),
    scope: fc.constantFrom('whole', 'micro'),
    trigger: text,
    preTokens: maybe(count),
    postTokens: maybe(count),
    parts,
  }),
  interruption: fc.record({ ...place, kind: fc.constant('interruption'), text }),
  'task-report': fc.record({
    ...place,
    kind: fc.constant('task-report'),
    taskId: text,
    status: text,
    summary: text,
    isOpen: isSo,
    parts,
  }),
  message: fc.record({ ...place, kind: fc.constant('message'), from: text, summary: text, text, isOpen: isSo }),
  output: fc.record({
    ...place,
    kind: fc.constant('output'),
    of: fc.constantFrom('command', 'shell'),
    stdout: text,
    stderr: text,
    isOpen: isSo,
  }),
  rewound: fc.record({
    ...place,
    kind: fc.constant('rewound'),
    edge: fc.constantFrom('folded', 'begin', 'end'),
    turns: fc.array(count, { maxLength: 3 }),
    entries: count,
  }),
  notice: fc.record({ ...place, kind: fc.constant('notice'), label: text, text, count, parts }),
  repeat: fc.record({ ...place, kind: fc.constant('repeat'), count }),
  unknown: fc.record({ ...place, kind: fc.constant('unknown'), name: text, line: count, json: text }),
  unreadable: fc.record({ ...place, kind: fc.constant('unreadable'), line: count, sizeBytes: count, text }),
  raw: fc.record({ ...place, kind: fc.constant('raw'), name: text, line: count, json: text }),
  section: fc.record({ ...place, kind: fc.constant('section'), depth: fc.constant(0), title: text, note: text }),
  loss: fc.record({
    kind: fc.constant('loss'),
    level: fc.constantFrom(...LEVELS),
    items: losses,
    repeats: losses,
    otherTurns: count,
    isStartLeftOut: isSo,
    unreadable: count,
    unknown: count,
  }),
}

export const ROW_KINDS = Object.keys(ROWS) as readonly Row['kind'][]

export const anyRow: fc.Arbitrary<Row> = fc.oneof(...Object.values(ROWS))

export function anyRowOf(kind: Row['kind']): fc.Arbitrary<Row> {
  return ROWS[kind]
}
