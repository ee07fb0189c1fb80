import type { Part } from '../src/render/view/part.ts'
import type { Row, RowPlace } from '../src/render/view/row.ts'

const place: RowPlace = {
  depth: 0,
  uuid: '00000000-0000-4000-8000-000000000001',
  at: Date.UTC(2026, 10, 16, 9, 5),
  isRewound: false,
  minLevel: 'tools',
}

/** At least one of every kind of part. */
export const SAMPLE_PARTS: { readonly [Kind in Part['kind']]: readonly Extract<Part, { kind: Kind }>[] } = {
  text: [{ kind: 'text', label: 'reminder to the model', text: 'Be brief.\nBe kind.' }],
  markdown: [{ kind: 'markdown', text: '# Plan\n\n1. read `a.ts`\n2. **write** it\n\n- [x] done\n- [ ] open' }],
  code: [
    { kind: 'code', label: undefined, text: 'npm test -- --run', firstLine: undefined },
    { kind: 'code', label: 'metadata', text: '{"a": 1}', firstLine: undefined },
    { kind: 'code', label: undefined, text: 'const a = 1\nconst b = 2\n', firstLine: 9 },
  ],
  output: [
    {
      kind: 'output',
      stream: 'stdout',
      text: '\x1b[32m✓\x1b[0m 12 passed \x1b[38;5;208morange\x1b[0m \x1b[41mred\x1b[0m',
    },
    { kind: 'output', stream: 'stderr', text: 'warning: deprecated' },
    { kind: 'output', stream: 'rejected', text: 'The user refused it.' },
  ],
  diff: [
    {
      kind: 'diff',
      path: 'src/a.ts',
      hunks: [
        { oldStart: 9, newStart: 9, lines: [' function add(a, b) {', '-  return a - b', '+  return a + b', ' }'] },
        { oldStart: 40, newStart: 40, lines: ['-const old = 1', '\\ No newline at end of file'] },
      ],
    },
    {
      kind: 'diff',
      label: 'asked for',
      path: 'b.ts',
      hunks: [{ oldStart: undefined, newStart: undefined, lines: ['-old', '+new'] }],
    },
  ],
  list: [
    {
      kind: 'list',
      label: undefined,
      items: [
        { mark: 'done', text: 'Read the code' },
        { mark: 'active', text: 'Write the test', note: 'writing' },
        { mark: 'open', text: 'Run it' },
        { mark: 'dropped', text: 'Rename it' },
        { mark: 'none', text: 'Array sort order https://example.com/sort' },
      ],
    },
  ],
  fields: [
    {
      kind: 'fields',
      fields: [
        ['pattern', 'height'],
        ['url', 'https://example.com/a?b=1&c=2'],
      ],
    },
  ],
  question: [
    {
      kind: 'question',
      header: 'Colour',
      question: 'Which colour?',
      isMultiSelect: true,
      options: [
        { label: 'Red', description: 'warm', isChosen: true },
        { label: 'Blue', description: '', isChosen: false },
      ],
      answer: 'Red, and a little green',
      isOwnWords: true,
    },
  ],
  media: [
    { kind: 'media', name: 'image', mediaType: 'image/png', sizeBytes: 34_000, base64: 'media-1' },
    { kind: 'media', name: 'drawing', mediaType: 'image/svg+xml', sizeBytes: 900, base64: undefined },
  ],
}

const parts: readonly Part[] = Object.values(SAMPLE_PARTS).flat()
const call = {
  ...place,
  kind: 'tool',
  callId: 'c1',
  server: undefined,
  isRunning: false,
  error: '',
  isOpen: true,
} as const
const agent = { ...place, kind: 'agent', agentId: 'a1', model: 'claude-haiku-4-5-20251001', isResume: false } as const

