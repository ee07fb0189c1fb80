/**
 * Old releases wrote the title of a session into whatever file was open: 95 of 100 `summary` lines name a leaf in another
 * file (census section 4.7). To give them back, each session tells which summaries it cannot place and, as numbers, which
 * entries it has.
 */
export interface SummaryLeaves {
  /** Leaf uuid and text of summaries at the top of the main file whose leaf is not in this session. */
  readonly foreign: readonly (readonly [leafUuid: string, text: string])[]
  /** `leafKey` of every entry of the main thread, in file order. */
  readonly keys: Float64Array
}

/** How far the top of a file goes: there the client put the summaries of other sessions, one after another. */
export const TOP_BYTES = 64 * 1024

/** A uuid as a number of 52 bits: small enough to send between threads, large enough not to collide in practice. */
export function leafKey(uuid: string): number {
  let high = 0x811c9dc5
  let low = 0x9e3779b9
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low, 0x85ebca6b) + code
  }
  return (high >>> 0) * 0x100000 + ((low ^ (low >>> 15)) & 0xfffff)
}

/** The summary whose leaf stands last in the session, of those that other files hold. */
export function findLeafSummary(keys: Float64Array, summaries: ReadonlyMap<number, string>): string | undefined {
  if (summaries.size === 0) return undefined
  for (let at = keys.length - 1; at >= 0; at--) {
    const text = summaries.get(keys[at] as number)
    if (text !== undefined) return text
  }
  return undefined
}
