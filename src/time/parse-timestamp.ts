/** Epoch milliseconds of an ISO 8601 text, offsets allowed; undefined for anything else. */
export function parseTimestamp(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length < 10 || text.length > 40) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
