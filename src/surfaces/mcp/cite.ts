import type { ToolCall } from './define-tool.ts'

/** Where something stands, in the form that `read` and `timeline` take, and `backscroll show` too: `[3f2a1b2c:4]`. */
export function cite(shortId: string, turn?: number, to?: number): string {
  return `[${target(shortId, turn, to)}]`
}

/** The same without brackets, for a sentence that says what to call next; `to` is the last of several turns. */
export function target(shortId: string, turn?: number, to: number | undefined = turn): string {
  if (turn === undefined) return shortId
  return to === turn ? `${shortId}:${turn}` : `${shortId}:${turn}-${to}`
}

/** A call to make next, such as `read {"at": "3f2a1b2c:4"}`: it asks the same sessions as this one, else it finds nothing. */
export function nextCall(
  { scope, includesCurrent }: Pick<ToolCall<unknown>, 'scope' | 'includesCurrent'>,
  tool: string,
  args: { readonly [name: string]: string | undefined },
): string {
  const shared = {
    ...(scope.kind === 'all' ? { scope: 'all' } : {}),
    ...(includesCurrent ? { include_current: true } : {}),
  }
  const given = Object.entries({ ...args, ...shared }).filter(([, value]) => value !== undefined)
  return `${tool} {${given.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')}}`
}
