/** How long anything may take that the client does by itself; a loaded machine is allowed for. */
export const LIMIT_MS = 45_000
const LOOK_EVERY_MS = 60

/** Waits until `look` finds something, and gives it. What does not come is an error that says what was waited for. */
export async function waitFor<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
  limitMs: number = LIMIT_MS,
): Promise<Found> {
  const end = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what}: did not come within ${limitMs / 1000} s`)
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
