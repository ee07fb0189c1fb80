import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { connection } from './connection.ts'
import { onPageEvent } from './events.ts'
import { sendWithKey } from './send-with-key.ts'

/** As `API_BASE` of the server, which the page cannot import without its checks. */
const BASE = '/api/v1'

export type Query = { readonly [name: string]: string | number | boolean | undefined }

/** What the server said no with; status 0 where it said nothing. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly hint: string

  constructor(parts: { status: number; code: string; message: string; hint: string }) {
    super(parts.message)
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.hint = parts.hint
  }
}

/** `path` stands below /api/v1; what is undefined is left out. */
export function apiUrl(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`
}

export async function getJson<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  const response = await ask(apiUrl(path, query), signal ? { signal } : {})
  return (await response.json()) as T
}

export async function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await post(path, body, signal)
  return (await response.json()) as T
}

/** For answers that are files. */
export function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return ask(apiUrl(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

/** Images have no header to show a key with: they are asked for here, and shown from what came back. */
export async function getBlob(url: string): Promise<Blob> {
  return await (await ask(url, {})).blob()
}

export async function getText(path: string, query?: Query): Promise<string> {
  return await (await ask(apiUrl(path, query), {})).text()
}

export async function deleteJson<T>(path: string, query?: Query): Promise<T> {
  const response = await ask(apiUrl(path, query), { method: 'DELETE' })
  return (await response.json()) as T
}

async function ask(url: string, options: RequestInit): Promise<Response> {
  const response = await sendWithKey(url, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error
    connection.set('gone')
    throw new ApiError({
      status: 0,
      code: 'server-gone',
      message: 'backscroll does not answer.',
      hint: 'Start it again with backscroll open; this page goes on by itself.',
    })
  })
  connection.set(response.status === 401 ? 'locked' : 'open')
  if (!response.ok) throw await readError(response)
  return response
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const { code, message, hint } = errorFields(body)
  return new ApiError({
    status: response.status,
    code: code ?? 'unknown',
    message: message ?? `The server answered with ${response.status}.`,
    hint: hint ?? '',
  })
}

function errorFields(body: unknown): { code?: string; message?: string; hint?: string } {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  if (typeof error !== 'object' || error === null) return {}
  return Object.fromEntries(Object.entries(error).filter(([, value]) => typeof value === 'string'))
}

export interface Answer<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  reload(): void
}

interface AnswerState<T> {
  readonly data: T | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
}

/**
 * Asks when the component is drawn, and again when what it asks changes. Old data stay until new ones are there; a
 * question that was overtaken is given up. Nothing is asked while `path` is undefined.
 */
export function useApi<T>(
  path: string | undefined,
  query?: Query,
  options: { readonly refetchOn?: 'index' | 'never' } = {},
): Answer<T> {
  const url = path === undefined ? undefined : apiUrl(path, query)
  const [state, setState] = useState<AnswerState<T>>({
    data: undefined,
    error: undefined,
    isLoading: url !== undefined,
  })
  const [round, setRound] = useState(0)
  const hasFailed = useRef(false)
  const reload = useCallback(() => setRound(before => before + 1), [])

  useEffect(() => {
    if (url === undefined) {
      setState({ data: undefined, error: undefined, isLoading: false })
      return undefined
    }
    const controller = new AbortController()
    setState(before => ({ ...before, isLoading: true }))
    ask(url, { signal: controller.signal })
      .then(response => response.json() as Promise<T>)
      .then(
        data => {
          hasFailed.current = false
          if (!controller.signal.aborted) setState({ data, error: undefined, isLoading: false })
        },
        (error: unknown) => {
          hasFailed.current = true
          if (!controller.signal.aborted)
            setState(before => ({ ...before, error: toApiError(error), isLoading: false }))
        },
      )
    return () => controller.abort()
  }, [url, round])

  const isFollowing = options.refetchOn === 'index'
  useEffect(() => (isFollowing ? onPageEvent('index', reload) : undefined), [isFollowing, reload])
  useEffect(
    () =>
      connection.listen(next => {
        if (next === 'open' && hasFailed.current) reload()
      }),
    [reload],
  )
  return { ...state, reload }
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({
    status: 0,
    code: 'unreadable-answer',
    message: 'The answer could not be read.',
    hint: 'Try again; if it stays so, restart backscroll.',
  })
}
