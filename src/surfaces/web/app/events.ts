import type { PageEvent } from '../event-hub.ts'
import { connection } from './connection.ts'

type Handler<Kind extends PageEvent['kind']> = (event: Extract<PageEvent, { kind: Kind }>) => void

const KINDS: readonly PageEvent['kind'][] = ['index', 'keeper', 'session']
const handlers = new Map<PageEvent['kind'], Set<(event: PageEvent) => void>>()
let source: EventSource | undefined
let followed: string | undefined
/** Nothing can be missed before the first connection; after a second one everything may have changed. */
let hasBeenOpen = false

/** Calls `handler` for each event of this kind until the returned function is called. */
export function onPageEvent<Kind extends PageEvent['kind']>(kind: Kind, handler: Handler<Kind>): () => void {
  const list = handlers.get(kind) ?? new Set()
  handlers.set(kind, list)
  list.add(handler as (event: PageEvent) => void)
  return () => list.delete(handler as (event: PageEvent) => void)
}

/** Which session's growth to hear of; undefined for none. The page has one connection, so it has one such session. */
export function followSession(id: string | undefined): void {
  if (followed === id) return
  followed = id
  if (source) openEvents()
}

const HIDDEN_MS = 30_000

/**
 * A browser has few connections to one server, and each page holds one: a page that nobody looks at lets it go after a
 * while, and catches up when somebody does. Called once.
 */
export function restWhileHidden(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') {
      if (source?.readyState === EventSource.CLOSED) openEvents()
      return
    }
    timer = setTimeout(() => source?.close(), HIDDEN_MS)
  })
}

/** Opens the page's one connection for events; again after the server was gone. */
export function openEvents(): void {
  source?.close()
  const opened = new EventSource(
    `/api/v1/events${followed === undefined ? '' : `?session=${encodeURIComponent(followed)}`}`,
  )
  source = opened
  for (const kind of KINDS) opened.addEventListener(kind, event => receive(event as MessageEvent<string>))
  opened.addEventListener('open', () => {
    connection.set('open')
    if (hasBeenOpen) tell({ kind: 'index' })
    hasBeenOpen = true
  })
  // The browser tries again by itself; where it gives up, whoever watches the connection opens it anew.
  opened.addEventListener('error', () => {
    if (source === opened && connection.value === 'open') connection.set('gone')
  })
}

function receive(event: MessageEvent<string>): void {
  try {
    tell(JSON.parse(event.data) as PageEvent)
  } catch {
    // A half-written event is as good as none: the next one says the same.
  }
}

function tell(event: PageEvent): void {
  for (const handler of [...(handlers.get(event.kind) ?? [])]) handler(event)
}
