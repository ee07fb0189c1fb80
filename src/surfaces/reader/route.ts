/** What stands behind the `#` of the page's address. */
export type Route =
  | { readonly kind: 'start' }
  /** Shows these turns and no others. */
  | { readonly kind: 'turns'; readonly from: number; readonly to: number }
  /** Goes to a turn. */
  | { readonly kind: 'turn'; readonly turn: number }
  | { readonly kind: 'entry'; readonly uuid: string }
  | { readonly kind: 'unknown'; readonly text: string }

export function parseRoute(hash: string): Route {
  const text = decode(hash.replace(/^#/, ''))
  if (text === '') return { kind: 'start' }
  const range = /^turns=(\d{1,7})(?:-(\d{1,7}))?$/.exec(text)
  if (range) {
    const from = Number(range[1])
    const to = Number(range[2] ?? range[1])
    return { kind: 'turns', from: Math.min(from, to), to: Math.max(from, to) }
  }
  const turn = /^turn=(\d{1,7})$/.exec(text)
  if (turn) return { kind: 'turn', turn: Number(turn[1]) }
  if (/^[\w-]{1,80}$/.test(text)) return { kind: 'entry', uuid: text }
  return { kind: 'unknown', text: text.slice(0, 80) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
