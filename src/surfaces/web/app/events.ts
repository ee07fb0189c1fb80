import type { PageEvent } from '../event-hub.ts'
import { connection } from './connection.ts'
import { readEventData } from './read-events.ts'
import { sendWithKey } from './send-with-key.ts'

type Handler<Kind extends PageEvent['kind']> = (event: Extract<PageEvent, { kind: Kind }>) => void

const handlers = new Map<PageEvent['kind'], Set<(event: PageEvent) => void>>()
let stream: AbortController | undefined
let followed: string | undefined
let isWanted = false
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
  if (isWanted) openEvents()
}

/**
 * A browser has six connections to one server, for all its pages together, and each stream of events holds one: only pages
 * that somebody looks at have one, and of those no more than leave room for answers. The others catch up. Called once.
 */
export function restWhileHidden(): void {
  document.addEventListener('visibilitychange', openEvents)
}

const PLACES = ['backscroll-events-1', 'backscroll-events-2', 'backscroll-events-3']
/** A page without a place looks for one, and for what is new, this often. */
const AGAIN_MS = 5000

let leavePlace: (() => void) | undefined
let again: ReturnType<typeof setTimeout> | undefined
/** Whatever was begun before the last opening is not gone on with. */
let opening = 0

/** Opens the page's one connection for events, if it is looked at; again after the server was gone. */
export function openEvents(): void {
  isWanted = true
  void connect(++opening)
}

async function connect(own: number): Promise<void> {
  clearTimeout(again)
  stream?.abort()
  stream = undefined
  if (document.visibilityState === 'hidden') {
    leavePlace?.()
    leavePlace = undefined
    return
  }
  if (!leavePlace) {
    const leave = await takePlace()
    if (own !== opening) return leave?.()
    leavePlace = leave
  }
  if (leavePlace) void listen()
  else tryLater()
}

function tryLater(): void {
  again = setTimeout(() => {
    tell({ kind: 'index' })
    openEvents()
  }, AGAIN_MS)
}

/** What gives it up again; undefined where all are taken by other pages. */
async function takePlace(): Promise<(() => void) | undefined> {
  // Pages of another machine, which come unencrypted, have no locks.
  if (!('locks' in navigator)) return () => {}
  for (const name of PLACES) {
    const leave = await new Promise<(() => void) | undefined>(resolve => {
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        if (lock) return new Promise(done => resolve(done))
        resolve(undefined)
        return undefined
      }
      void navigator.locks.request(name, { ifAvailable: true }, hold)
    })
    if (leave) return leave
  }
  return undefined
}

/** A stream of the browser's own could show no key: this one is a request like any other, that does not end. */
async function listen(): Promise<void> {
  const own = new AbortController()
  stream = own
  const openedMs = performance.now()
  const isAnswered = await receive(own.signal).catch(() => false)
  if (stream !== own) return
  if (connection.value === 'locked') return
  // One that is ended as soon as it is there, or not given, is not asked for again and again.
  if (isAnswered && performance.now() - openedMs < AGAIN_MS) return tryLater()
  // Whoever watches the connection opens it anew.
  if (connection.value === 'open') connection.set('gone')
}

/** Until the stream ends; false where there is none because nobody answers. */
async function receive(signal: AbortSignal): Promise<boolean> {
  const query = followed === undefined ? '' : `?session=${encodeURIComponent(followed)}`
  const response = await sendWithKey(`/api/v1/events${query}`, { signal })
  if (response.status === 401) connection.set('locked')
  if (!response.ok || !response.body) return true
  connection.set('open')
  if (hasBeenOpen) tell({ kind: 'index' })
  hasBeenOpen = true
  for await (const data of readEventData(response.body)) take(data)
  return true
}

function take(data: string): void {
  let event: PageEvent
  try {
    event = JSON.parse(data) as PageEvent
  } catch {
    // A half-written event is as good as none: the next one says the same.
    return
  }
  tell(event)
}

function tell(event: PageEvent): void {
  for (const handler of [...(handlers.get(event.kind) ?? [])]) handler(event)
}
