import type { LossItem, Row } from '../../view/row.ts'
import type { DocumentDirectory } from './document-format.ts'
import { endOfAgent, kindOf } from './read-directory.ts'

/** Is told what becomes of each row of a document; of what stands behind a closed or hidden one, only of agents. */
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
  repeat: undefined,
  raw: ['record', 'records'],
  unreadable: ['unreadable line', 'unreadable lines'],
  unknown: ['entry of unknown kind', 'entries of unknown kind'],
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
  compaction: ['compaction folded', 'compactions folded'],
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

/** An agent that is not shown, and those it started. Gives its last row. */
export function hideAgent(directory: DocumentDirectory, agent: number, visitor: RowVisitor): number {
  const end = endOfAgent(directory, agent)
  for (let row = agent; row < end; row++) if (kindOf(directory, row) === 'agent') visitor.hidden(row)
  return end - 1
}

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
    if (names) to.set(names, (to.get(names) ?? 0) + count)
  }
  walk({
    hidden: row => add(counts, HIDDEN[kindOf(directory, row)]),
    shown(row) {
      const kind = kindOf(directory, row)
      if (kind === 'unknown' || kind === 'unreadable') add(odd, HIDDEN[kind])
      if ((inside[row] ?? 0) > 0 && !isOpen(row)) add(counts, FOLDED[kind])
    },
    closed(row, end) {
      if (kindOf(directory, row) === 'agent') {
        // Whoever is told of the agent need not be told of what its own line folds away.
        if ((inside[row] ?? 0) > 0 && !isOpen(row)) add(counts, CALL_INSIDE, -1)
        return add(counts, AGENT_FOLDED, 1 + countKind(directory, 'agent', row, end))
      }
      const turns = countKind(directory, 'turn', row, end)
      if (turns > 0) add(counts, REWOUND_TURN, turns)
      else add(counts, REWOUND_ENTRY, end - row - 1)
    },
  })
  return { items: toItems(counts), oddShown: toItems(odd) }
}

function countKind(directory: DocumentDirectory, kind: Row['kind'], holder: number, end: number): number {
  let count = 0
  for (let row = holder + 1; row < end; row++) if (kindOf(directory, row) === kind) count++
  return count
}

function toItems(counts: ReadonlyMap<Names, number>): readonly LossItem[] {
  const items: LossItem[] = []
  for (const names of new Set(ORDER)) {
    const count = counts.get(names)
    if (count) items.push({ what: names[count === 1 ? 0 : 1], count })
  }
  return items
}