/** At least one of every kind of row. */
export const SAMPLE_ROWS: { readonly [Kind in Row['kind']]: readonly Extract<Row, { kind: Kind }>[] } = {
  session: [
    {
      kind: 'session',
      id: '00000000-0000-4000-8000-00000000000a',
      title: 'Sort the pears',
      cwd: '/home/someone/orchard',
      branches: ['main'],
      models: ['claude-opus-4-5'],
      version: '2.0.55',
      startedAt: Date.UTC(2026, 10, 16, 9, 5),
      endedAt: Date.UTC(2026, 10, 16, 10, 45),
      activeMs: 2_540_000,
      turns: 3,
      otherTurns: 1,
      toolCalls: 12,
      agents: 1,
      tokens: 1_200_000,
      cost: { costUsd: 3.456, isLowerBound: false },
      links: ['forked from 1234abcd'],
      isKeptOnly: true,
    },
  ],
  turn: [
    {
      ...place,
      kind: 'turn',
      origin: 'program',
      text: 'Sort the pears by size.',
      number: 4,
      toolCalls: 12,
      files: 2,
      tokens: 229_000,
      cost: { costUsd: 0.421, isLowerBound: true },
      activeMs: 72_000,
      isInterrupted: true,
    },
  ],
  input: [
    input('prompt', 'Sort the pears by size.\nThen count them.'),
    input('prompt', `Here is the log:\n${'a line of a pasted log\n'.repeat(60)}`),
    { ...input('prompt', 'begin'), fold: { lines: 900, end: 'and that is the end' } },
    { ...input('prompt', ''), media: SAMPLE_PARTS.media },
    input('queued', 'And the apples'),
    input('program-prompt', 'nightly run'),
    input('plan-handover', '# The plan\n\n- sort'),
    { ...input('agent-prompt', 'Find **all** pears.'), depth: 1 },
    { ...input('answer', ''), questions: SAMPLE_PARTS.question },
    input('rejection', 'not this way'),
    input('plan-feedback', 'smaller steps'),
    { ...input('command', '/review src\nwith all my heart'), note: '' },
    input('shell', 'git status'),
    input('memory', 'pears are fruit'),
  ],
  answer: [
    { ...place, kind: 'answer', text: 'Sorted. See [the list](https://example.com).', model: 'claude-opus-4-5' },
  ],
  remark: [
    { ...place, kind: 'remark', text: 'Let me look at the basket.', isOpen: true },
    { ...place, kind: 'remark', text: 'Let me look at the basket again.', isOpen: false },
  ],
  thinking: [
    { ...place, kind: 'thinking', text: 'Pears are not apples.\nOr are they?', state: 'open' },
    { ...place, kind: 'thinking', text: '', state: 'withheld' },
    { ...place, kind: 'thinking', text: '', state: 'redacted' },
  ],
  tool: [
    {
      ...call,
      name: 'Bash',
      headline: 'npm test',
      status: 'error',
      error: 'Exit code 1 two tests failed',
      isOpen: false,
      badges: [{ text: 'exit 1', tone: 'bad' }],
      durationMs: 12_000,
      input: SAMPLE_PARTS.code,
      output: SAMPLE_PARTS.output,
    },
    {
      ...call,
      name: 'Edit',
      headline: 'src/a.ts',
      status: 'ok',
      badges: [
        { text: '+2', tone: 'good' },
        { text: '-1', tone: 'bad' },
        { text: 'changed by user', tone: 'quiet' },
      ],
      durationMs: 400,
      input: [],
      output: SAMPLE_PARTS.diff,
      rest: SAMPLE_PARTS.fields,
    },
    {
      ...call,
      name: 'create_issue',
      server: 'github',
      headline: 'Pears are unsorted',
      status: 'pending',
      badges: [],
      durationMs: undefined,
      input: SAMPLE_PARTS.fields,
      output: [...SAMPLE_PARTS.media, ...SAMPLE_PARTS.list],
    },
    {
      ...call,
      name: 'AskUserQuestion',
      headline: 'Which colour?',
      status: 'ok',
      badges: [],
      durationMs: 1000,
      input: SAMPLE_PARTS.question,
      output: [],
    },
    {
      ...call,
      name: 'Write',
      headline: 'notes.md',
      status: 'ok',
      badges: [],
      durationMs: 1000,
      input: [{ kind: 'code', label: undefined, text: '# Notes\n\n- pears', firstLine: 1 }],
      output: [],
    },
    { ...call, name: '', headline: '', status: 'skipped', badges: [], durationMs: undefined, input: [], output: [] },
  ],
  agent: [
    {
      ...agent,
      agentType: 'Explore',
      description: 'Find all pears',
      steps: 9,
      tokens: 45_000,
      cost: { costUsd: 0.00123, isLowerBound: false },
      durationMs: 61_000,
      status: 'completed',
      purpose: 'task',
      storedAs: 'file',
      error: '',
      isOpen: true,
      input: SAMPLE_PARTS.markdown,
      output: [],
    },
    {
      ...agent,
      depth: 2,
      agentType: '',
      description: '',
      steps: 0,
      tokens: 0,
      durationMs: undefined,
      status: 'failed',
      purpose: 'warmup',
      storedAs: 'progress-copies',
      error: 'ran out of tokens',
      isOpen: false,
      input: [],
      output: [],
    },
  ],
  hook: [
    {
      ...place,
      kind: 'hook',
      name: 'PreToolUse:Bash',
      command: 'check.sh',
      outcome: 'blocked',
      durationMs: 1200,
      text: 'No force push.',
      isOnTool: true,
      isOpen: true,
      parts: SAMPLE_PARTS.text,
    },
    {
      ...place,
      kind: 'hook',
      name: 'Stop',
      command: 'lint.sh',
      outcome: 'success',
      durationMs: undefined,
      text: '',
      isOnTool: false,
      isOpen: false,
      parts: [],
    },
  ],
  'hook-count': [
    {
      ...place,
      kind: 'hook-count',
      counts: [
        ['PostToolUse:Edit', 12],
        ['Stop', 1],
      ],
    },
  ],
  error: [
    {
      ...place,
      kind: 'error',
      source: 'api',
      message: 'Overloaded',
      isRetried: true,
      count: 3,
      parts: SAMPLE_PARTS.code,
    },
    { ...place, kind: 'error', source: 'client', message: 'Out of disk', isRetried: false, count: 1, parts: [] },
  ],
  compaction: [
    {
      ...place,
      kind: 'compaction',
      scope: 'whole',
      trigger: 'auto',
      preTokens: 155_000,
      postTokens: 12_000,
      parts: SAMPLE_PARTS.markdown,
    },
    { ...place, kind: 'compaction', scope: 'micro', trigger: '', preTokens: 90_000, postTokens: undefined, parts: [] },
  ],
  interruption: [{ ...place, kind: 'interruption', text: '[Request interrupted by user]' }],
  'task-report': [
    {
      ...place,
      kind: 'task-report',
      taskId: 'b1',
      status: 'failed',
      summary: 'dev server',
      isOpen: true,
      parts: SAMPLE_PARTS.output,
    },
  ],
  message: [{ ...place, kind: 'message', from: 'scout', summary: 'found them', text: 'All **nine**.', isOpen: true }],
  output: [
    { ...place, kind: 'output', of: 'command', stdout: 'Set model to \x1b[1mopus\x1b[22m', stderr: '', isOpen: true },
    { ...place, kind: 'output', of: 'shell', stdout: '', stderr: 'not a repository', isOpen: false },
  ],
  rewound: [
    { ...place, kind: 'rewound', edge: 'folded', turns: [2, 3], entries: 14 },
    { ...place, kind: 'rewound', edge: 'begin', turns: [2], entries: 9, isRewound: true },
    { ...place, kind: 'rewound', edge: 'end', turns: [2], entries: 9, isRewound: true },
  ],
  notice: [
    { ...place, kind: 'notice', label: 'permission-mode', text: 'acceptEdits', count: 2, parts: SAMPLE_PARTS.fields },
  ],
  repeat: [{ ...place, kind: 'repeat', count: 7 }],
  unknown: [{ ...place, kind: 'unknown', name: 'fruit-basket', line: 12, json: '{\n  "type": "fruit-basket"\n}' }],
  unreadable: [{ ...place, kind: 'unreadable', line: 13, sizeBytes: 120, text: '{"type": "us' }],
  raw: [{ ...place, kind: 'raw', name: 'assistant', line: 14, json: '{\n  "type": "assistant"\n}' }],
  section: [{ ...place, kind: 'section', title: 'Agents', note: 'not tied to a call of this session' }],
  loss: [
    {
      kind: 'loss',
      level: 'tools',
      items: [{ what: 'thinking blocks', count: 1200 }],
      repeats: [],
      otherTurns: 2,
      isStartLeftOut: true,
      unreadable: 1,
      unknown: 2,
    },
    {
      kind: 'loss',
      level: 'all',
      items: [],
      repeats: [],
      otherTurns: 0,
      isStartLeftOut: false,
      unreadable: 0,
      unknown: 0,
    },
  ],
}

export const ALL_SAMPLE_ROWS: readonly Row[] = [
  ...Object.values(SAMPLE_ROWS).flat(),
  { ...place, kind: 'notice', label: 'everything', text: '', count: 1, parts, rest: parts },
]

type Input = (typeof SAMPLE_ROWS)['input'][number]

function input(source: Input['source'], text: string): Input {
  return { ...place, kind: 'input', source, text, fold: undefined, note: '', media: [], questions: [] }
}
