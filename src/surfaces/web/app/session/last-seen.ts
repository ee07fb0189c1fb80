/** How far each session was read, so that what came since can be told. Kept by the browser. */
const STORED = 'backscroll-seen'
const MAX_SESSIONS = 300

/** Epoch milliseconds of the last row that was seen; undefined where the session was never opened here. */
export function lastSeen(id: string): number | undefined {
  return read()[id]
}

export function noteSeen(id: string, at: number): void {
  const { [id]: before, ...others } = read()
  const kept = Object.entries(others).slice(-MAX_SESSIONS)
  try {
    localStorage.setItem(STORED, JSON.stringify({ ...Object.fromEntries(kept), [id]: Math.max(at, before ?? 0) }))
  } catch {
    // Without storage nothing is new the next time.
  }
}

function read(): { readonly [id: string]: number } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, at]) => typeof at === 'number'))
  } catch {
    return {}
  }
}
