import { useEffect, useRef, useState } from 'preact/hooks'
import type { ListedSession } from '../../../../query/home/listed-session.ts'
import type { SessionPage } from '../../../../query/home/session-page.ts'
import { type ApiError, apiUrl, getJson, type Query, toApiError } from '../api.ts'
import { onPageEvent } from '../events.ts'

export const PAGE_SIZE = 100

interface Loaded {
  /** What was asked. */
  readonly key: string
  readonly total: number
  readonly emptyCount: number
  readonly pages: ReadonlyMap<number, { readonly sessions: readonly ListedSession[]; readonly round: number }>
}

export interface SessionPages {
  /** Undefined until the first page is there. */
  readonly total: number | undefined
  readonly emptyCount: number
  readonly error: ApiError | undefined
  /** What is shown answers an older question. */
  readonly isStale: boolean
  at(index: number): ListedSession | undefined
  retry(): void
}

/**
 * A list of any length, of which pages are asked for as they come into sight. What was there stays until the answer to a
 * new question comes; what changed on disk is asked for again in place. `first` and `end` are what is in sight.
 */
export function useSessionPages(query: Query | undefined, first: number, end: number): SessionPages {
  const key = query === undefined ? undefined : apiUrl('/sessions', query)
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState<ApiError>()
  const [round, setRound] = useState(0)
  const asking = useRef(new Map<string, AbortController>())
  const isSame = loaded !== undefined && loaded.key === key
  const firstPage = isSame ? Math.floor(first / PAGE_SIZE) : 0
  const lastPage = isSame ? Math.floor(Math.max(first, end - 1) / PAGE_SIZE) : 0

  useEffect(() => onPageEvent('index', () => setRound(before => before + 1)), [])
  useEffect(() => () => abortAll(asking.current, () => true), [])
  useEffect(() => {
    if (key === undefined || query === undefined) return
    const begin = `${key} ${round} `
    abortAll(asking.current, name => !name.startsWith(begin))
    for (let page = firstPage; page <= lastPage; page++) {
      const name = `${begin}${page}`
      if (asking.current.has(name) || (isSame && loaded?.pages.get(page)?.round === round)) continue
      const controller = new AbortController()
      asking.current.set(name, controller)
      getJson<SessionPage>('/sessions', { ...query, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, controller.signal)
        .then(
          answer => {
            setError(undefined)
            setLoaded(before => addPage(before, { key, page, round, answer }))
          },
          (thrown: unknown) => {
            if (!controller.signal.aborted) setError(toApiError(thrown))
          },
        )
        .finally(() => asking.current.delete(name))
    }
  }, [key, round, firstPage, lastPage, isSame, loaded, query])

  return {
    total: loaded?.total,
    emptyCount: loaded?.emptyCount ?? 0,
    error,
    isStale: !isSame,
    at: index => loaded?.pages.get(Math.floor(index / PAGE_SIZE))?.sessions[index % PAGE_SIZE],
    retry: () => setRound(before => before + 1),
  }
}

function addPage(
  before: Loaded | undefined,
  { key, page, round, answer }: { key: string; page: number; round: number; answer: SessionPage },
): Loaded {
  const pages = new Map(before?.key === key ? before.pages : [])
  pages.set(page, { sessions: answer.sessions, round })
  return { key, total: answer.total, emptyCount: answer.emptyCount, pages }
}

function abortAll(asking: Map<string, AbortController>, isOver: (name: string) => boolean): void {
  for (const [name, controller] of asking) {
    if (!isOver(name)) continue
    controller.abort()
    asking.delete(name)
  }
}
