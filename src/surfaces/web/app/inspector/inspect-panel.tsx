import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Answer, type Query, useApi } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import type { Place } from '../session/place.ts'

/** What every panel is given. */
export interface PanelProps {
  readonly id: string
  /** Of the session: another one means that it grew. */
  readonly version: number
  /** The turn being read. */
  readonly turn: number | undefined
  onGo(place: Place): void
}

/** A session that is written may grow many times a second. */
const CATCH_UP_MS = 700

/** Asks one question about the session, and again some time after it grew. */
export function useInspect<T>({ id, version }: PanelProps, what: string, query?: Query): Answer<T> {
  const answer = useApi<T>(`/sessions/${encodeURIComponent(id)}/inspect/${what}`, query)
  const asked = useRef(version)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { reload } = answer
  useEffect(() => {
    if (asked.current === version || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      asked.current = version
      reload()
    }, CATCH_UP_MS)
  }, [version, reload])
  useEffect(() => () => clearTimeout(timer.current), [])
  return answer
}

interface AnsweredProps<T> {
  readonly answer: Answer<T>
  children(data: T): ComponentChildren
}

/** What came, what is coming, or what went wrong. */
export function Answered<T>({ answer: { data, error, isLoading, reload }, children }: AnsweredProps<T>) {
  if (data !== undefined) return <>{children(data)}</>
  if (error && !isLoading) return <ErrorBox error={error} retry={reload} />
  return <Loading />
}

interface GoProps {
  readonly place: {
    readonly turn?: number | undefined
    readonly entry?: string | undefined
    readonly agent?: string | undefined
  }
  onGo(place: Place): void
  readonly children?: ComponentChildren
}

/** Leads to the row; says the turn unless it is given other words. */
export function Go({ place: { turn, entry, agent }, onGo, children }: GoProps) {
  if (turn === undefined && entry === undefined && agent === undefined) return null
  return (
    <button type="button" class="text-button inspect-go" onClick={() => onGo({ turn, entry, agent })}>
      {children ?? (turn === undefined ? 'go there' : `turn ${turn}`)}
    </button>
  )
}

interface PagerProps {
  readonly from: number
  readonly shown: number
  readonly total: number
  readonly size: number
  /** What is counted, in the plural. */
  readonly what: string
  onFrom(from: number): void
}

/** Long lists come in pages, so that few elements are there at a time. */
export function Pager({ from, shown, total, size, what, onFrom }: PagerProps) {
  if (total <= size && from === 0) return null
  return (
    <nav class="inspect-pager" aria-label={`Pages of ${what}`}>
      <button type="button" class="button" disabled={from === 0} onClick={() => onFrom(Math.max(0, from - size))}>
        Earlier
      </button>
      <span class="count">
        {from + 1}–{from + shown} of {total}
      </span>
      <button type="button" class="button" disabled={from + shown >= total} onClick={() => onFrom(from + size)}>
        Later
      </button>
    </nav>
  )
}
