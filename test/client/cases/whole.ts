import assert from 'node:assert/strict'
import { createPricer } from '../../../src/pricing/create-pricer.ts'
import { PRICES } from '../../../src/pricing/prices.ts'
import type { Case } from '../case.ts'
import { listRecorded, sumUsage } from '../check-session.ts'
import type { ApiRequest } from '../scripted-api.ts'
import { askBackscroll, listSessions, readTranscript, type World } from '../world.ts'

/** What must hold of everything the client wrote, once it has written it. */
export const wholeCases: readonly Case[] = [
  {
    name: 'doctor: no line, key or value that is not known',
    when: 'after',
    async run(world) {
      const report = await askBackscroll<{ readonly [name: string]: unknown }>(world, ['doctor'])
      const unknown = Object.entries(report).filter(([name, found]) => /^unknown/.test(name) && Array.isArray(found))
      assert.ok(unknown.length > 0, 'doctor reports nothing that could be unknown')
      const found = unknown.flatMap(([name, rows]) => (rows as object[]).map(row => `${name}: ${JSON.stringify(row)}`))
      assert.equal(found.join('\n'), '')
      assert.equal(report.badLineCount, 0, 'bad lines')
    },
  },
  {
    name: 'usage: all tokens together are those that were sent, each once',
    when: 'after',
    async run(world) {
      const { totals } = await askUsage(world)
      const sent = sumUsage(listRecorded(world, world.api.requests))
      assert.deepEqual(
        {
          input: totals.inputTokens,
          output: totals.outputTokens,
          cacheRead: totals.cacheReadTokens,
          cacheWrite5m: totals.cacheWrite5mTokens,
          cacheWrite1h: totals.cacheWrite1hTokens,
        },
        sent,
      )
    },
  },
  {
    name: 'usage: what the client says a session cost is ours and what no transcript holds',
    since: { version: '2.1.327', lacks: 'a cost-state that counts all' },
    when: 'after',
    async run(world) {
      const { rows } = await askUsage(world)
      const problems = groupSessions(world).flatMap(ids => {
        const told = ids.reduce((total, id) => total + (findCostState(world, id) ?? Number.NaN), 0)
        if (Number.isNaN(told)) return []
        const ours = rows.filter(({ key }) => ids.includes(key)).reduce((total, { costUsd }) => total + costUsd, 0)
        const requests = ids.flatMap(id => world.api.of(id))
        const beside = requests.filter(({ kind, state }) => isBeside(kind) && state === 'answered')
        const sum = ours + beside.reduce((total, request) => total + costOf(request), 0)
        // Of an interrupted answer the client counts an estimate, and writes what the stream began with.
        const cut = requests.filter(({ state }) => state === 'cut').reduce((total, one) => total + costOf(one), 0)
        const isEqual = told > sum - 1e-6 && told < sum + cut + 1e-6
        return isEqual ? [] : [`${ids.join(', ')}: the client says ${told}, we ${sum} (${ours} recorded)`]
      })
      assert.equal(problems.join('\n'), '')
    },
  },
]

interface UsageReport {
  readonly rows: readonly { readonly key: string; readonly costUsd: number }[]
  readonly totals: { readonly [column: string]: number }
}

function askUsage(world: World): Promise<UsageReport> {
  return askBackscroll<UsageReport>(world, ['usage', 'sessions'])
}

/** Sessions that one process led to each other count together: a title asked for in one is counted in the next. */
function groupSessions(world: World): readonly (readonly string[])[] {
  const startedIn = (id: string): string => {
    const told = readTranscript(world, id).find(line => typeof line.session_id === 'string')?.session_id
    return typeof told === 'string' ? told : id
  }
  return [...Map.groupBy(listSessions(world), startedIn).values()]
}

function findCostState(world: World, id: string): number | undefined {
  const told = readTranscript(world, id).findLast(line => line.type === 'cost-state')?.totalCostUSD
  return typeof told === 'number' ? told : undefined
}

/** Whether a request stands on no line of a transcript. */
function isBeside(kind: ApiRequest['kind']): boolean {
  return kind === 'compaction' || kind === 'title'
}

const pricer = createPricer(PRICES)

function costOf({ body, usage }: ApiRequest): number {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = sumUsage([usage])
  const tokens = { input, output, cacheRead, cacheWrite5m, cacheWrite1h }
  const contextTokens = input + cacheRead + cacheWrite5m + cacheWrite1h
  const rest = { firstAt: undefined, speed: '', geo: '', serviceTier: '', webSearches: 0 }
  return (pricer.cost({ model: body.model, ...tokens, contextTokens, ...rest }) ?? Number.NaN) / 1e9
}
