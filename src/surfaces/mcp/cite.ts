/** Where something stands, in the form that `read` and `timeline` take, and `backscroll show` too: `[3f2a1b2c:4]`. */
export function cite(shortId: string, turn?: number, to?: number): string {
  return `[${target(shortId, turn, to)}]`
}

/** The same without brackets, for a sentence that says what to call next; `to` is the last of several turns. */
export function target(shortId: string, turn?: number, to: number | undefined = turn): string {
  if (turn === undefined) return shortId
  return to === turn ? `${shortId}:${turn}` : `${shortId}:${turn}-${to}`
}
