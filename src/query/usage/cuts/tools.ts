import type { Store } from '../../../store/store.ts'
import { type CallPlace, openCallers } from './calls-in-scope.ts'
import { type CutWorld, NO_PLACE, type UsageCut } from './cut.ts'

/** A request belongs in equal parts to the calls it made. */
export const tools: UsageCut = {
  name: 'tools',
  aliases: ['tool'],
  summary: 'By tool: requests that called it',
  title: 'TOOL',
  isByTime: false,
  needsIndex: true,
  needsRequests: true,
  none: '(no tool)',
  open(world) {
    let calls: ReadonlyMap<string, number> | undefined
    let errors: ReadonlyMap<string, number> | undefined
    return {
      keyOf: ({ calls: names }) => (names.length > 1 ? names : (names[0] ?? NO_PLACE)),
      describe(key) {
        calls ??= countCalls(world)
        errors ??= countErrors(world)
        return { label: toolLabel(key), about: { calls: calls.get(key) ?? 0, errors: errors.get(key) ?? 0 } }
      },
    }
  },
}

function countCalls({ groups }: CutWorld): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { facts } of groups) {
    for (const { calls } of facts) for (const name of calls) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

interface FailedCall extends CallPlace {
  readonly name: string
}

/** Calls that failed, of requests of this report. None has more of them than it made calls. */
function countErrors(world: CutWorld): ReadonlyMap<string, number> {
  const callerOf = openCallers(world)
  const left = new Map<object, string[]>()
  const counts = new Map<string, number>()
  for (const call of (world.store as Store).all(FAILED) as unknown as FailedCall[]) {
    const fact = callerOf(call)
    if (!fact) continue
    const calls = left.get(fact) ?? [...fact.calls]
    left.set(fact, calls)
    const at = calls.indexOf(call.name)
    if (at < 0) continue
    calls.splice(at, 1)
    counts.set(call.name, (counts.get(call.name) ?? 0) + 1)
  }
  return counts
}

/** By way of errors, which are few: a failed call is not found by its status without reading all calls. */
const FAILED = `SELECT c.session, c.agent, c.at, c.name FROM errors AS e
JOIN tool_calls AS c ON c.session = e.session AND c.agent = e.agent AND c.number = e.call
WHERE e.source = 'tool' AND c.status = 'error'`

/** `server: tool` for those of MCP servers; where the server ends is a guess, as names may hold `__` themselves. */
export function toolLabel(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? []
  return server === undefined ? name : `${server}: ${tool}`
}
