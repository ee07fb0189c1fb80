import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type SentUsage, usageAtStart } from './answer.ts'
import { does } from './client-changes.ts'
import type { ApiRequest } from './scripted-api.ts'
import { askBackscroll, type World } from './world.ts'

/** What set a turn off, and words of it. */
export type ExpectedTurn = readonly [origin: string, words: string]

interface SessionDocument {
  readonly session: { readonly usage: TokenSums }
  readonly turns: readonly {
    readonly number: number
    readonly origin?: string
    readonly starts?: readonly { readonly uuid: string; readonly origin: string }[]
    readonly prompt?: { readonly uuid: string; readonly text: string }
    readonly messages: number
  }[]
}

interface TokenSums {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** Holds a session to what was done and sent: each start a turn of the right origin, no request without one, tokens. */
export async function checkSession(
  world: World,
  sessionId: string,
  expected: readonly ExpectedTurn[],
  sessionIds: readonly string[] = [sessionId],
): Promise<void> {
  appendFileSync(join(world.data, 'checked.jsonl'), `${JSON.stringify({ sessionId, turns: expected })}\n`)
  const { session, turns } = await askBackscroll<SessionDocument>(world, ['show', sessionId])
  const started = turns.filter(({ number }) => number > 0)
  const found = started.map(({ origin, prompt }, at) => [origin, wordsOf(prompt?.text ?? '', expected[at]?.[1])])
  const sent = sumUsage(
    listRecorded(
      world,
      sessionIds.flatMap(id => world.api.of(id)),
    ),
  )
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = session.usage
  const problems = [
    findDifference('turns', found, expected),
    findDifference('tokens', { input, output, cacheRead, cacheWrite5m, cacheWrite1h }, sent),
    findDifference('messages in turn 0', turns[0]?.messages ?? 0, 0),
    ...started.map(({ number, origin, starts }) =>
      findDifference(`first start of turn ${number}`, starts?.[0]?.origin, origin),
    ),
  ].filter(problem => problem !== undefined)
  if (problems.length > 0) throw new Error(`${sessionId}: ${problems.join('\n')}`)
}

function findDifference(what: string, found: unknown, expected: unknown): string | undefined {
  if (isDeepStrictEqual(found, expected)) return undefined
  return `${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`
}

function wordsOf(text: string, expected: string | undefined): string {
  return expected !== undefined && text.includes(expected) ? expected : text.slice(0, 60)
}

/** The tokens that a transcript must hold of these requests: not those of compactions, titles and errors. */
export function listRecorded(world: World, requests: readonly ApiRequest[]): readonly SentUsage[] {
  return requests.flatMap(({ kind, state, usage }) => {
    if (kind === 'compaction' || kind === 'title') return []
    if (state === 'answered') return [usage]
    return state === 'cut' && does(world, 'interrupted answers have tokens') ? [usageAtStart(usage)] : []
  })
}

export function sumUsage(sent: readonly SentUsage[]): TokenSums {
  const sum = (pick: (usage: SentUsage) => number): number => sent.reduce((total, usage) => total + pick(usage), 0)
  return {
    input: sum(usage => usage.input_tokens),
    output: sum(usage => usage.output_tokens),
    cacheRead: sum(usage => usage.cache_read_input_tokens),
    cacheWrite5m: sum(usage => usage.cache_creation.ephemeral_5m_input_tokens),
    cacheWrite1h: sum(usage => usage.cache_creation.ephemeral_1h_input_tokens),
  }
}
