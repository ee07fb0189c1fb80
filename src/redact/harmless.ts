/**
 * Random by design and no secret: what rules that go by a name and randomness must never cut into. A match that is the
 * whole of such an id is left to the rule, a match inside of one is none.
 */
const HARMLESS =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?:toolu|msg|srvtoolu|mcptoolu|call|agent|cse|session|task)_[A-Za-z0-9]{8,}|[0-9a-f]{40}|[0-9a-f]{64}|sha(?:1|256|384|512)[-:][A-Za-z0-9+/=]{16,})$/i
const IN_ID = /[A-Za-z0-9_+/=:-]/
const MAX_ID = 160

export function isInsideHarmless(text: string, start: number, end: number): boolean {
  if (end - start > MAX_ID) return false
  let from = start
  let to = end
  while (from > 0 && start - from < MAX_ID && IN_ID.test(text[from - 1] as string)) from--
  while (to < text.length && to - end < MAX_ID && IN_ID.test(text[to] as string)) to++
  if (from === start && to === end) return false
  const around = text.slice(from, to)
  for (const id of around.matchAll(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{3,8}_[A-Za-z0-9]{8,}|sha\d{1,3}[-:][\w+/=]{16,}|[0-9a-f]{40,64}/gi,
  )) {
    const idStart = from + id.index
    const idEnd = idStart + id[0].length
    if (idStart <= start && idEnd >= end && idEnd - idStart > end - start && HARMLESS.test(id[0])) return true
  }
  return false
}
