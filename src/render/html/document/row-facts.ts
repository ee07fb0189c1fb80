import type { Row } from '../../view/row.ts'
import { ROW_FLAGS } from './document-format.ts'

/** What the directory says about a row. */
export interface RowFacts {
  readonly tool: string | undefined
  readonly flags: number
  readonly size: number
}

export function rowFacts(row: Row): RowFacts {
  return { tool: toolOf(row), flags: flagsOf(row), size: shownSize(row) }
}

function toolOf(row: Row): string | undefined {
  if (row.kind !== 'tool') return undefined
  return row.server === undefined ? row.name : `${row.server}: ${row.name}`
}

function flagsOf(row: Row): number {
  let flags = 0
  if (isError(row)) flags |= ROW_FLAGS.error
  if ('isRewound' in row && row.isRewound) flags |= ROW_FLAGS.rewound
  if (row.kind === 'rewound' && row.edge === 'begin') flags |= ROW_FLAGS.rewoundBegin
  if (row.kind === 'rewound' && row.edge === 'end') flags |= ROW_FLAGS.rewoundEnd
  if (row.kind === 'input' && row.depth === 0) flags |= ROW_FLAGS.prompt
  return flags
}

function isError(row: Row): boolean {
  switch (row.kind) {
    case 'tool':
      return row.status === 'error' || row.error !== ''
    case 'agent':
      return row.error !== '' || row.status === 'failed'
    case 'hook':
      return row.outcome === 'error' || row.outcome === 'blocked'
    case 'error':
    case 'unreadable':
      return true
    default:
      return false
  }
}

/** Texts that stand open; everything else is a line until somebody opens it. */
function shownSize(row: Row): number {
  switch (row.kind) {
    case 'input':
      return row.text.length + (row.fold?.end.length ?? 0) + row.media.length * 400
    case 'answer':
    case 'remark':
      return row.text.length
    default:
      return 0
  }
}
