import type { LossItem, Row } from '../../view/row.ts'
import { UNKNOWN_WORDS, UNREADABLE_WORDS } from '../loss-report.ts'
import type { DocumentDirectory } from './document-format.ts'
import { kindOf } from './read-directory.ts'

/** Goes through the rows of a document and is told what becomes of each; what stands behind a closed one is not named. */
export interface RowVisitor {
  shown(row: number): void
  hidden(row: number): void
  /** Also called for a row that is shown: its own rows, up to `end`, are folded away. */
  closed(row: number, end: number): void
}

/** What a reader does not see of what the document holds. */
export interface HiddenRows {
  readonly items: readonly LossItem[]
  /** Shown, though nobody knows what they are. */
  readonly oddShown: readonly LossItem[]
}

type Names = readonly [one: string, many: string]

/** In the words of a view's own report, in its order. */
const HIDDEN: { readonly [Kind in Row['kind']]: Names | undefined } = {
  input: ['prompt or input', 'prompts and inputs'],
  answer: ['answer', 'answers'],
  tool: ['tool call', 'tool calls'],
  agent: ['agent', 'agents'],
  remark: ['remark', 'remarks'],
  thinking: ['thinking block', 'thinking blocks'],
  hook: ['hook run', 'hook runs'],
  'hook-count': ['count of quiet hooks', 'counts of quiet hooks'],
  error: ['API error', 'API errors'],
  compaction: ['compaction', 'compactions'],
  interruption: ['interruption', 'interruptions'],
  'task-report': ['background report', 'background reports'],
  message: ['team message', 'team messages'],
  output: ['command output', 'command outputs'],
  notice: ['notice', 'notices'],
  repeat: ['note of a repeat', 'notes of repeats'],
  raw: ['record', 'records'],
  unreadable: UNREADABLE_WORDS,
  unknown: UNKNOWN_WORDS,
  session: undefined,
  turn: undefined,
  rewound: undefined,
  section: undefined,
  loss: undefined,
}

const CALL_INSIDE: Names = ['tool input and output', 'tool inputs and outputs']
const ROW_FOLDED: Names = ['other row folded', 'other rows folded']

/** What is behind the fold of a row that is shown; what is only recorded with a row belongs to level `all` alone. */
const FOLDED: { readonly [Kind in Row['kind']]?: Names } = {
  tool: CALL_INSIDE,
  agent: CALL_INSIDE,
  remark: ['remark shortened', 'remarks shortened'],
  thinking: ['thinking block folded', 'thinking blocks folded'],
  compaction: ['compaction summary', 'compaction summaries'],
  output: ['command output', 'command outputs'],
  hook: ['hook output', 'hook outputs'],
  'task-report': ROW_FOLDED,
  message: ROW_FOLDED,
  error: ROW_FOLDED,
  notice: ROW_FOLDED,
  raw: ROW_FOLDED,
  unreadable: ROW_FOLDED,
  unknown: ROW_FOLDED,
}

const AGENT_FOLDED: Names = ['agent folded', 'agents folded']
const REWOUND_TURN: Names = ['rewound turn', 'rewound turns']
const REWOUND_ENTRY: Names = ['rewound entry', 'rewound entries']

const ORDER: readonly Names[] = [
  ...[HIDDEN.input, HIDDEN.answer, HIDDEN.tool, HIDDEN.agent, AGENT_FOLDED, CALL_INSIDE].filter(names => !!names),
  ...Object.values(HIDDEN).filter(names => names !== undefined),
  ...Object.values(FOLDED),
  REWOUND_TURN,
  REWOUND_ENTRY,
]

/** Counts what a walk over the document leaves out. */
export function countHidden(
  directory: DocumentDirectory,
  walk: (visitor: RowVisitor) => void,
  isOpen: (row: number) => boolean,
): HiddenRows {
  const { inside } = directory.rows
  const counts = new Map<Names, number>()
  const odd = new Map<Names, number>()
  const add = (to: Map<Names, number>, names: Names | undefined, count = 1): void => {
    if (names && count > 0) to.set(names, (to.get(names) ?? 0) + count)
  }
  walk({
    hidden: row => add(counts, HIDDEN[kindOf(directory, row)]),
    shown(row) {
      const kind = kindOf(directory, row)
      if (kind === 'unknown' || kind === 'unreadable') add(odd, HIDDEN[kind])
      if ((inside[row] ?? 0) > 0 && !isOpen(row)) add(counts, FOLDED[kind])
    },
    closed(row, end) {
      if (kindOf(directory, row) === 'agent') return add(counts, AGENT_FOLDED)
      const turns = countTurns(directory, row, end)
      if (turns > 0) add(counts, REWOUND_TURN, turns)
      else add(counts, REWOUND_ENTRY, end - row - 1)
    },
  })
  return { items: toItems(counts), oddShown: toItems(odd) }
}

function countTurns(directory: DocumentDirectory, from: number, end: number): number {
  let turns = 0
  for (let row = from + 1; row < end; row++) if (kindOf(directory, row) === 'turn') turns++
  return turns
}

function toItems(counts: ReadonlyMap<Names, number>): readonly LossItem[] {
  const items: LossItem[] = []
  for (const names of new Set(ORDER)) {
    const count = counts.get(names)
    if (count) items.push({ what: names[count === 1 ? 0 : 1], count })
  }
  return items
}
