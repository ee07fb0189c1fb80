import type { Level } from '../level.ts'
import type { LossItem, LossRow } from './row.ts'

/** What there is to lose, in the order a report names it: one thing, several things. */
const SUBJECTS = {
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
  progress: ['progress line', 'progress lines'],
  bookkeeping: ['bookkeeping line', 'bookkeeping lines'],
} as const satisfies { readonly [subject: string]: readonly [one: string, many: string] }

export type LossSubject = keyof typeof SUBJECTS

/** Counts what a view leaves out, so that its last row can say so. */
export class Losses {
  readonly #counts = new Map<LossSubject, number>()
  unreadable = 0
  unknown = 0

  add(subject: LossSubject, count = 1): void {
    if (count > 0) this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + count)
  }

  toRow(level: Level, otherTurns: number): LossRow {
    const items: LossItem[] = []
    for (const [subject, [one, many]] of Object.entries(SUBJECTS)) {
      const count = this.#counts.get(subject as LossSubject)
      if (count) items.push({ what: count === 1 ? one : many, count })
    }
    return { kind: 'loss', level, items, otherTurns, unreadable: this.unreadable, unknown: this.unknown }
  }
}
