import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeRow, openTempStore } from '../../test/store-rows.ts'
import { type ColumnRequest, countOnce, toColumns } from '../model/usage/request-columns.ts'
import { createRowWriter } from './row-writer.ts'
import { settleRequests } from './settle-requests.ts'
import type { Store } from './store.ts'
import { requests } from './tables/conversation.ts'
import { sessions } from './tables/kept.ts'

interface Sample {
  readonly key: string
  readonly firstAt: number | undefined
  readonly rank: number
  readonly output: number
  readonly input: number
  readonly winnerAt?: number | undefined
  readonly stop?: boolean
  readonly cost?: number | undefined
  /** Outputs of its advisors (R14). */
  readonly advisors?: readonly number[]
}

/** What each session holds, by its number; the empty place 0 keeps index and number equal. */
type World = readonly (readonly Sample[])[]

const OWN = 'own_input_tokens, own_output_tokens, own_cache_read_tokens, own_cache_write_tokens'

function openWorld() {
  const store = openTempStore()
  const writer = createRowWriter(store)
  return {
    store,
    write(session: number, samples: readonly Sample[]) {
      store.transaction(() => {
        writer.insert(sessions, [makeRow(sessions, { session, id: `s${session}` })])
        writer.remove(requests, [[session]])
        writer.insert(
          requests,
          withAdvisors(samples).map((sample, number) => toRow(session, number, sample)),
        )
        settleRequests(store, [session])
      })
    },
  }
}

/** Each followed by its advisors. */
function withAdvisors(samples: readonly Sample[]): readonly Sample[] {
  return samples.flatMap(sample => [
    sample,
    ...(sample.advisors ?? []).map((output, at) => ({ ...sample, key: `${sample.key}#${at + 1}`, output })),
  ])
}

function toRow(session: number, number: number, sample: Sample) {
  const { key, firstAt, rank, output, input } = sample
  const tokens = {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: 9 - input,
    cache_write_1h_tokens: firstAt ?? 9,
  }
  const decides = {
    winner_at: sample.winnerAt ?? null,
    is_unfinished: sample.stop ? 0 : 1,
    recorded_cost_usd: sample.cost ?? null,
    is_advisor: key.includes('#') ? 1 : 0,
  }
  return makeRow(requests, {
    session,
    number,
    key,
    first_at: firstAt ?? null,
    rank,
    ...tokens,
    ...decides,
    is_counted: 1,
  })
}

function readOwn(store: Store): number[][] {
  return store.all(`SELECT ${OWN} FROM sessions ORDER BY session`).map(row => Object.values(row) as number[])
}

function expectOwn(world: World): number[][] {
  const columns = world.map((samples, at) => ({
    id: `s${at + 1}`,
    columns: toColumns(withAdvisors(samples).map(toRequest)),
  }))
  return countOnce(columns).map(({ input, output, cacheRead, cacheWrite }) => [input, output, cacheRead, cacheWrite])
}

function toRequest({ key, firstAt, rank, output, input, winnerAt, stop, cost }: Sample): ColumnRequest {
  const tokens = { input, output, cacheRead: 9 - input, cacheWrite5m: 0, cacheWrite1h: firstAt ?? 9, thinking: 0 }
  const decides = { winnerAt, isUnfinished: !stop, webSearches: 0, recordedCostUsd: cost }
  return { key, firstAt, rank, tokens, isAdvisor: key.includes('#'), ...decides }
}

/** Decisions, to be compared with those of a store that was filled in another way. */
function readDecisions(store: Store): unknown[] {
  const sql = 'SELECT session, number, is_counted, counted_session FROM requests ORDER BY session, number'
  return store.all(sql).map(row => ({ ...row }))
}

const sample = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  firstAt: fc.option(fc.nat(3), { nil: undefined }),
  rank: fc.constantFrom(0, 0, 1, 2),
  output: fc.nat(3),
  input: fc.nat(2),
  winnerAt: fc.option(fc.nat(2), { nil: undefined }),
  stop: fc.boolean(),
  cost: fc.option(fc.nat(2), { nil: undefined }),
  advisors: fc.oneof(fc.constant([]), fc.array(fc.nat(3), { maxLength: 2 })),
})
const samples = fc.uniqueArray(sample, { selector: one => one.key, maxLength: 4 })

