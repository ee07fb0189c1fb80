import { type Level, levelShows } from '../level.ts'
import type { InputSource, Row } from '../view/row.ts'

/** What putting rows into steps needs to know of each; the rows themselves may be read again. */
export interface RowMark {
  readonly kind: Row['kind']
  readonly minLevel: Level
  readonly at: number | undefined
  readonly isRewound: boolean
  /** Opens a turn, or says what an agent is to do. */
  readonly isPrompt: boolean
  /** Set for the line of an agent. */
  readonly agentId: string | undefined
  /** How it stands to the rows beside it. */
  readonly bond: Bond
}

/**
 * `alone`: seen by itself. `next`: a heading of what follows. `end`: belongs to whatever stands before it. The others
 * belong to what stands before them where that is a call, an input, another try of the same request, or one more of the
 * small rows nobody steps through.
 */
export type Bond = 'alone' | 'next' | 'end' | 'call' | 'input' | 'retry' | 'crowd'

export function markRow(row: Row): RowMark {
  return {
    kind: row.kind,
    minLevel: 'minLevel' in row ? row.minLevel : 'prompts',
    at: timeOf(row),
    isRewound: 'isRewound' in row && row.isRewound,
    isPrompt: row.kind === 'turn' || (row.kind === 'input' && PROMPTS.has(row.source)),
    agentId: row.kind === 'agent' ? row.agentId : undefined,
    bond: bondOf(row),
  }
}

const PROMPTS: ReadonlySet<InputSource> = new Set<InputSource>([
  'prompt',
  'program-prompt',
  'agent-prompt',
  'scheduled',
])

/** What somebody said to a call: the answer to a question, a word on a plan. */
const REPLIES: ReadonlySet<InputSource> = new Set<InputSource>(['answer', 'rejection', 'plan-feedback'])

function timeOf(row: Row): number | undefined {
  const at = row.kind === 'session' ? row.startedAt : 'at' in row ? row.at : undefined
  return at !== undefined && Number.isFinite(at) ? at : undefined
}

function bondOf(row: Row): Bond {
  switch (row.kind) {
    case 'turn':
    case 'section':
      return 'next'
    case 'rewound':
      return row.edge === 'begin' ? 'next' : row.edge === 'end' ? 'end' : 'alone'
    case 'hook-count':
      return 'end'
    case 'hook':
      return row.isOnTool ? 'call' : row.minLevel === 'all' ? 'crowd' : 'alone'
    case 'output':
      return 'input'
    case 'input':
      return REPLIES.has(row.source) ? 'call' : 'alone'
    case 'notice':
    case 'unknown':
      return row.minLevel === 'all' ? 'crowd' : 'alone'
    case 'error':
      return row.isRetried ? 'retry' : 'alone'
    case 'repeat':
      return 'crowd'
    default:
      return 'alone'
  }
}

/** A side that was taken back, where the level folds it: one row for all of it, as `show` has it there. */
export function isFolded({ kind, minLevel }: Pick<RowMark, 'kind' | 'minLevel'>, level: Level): boolean {
  return kind === 'rewound' && minLevel === 'all' && level !== 'all'
}

export function isShown(mark: RowMark, level: Level): boolean {
  return levelShows(level, mark.minLevel) || (isFolded(mark, level) && mark.bond === 'next')
}

/** A row of a view at level `all`, as a reader at `level` sees it in its step: opened, and without what only `all` tells. */
export function rowAt(row: Row, level: Level): Row {
  if (level === 'all') return row
  if (row.kind === 'rewound' && isFolded(row, level)) return { ...row, edge: 'folded', minLevel: 'prompts' }
  if (!('rest' in row) || !row.rest) return row
  const { rest: _, ...shown } = row
  return shown
}
