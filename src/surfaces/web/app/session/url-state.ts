import type { Filter } from '../../../../page/filter.ts'
import { FIRST_LEVEL, PAGE_LEVELS, type PageLevel } from './list/view-state.ts'

/** What stands behind the question mark of a session's address. */
export interface UrlState {
  readonly level: PageLevel
  readonly turn: number | undefined
  readonly entry: string | undefined
  readonly agent: string | undefined
  readonly open: readonly number[]
  readonly find: string
  readonly only: string
}

const MAX_OPEN = 500

export function parseUrlState(query: URLSearchParams): UrlState {
  const level = PAGE_LEVELS.find(name => name === query.get('level')) ?? FIRST_LEVEL
  return {
    level,
    turn: parseTurn(query.get('turn')),
    entry: query.get('entry') || undefined,
    agent: query.get('agent') || undefined,
    open: (query.get('open') ?? '')
      .split(',')
      .map(parseTurn)
      .filter(turn => turn !== undefined)
      .slice(0, MAX_OPEN),
    find: (query.get('find') ?? '').slice(0, 500),
    only: query.get('only') ?? '',
  }
}

function parseTurn(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

/** `errors,tool:Bash,thinking`; names of tools may hold anything. */
export function formatOnly({ kinds, tools, isErrorsOnly }: Filter): string | undefined {
  const parts = [
    ...(isErrorsOnly ? ['errors'] : []),
    ...kinds,
    ...[...tools].map(tool => `tool:${encodeURIComponent(tool)}`),
  ]
  return parts.length === 0 ? undefined : parts.join(',')
}

export function readOnly(text: string, filter: Filter): void {
  filter.kinds.clear()
  filter.tools.clear()
  filter.isErrorsOnly = false
  for (const part of text.split(',')) {
    if (part === 'errors') filter.isErrorsOnly = true
    else if (part.startsWith('tool:')) filter.tools.add(decode(part.slice(5)))
    else if (/^[a-z-]{1,20}$/.test(part)) filter.kinds.add(part)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Turns that stand open though the level would close them. */
export function formatOpen(turns: ReadonlyMap<number, boolean>): string | undefined {
  const open = [...turns].filter(([, isOpen]) => isOpen).map(([turn]) => turn)
  return open.length === 0
    ? undefined
    : open
        .sort((one, other) => one - other)
        .slice(0, MAX_OPEN)
        .join(',')
}