describe('requests that several sessions hold', () => {
  test('count for the one in which they stood first, with the numbers of the largest', () => {
    const { store, write } = openWorld()
    write(1, [{ key: 'k', firstAt: 20, rank: 0, output: 50, input: 7 }])
    write(2, [{ key: 'k', firstAt: 10, rank: 0, output: 3, input: 8 }])
    expect(readOwn(store)).toEqual([
      [0, 0, 0, 0],
      [7, 50, 2, 20],
    ])
    const counted = store.all('SELECT session, first_at, output_tokens, counted_session FROM counted_requests')
    expect(counted.map(row => ({ ...row }))).toEqual([
      { session: 2, first_at: 10, output_tokens: 50, counted_session: 1 },
    ])
  })

  test('R8: of equal outputs the later line wins, then the finished one, whichever session came first', () => {
    const sample = { key: 'k', firstAt: 1, rank: 0, output: 50, stop: true, winnerAt: 5 }
    const winnerOf = (order: readonly (readonly [number, Partial<Sample>])[]) => {
      const { store, write } = openWorld()
      for (const [session, more] of order) write(session, [{ ...sample, input: session, ...more }])
      return store.get('SELECT input_tokens FROM counted_requests')?.input_tokens
    }
    const differ: readonly Partial<Sample>[] = [{ winnerAt: 4 }, { winnerAt: undefined }, { stop: false }]
    for (const more of differ) {
      const copies = [[1, {}] as const, [2, more] as const]
      expect([winnerOf(copies), winnerOf(copies.toReversed())]).toEqual([1, 1])
    }
  })

  test('keep their own numbers where no other session has better ones', () => {
    const { store, write } = openWorld()
    const sample = { key: 'k', firstAt: 1, output: 50, input: 1, stop: true, winnerAt: 5 }
    for (const session of [1, 2, 3]) write(session, [{ ...sample, rank: 3 - session }])
    const counted = store.all('SELECT session, counted_session FROM counted_requests').map(row => ({ ...row }))
    expect(counted).toEqual([{ session: 3, counted_session: null }])
  })

  test('R14: advisors count only from the session whose copy of the message has won', () => {
    const { store, write } = openWorld()
    const tell = () => store.all('SELECT session, key, output_tokens AS output FROM counted_requests ORDER BY key')
    const tellRows = () => tell().map(({ session, key, output }) => [session, key, output])
    write(1, [{ key: 'k', firstAt: 1, rank: 0, output: 50, input: 1, advisors: [70, 71] }])
    write(2, [{ key: 'k', firstAt: 2, rank: 0, output: 90, input: 1 }])
    expect(tellRows()).toEqual([[1, 'k', 90]])
    write(2, [{ key: 'k', firstAt: 2, rank: 0, output: 90, input: 1, advisors: [80] }])
    expect(tellRows()).toEqual([
      [1, 'k', 90],
      [1, 'k#1', 80],
    ])
    write(1, [{ key: 'k', firstAt: 1, rank: 0, output: 50, input: 1 }])
    expect(tellRows()).toEqual([
      [1, 'k', 90],
      [2, 'k#1', 80],
    ])
    write(2, [])
    expect(tellRows()).toEqual([[1, 'k', 50]])
  })

  test('count for another when the first one loses them', () => {
    const { store, write } = openWorld()
    write(1, [{ key: 'k', firstAt: 1, rank: 0, output: 5, input: 1 }])
    write(2, [{ key: 'k', firstAt: 2, rank: 0, output: 4, input: 1 }])
    write(1, [])
    expect(readOwn(store).map(own => own[1])).toEqual([0, 4])
  })

  test('are counted as the model counts them, in whatever order sessions come, grow and shrink', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), samples), { maxLength: 12 }), steps => {
        const { store, write } = openWorld()
        const world: Sample[][] = [[], [], [], []]
        for (const session of [1, 2, 3, 4]) write(session, [])
        for (const [session, list] of steps) {
          world[session - 1] = [...list]
          write(session, list)
          expect(readOwn(store)).toEqual(expectOwn(world))
        }
        const other = openWorld()
        for (const session of [4, 3, 2, 1]) other.write(session, world[session - 1] ?? [])
        expect(readDecisions(store)).toEqual(readDecisions(other.store))
        const keys = store.all('SELECT key FROM counted_requests').map(row => row.key)
        const messages = keys.filter(key => !String(key).includes('#'))
        expect(messages.sort()).toEqual([...new Set(world.flat().map(one => one.key))].sort())
        expect(store.all('SELECT * FROM unsettled')).toEqual([])
        store.close()
        other.store.close()
      }),
      { numRuns: 25 },
    )
  })
})

test('a change that was not settled is found the next time', () => {
  const { store, write } = openWorld()
  write(1, [{ key: 'k', firstAt: 2, rank: 0, output: 5, input: 1 }])
  write(2, [])
  createRowWriter(store).insert(requests, [toRow(2, 0, { key: 'k', firstAt: 1, rank: 0, output: 1, input: 9 })])
  store.run('UPDATE requests SET input_tokens = 100 WHERE session = 1')
  settleRequests(store, [])
  expect(readOwn(store)).toEqual([
    [0, 0, 0, 0],
    [100, 5, 8, 2],
  ])
})

test('sums of numbers beyond all measure stay numbers', () => {
  const { store, write } = openWorld()
  const huge = Array.from({ length: 2000 }, (_, at) => ({
    key: `k${at}`,
    firstAt: at,
    rank: 0,
    output: 1e300,
    input: 1,
  }))
  write(1, huge)
  expect(readOwn(store)[0]?.[1]).toBe(Number.MAX_SAFE_INTEGER)
})
