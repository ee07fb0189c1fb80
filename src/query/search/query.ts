/** What somebody asks, taken apart: words, quoted phrases, filters. Made by `parseQuery`. */
export interface SearchQuery {
  /** As typed. */
  readonly text: string
  /** Free text in the order typed, each piece without white space: `stale`, `src/store/lock.ts`, `Error:`, `foo::bar`. */
  readonly words: readonly string[]
  /** Quoted: must stand there in this order. */
  readonly phrases: readonly string[]
  /** Behind a minus: must not stand there. Words and phrases. */
  readonly without: readonly string[]
  readonly filters: readonly Filter[]
  /** Sentences about near misses: `projct:x` was taken as text. For stderr. */
  readonly notes: readonly string[]
}

export const FILTER_NAMES = [
  'project',
  'branch',
  'file',
  'tool',
  'cmd',
  'model',
  'agent',
  'role',
  'is',
  'pr',
  'commit',
  'before',
  'after',
  'on',
  'session',
  'tag',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

export const ROLES = ['prompt', 'answer', 'thinking', 'tool', 'output', 'summary', 'plan'] as const
export const STATES = ['error', 'deleted', 'subagent', 'rewound', 'pinned'] as const

export interface Filter {
  readonly name: FilterName
  readonly value: string
  /** Behind a minus: chooses the others. */
  readonly isNot: boolean
  /** For `before`, `after` and `on`: epoch milliseconds, end exclusive. An open side is undefined. */
  readonly range?: { readonly from: number | undefined; readonly to: number | undefined }
}
