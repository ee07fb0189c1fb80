/** The only place of the page that looks at a clock. Epoch milliseconds. */
export function now(): number {
  return Date.now()
}
