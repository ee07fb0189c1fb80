import type { Row } from '../../view/row.ts'
import { ROW_FLAGS } from './document-format.ts'

/** What the directory says about a row. */
export interface RowFacts {
  readonly tool: string | undefined
  readonly flags: number
  readonly size: number
  readonly inside: number
}

export function rowFacts(row: Row): RowFacts {
  return { tool: toolOf(row), flags: flagsOf(row), size: shownSize(row), inside: countLines(foldOf(row)) }
}

/** As people call it; the server of an MCP tool comes first. */
export function toolOf(row: Row): string | undefined {
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

/** Something failed. */
export function isError(row: Row): boolean {
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
      return row.text.length
    case 'remark':
      return row.isOpen ? row.text.length : 0
    default:
      return 0
  }
}

/** What the row's fold holds, as the drawers have it. */
function foldOf(row: Row): unknown {
  const rest = 'rest' in row ? row.rest : undefined
  switch (row.kind) {
    case 'tool':
    case 'agent':
      return [row.input, row.output, rest]
    case 'hook':
    case 'error':
    case 'compaction':
    case 'task-report':
    case 'notice':
      return [row.parts, rest]
    case 'remark':
      return row.isOpen ? rest : [row.text, rest]
    case 'thinking':
    case 'message':
    case 'unreadable':
      return [row.text, rest]
    case 'output':
      return [row.stdout, row.stderr, rest]
    case 'unknown':
    case 'raw':
      return [row.json, rest]
    default:
      return rest
  }
}

/** Characters of a line, as a guess. */
const LINE_CHARS = 60

function countLines(value: unknown): number {
  if (typeof value === 'string') return value === '' ? 0 : 1 + Math.floor(value.length / LINE_CHARS)
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countLines(item), 0)
  if (typeof value !== 'object' || value === null) return 0
  let lines = 0
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'base64') lines += 10
    else if (key !== 'kind') lines += countLines(inner)
  }
  return lines
}
