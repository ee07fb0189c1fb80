/**
 * The key of this browser. It stands in the storage of this origin, which no other port of this machine can read, and
 * goes out in a header of our own requests, where nothing but this page puts it.
 */
import { createShared } from './shared-value.ts'

const STORED = 'backscroll-key'
const KEY = /^[\w-]{43}$/

let key: string | undefined
/** Until a code is changed into a key; every question waits for it. */
let entering: Promise<void> = Promise.resolve()

/** Why there is no key, in the words of the server; undefined where none was asked for. */
export const refusal = createShared<string | undefined>(undefined)
/** Whether the key is gone with a reload: the browser keeps nothing for us. */
export const isForgetful = createShared(false)

export async function currentKey(): Promise<string | undefined> {
  await entering
  return key
}

export function hasKey(): boolean {
  return key !== undefined
}

/** Another tab may have got a newer one, and told nobody yet. */
export function rereadKey(): string | undefined {
  key = readStored() ?? key
  return key
}

/**
 * Takes the code out of the address, before anything else is done, and the key from the storage. `onKey` is called when
 * there is another key later: another tab got one, or an address with a code was opened in this one. Called once.
 */
export function openWithKey(onKey: () => void): void {
  key = readStored()
  isForgetful.set(!canStore())
  takeCode()
  // An address that differs behind the # alone does not load the page again.
  addEventListener('hashchange', () => {
    if (takeCode()) void entering.then(onKey)
  })
  addEventListener('storage', event => {
    if (event.key !== STORED || event.newValue === null || event.newValue === key) return
    rereadKey()
    onKey()
  })
}

/** Whether there was one. */
function takeCode(): boolean {
  const url = new URL(location.href)
  const code = new URLSearchParams(url.hash.slice(1)).get('code')
  const isOld = url.searchParams.has('token')
  if (code === null && !isOld) return false
  if (code !== null) url.hash = ''
  // Addresses of earlier releases held the key to everything.
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  if (code !== null) entering = entering.then(() => enter(code))
  return code !== null
}

/** The server gives a browser that has a good key the same one again. */
async function enter(code: string): Promise<void> {
  refusal.set(undefined)
  const answer = await fetch('/api/v1/key', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader(key) },
    body: JSON.stringify({ code }),
    credentials: 'omit',
    redirect: 'error',
  }).catch(() => undefined)
  const body: unknown = await answer?.json().catch(() => undefined)
  const { key: given, error } = (body ?? {}) as {
    readonly key?: unknown
    readonly error?: { readonly message?: unknown }
  }
  if (answer?.ok && typeof given === 'string' && KEY.test(given)) {
    key = given
    store(given)
  } else if (typeof error?.message === 'string') refusal.set(error.message)
}

export function keyHeader(own: string | undefined): Readonly<Record<string, string>> {
  return own === undefined ? {} : { authorization: `Bearer ${own}` }
}

function readStored(): string | undefined {
  try {
    const stored = localStorage.getItem(STORED)
    return stored !== null && KEY.test(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Some browsers refuse to be asked at all, where somebody wants nothing kept. */
function canStore(): boolean {
  try {
    localStorage.getItem(STORED)
    return true
  } catch {
    return false
  }
}

function store(given: string): void {
  try {
    localStorage.setItem(STORED, given)
  } catch {
    // Storage may be switched off, or full: the key lasts as long as the page.
  }
  isForgetful.set(readStored() !== given)
}
