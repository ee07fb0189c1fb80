import type { Hit } from '../redact/redaction.ts'

/** The text around the first place of a hit, and the hit as it is written there. */
export interface SplitContext {
  readonly before: string
  readonly written: string
  readonly after: string
}

export function splitContext({
  context,
  contextAt,
  value,
}: Pick<Hit, 'context' | 'contextAt' | 'value'>): SplitContext {
  const end = contextAt + lengthOf(context, contextAt, value)
  return {
    before: context.slice(0, contextAt),
    written: context.slice(contextAt, end),
    after: context.slice(end),
  }
}

/** As written there it may be escaped or encoded, and then be longer than the value. */
function lengthOf(context: string, at: number, value: string): number {
  if (context.startsWith(value, at)) return value.length
  return /^[^\s"'`<>]*/.exec(context.slice(at))?.[0].length ?? 0
}
