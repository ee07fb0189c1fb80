import type { FilterName } from '../../../../query/search/query.ts'

/** How the value of a filter is found: among what there is, as a date, or by typing it. */
export type ValueKind = 'choices' | 'date' | 'text'

export interface FilterRow {
  readonly name: FilterName
  readonly kind: ValueKind
  /** What it chooses. */
  readonly says: string
  readonly example: string
}

/** In the order people look for them. */
export const FILTERS: readonly FilterRow[] = [
  { name: 'project', kind: 'choices', says: 'sessions of a project', example: 'api' },
  { name: 'branch', kind: 'choices', says: 'sessions on a git branch', example: 'fix/login' },
  { name: 'file', kind: 'text', says: 'sessions that read or changed a file', example: 'store/lock.ts' },
  { name: 'after', kind: 'date', says: 'from that day on', example: '2w' },
  { name: 'before', kind: 'date', says: 'before that day', example: '2026-11-01' },
  { name: 'on', kind: 'date', says: 'on that day, or in that week or month', example: 'yesterday' },
  { name: 'role', kind: 'choices', says: 'who said it, or what it is', example: 'prompt' },
  { name: 'is', kind: 'choices', says: 'what became of it', example: 'error' },
  { name: 'tool', kind: 'choices', says: 'turns and calls with a tool', example: 'Bash' },
  { name: 'cmd', kind: 'text', says: 'turns and calls with a command', example: 'docker build' },
  { name: 'model', kind: 'choices', says: 'sessions with a model', example: 'opus' },
  { name: 'agent', kind: 'choices', says: 'what a subagent said and did', example: 'explore' },
  { name: 'pr', kind: 'text', says: 'sessions of a pull request', example: '42' },
  { name: 'commit', kind: 'text', says: 'sessions that made a commit', example: '99a61e4' },
  { name: 'session', kind: 'text', says: 'sessions whose id begins so', example: '3f2a' },
  { name: 'tag', kind: 'choices', says: 'sessions with a tag', example: 'release' },
]

/** What is often meant, beside any day that can be picked. */
export const DATE_WORDS = [
  'today',
  'yesterday',
  '7d',
  '30d',
  'this week',
  'last week',
  'this month',
  'last month',
] as const
