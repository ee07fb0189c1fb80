import type { Level } from '../level.ts'
import type { LossItem, LossRow } from './row.ts'

/** What there is to lose, in the order a report names it: one thing, several things. */
const SUBJECTS = {
  main: ['entry of the main conversation', 'entries of the main conversation'],
  answer: ['answer', 'answers'],
  call: ['tool call', 'tool calls'],
  agent: ['agent', 'agents'],
  'agent-inside': ['agent folded', 'agents folded'],
  'call-inside': ['tool input and output', 'tool inputs and outputs'],
  inner: ['remark or thinking block', 'remarks and thinking blocks'],
  'remark-cut': ['remark shortened', 'remarks shortened'],
  thinking: ['thinking block', 'thinking blocks'],
  hook: ['hook run', 'hook runs'],
  error: ['API error', 'API errors'],
  compaction: ['compaction', 'compactions'],
  'prompt-cut': ['long prompt shortened', 'long prompts shortened'],
  plan: ['plan folded', 'plans folded'],
  'summary-text': ['compaction summary', 'compaction summaries'],
  interruption: ['interruption', 'interruptions'],
  report: ['background report', 'background reports'],
  message: ['team message', 'team messages'],
  output: ['command output', 'command outputs'],
  injected: ['injected text', 'injected texts'],
  attachment: ['attachment', 'attachments'],
  rewound: ['rewound turn', 'rewound turns'],
  attempt: ['rewound entry', 'rewound entries'],
  progress: ['progress line', 'progress lines'],
  bookkeeping: ['bookkeeping line', 'bookkeeping lines'],
  empty: ['blank or comment line', 'blank or comment lines'],
} as const satisfies { readonly [subject: string]: readonly [one: string, many: string] }

export type LossSubject = keyof typeof SUBJECTS

/** What is recorded twice and shown once, even where everything is shown. */
const REPEATS = {
  'file-before': ['copy of a file before an edit', 'copies of files before an edit'],
  result: ['second form of a result', 'second forms of results'],
  report: ['report that an agent ends with', 'reports that agents end with'],
  progress: ['progress output', 'progress outputs'],
  'agent-copy': ['copy of an agent entry', 'copies of agent entries'],
  again: ['entry written again', 'entries written again'],
  data: ['image or document as text', 'images and documents as text'],
} as const satisfies { readonly [subject: string]: readonly [one: string, many: string] }

export type RepeatSubject = keyof typeof REPEATS

/** Counts what a view leaves out, so that its last row can say so. */
export class Losses {
  readonly #counts = new Map<string, number>()
  readonly #repeats = new Map<string, number>()
  unreadable = 0
  unknown = 0

  add(subject: LossSubject, count = 1): void {
    if (count > 0) this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + count)
  }

  repeat(subject: RepeatSubject, count = 1): void {
    if (count > 0) this.#repeats.set(subject, (this.#repeats.get(subject) ?? 0) + count)
  }

  toRow(level: Level, outside: Pick<LossRow, 'otherTurns' | 'isStartLeftOut'>): LossRow {
    return {
      kind: 'loss',
      level,
      items: toItems(SUBJECTS, this.#counts),
      repeats: toItems(REPEATS, this.#repeats),
      ...outside,
      unreadable: this.unreadable,
      unknown: this.unknown,
    }
  }
}

type Names = { readonly [subject: string]: readonly [one: string, many: string] }

function toItems(names: Names, counts: ReadonlyMap<string, number>): readonly LossItem[] {
  const items: LossItem[] = []
  for (const [subject, [one, many]] of Object.entries(names)) {
    const count = counts.get(subject)
    if (count) items.push({ what: count === 1 ? one : many, count })
  }
  return items
}
