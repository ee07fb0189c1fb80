import { describe, expect, test } from 'vitest'
import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import type { ClientCheck } from '../src/query/usage/client/check-session.ts'
import { listClientChecks } from '../src/query/usage/client/list-checks.ts'
import type { UsageSource } from '../src/query/usage/usage-source.ts'
import { loadSession } from '../src/source/load-session.ts'
import { type ClientVersion, listClientTruths, type SessionTruth, type TrueTokens } from './client-transcripts.ts'
import { makeTree } from './temp-tree.ts'
import { askIndexed, listSources, scan } from './usage-scan-world.ts'

const request = { pricer: createPricer(PRICES), recalculates: false }
const versions = listClientTruths()

/** The session's own numbers for each message that the server sent. */
function readMessages({ config }: ClientVersion) {
  return listSources(config).map(source => {
    const { session } = loadSession(source)
    return { id: source.id, session, byId: new Map(session.requests.map(each => [each.messageId ?? '', each])) }
  })
}

function checksOf({ groups }: UsageSource): ReadonlyMap<string, ClientCheck> {
  return new Map(listClientChecks(groups, groups, request).map(check => [check.sessionId, check]))
}

describe.each(versions)('sessions of the real client $version', client => {
  const { version, truth } = client

  test('have the tokens that the server sent, message by message', () => {
    const all = readMessages(client)
    for (const { id, byId } of all) {
      const sent = Object.entries(truth.get(id)?.messages ?? {})
      for (const [message, { input, output, cacheRead, cacheWrite5m, cacheWrite1h, cut, copiedFrom, agent }] of sent) {
        // 2.0.77 wrote the lines of two sessions into one agent's file, which belongs to one of them.
        const request =
          byId.get(message) ?? all.find(other => agent !== null && other.byId.has(message))?.byId.get(message)
        // One line of a fork of a compacted session has only zeros; the origin has the numbers.
        if (copiedFrom !== null && request?.tokens.output === 0) continue
        expect(request?.tokens, `${id} ${message}`).toMatchObject({ input, cacheRead, cacheWrite5m, cacheWrite1h })
        // 2.1.50 writes down the start of a message alone; a stream that was cut is counted as far as it was seen.
        if (version === '2.1.50' || cut) expect(request?.tokens.output).toBeLessThanOrEqual(output)
        else expect(request?.tokens.output, `${id} ${message}`).toBe(output)
      }
    }
  })

  test('count a copied request for the session that made it', async () => {
    const counted = await askIndexed(client.config, makeTree({}), (_, store) =>
      store
        .all('SELECT s.id, r.message_id FROM requests AS r JOIN sessions AS s USING (session) WHERE r.is_counted = 1')
        .map(row => `${row.id} ${row.message_id}`),
    )
    const copies = [...truth].flatMap(([id, { messages }]) =>
      Object.entries(messages).flatMap(([message, { copiedFrom }]) =>
        copiedFrom === null ? [] : [{ id, message, copiedFrom }],
      ),
    )
    for (const { id, message, copiedFrom } of copies) {
      expect(counted).toContain(`${copiedFrom} ${message}`)
      expect(counted).not.toContain(`${id} ${message}`)
    }
    expect(new Set(counted.map(name => name.split(' ')[1])).size).toBe(counted.length)
  })
})

const newest = versions.at(-1)

describe.runIf(newest)('the total of the client itself', () => {
  const { config, truth } = newest as ClientVersion

  test('differs from ours by what stands on no line, and by nothing else', async () => {
    const checks = checksOf(await scan(config))
    expect(checks.size).toBe(truth.size)
    for (const id of truth.keys()) {
      const { notInTranscripts, notInClient, pricesUsd, because } = checks.get(id) as ClientCheck
      const expected = notRecordedOf(truth, id)
      const cut = Object.values(truth.get(id)?.messages ?? {}).filter(message => message.cut)
      const [input = 0, output = 0] = sumOf(expected)
      expect(notInTranscripts.inputTokens, id).toBe(input)
      // Of an answer that was cut off the client counts what it saw; its line has the first token.
      expect(notInTranscripts.outputTokens, id).toBeGreaterThanOrEqual(output)
      expect(notInTranscripts.outputTokens, id).toBeLessThanOrEqual(output + (sumOf(cut)[1] ?? 0))
      expect(because.includes('cut'), id).toBe(cut.length > 0)
      expect(notInClient.totalTokens, id).toBe(0)
      expect(pricesUsd, id).toBe(0)
      expect(because.includes('not-in-transcripts'), id).toBe(expected.length + cut.length > 0)
    }
  })

  test('of a fork carries that of its origin, which is taken off; a branch begins at nothing', async () => {
    const checks = checksOf(await scan(config))
    const carried = [...checks.values()].flatMap(({ sessionId, carried }) =>
      carried ? [[sessionId.slice(0, 8), carried.from.slice(0, 8), carried.costUsd]] : [],
    )
    expect(carried.sort()).toEqual([
      ['6f2309b8', '16f34632', 0.7806503999999999],
      ['f7980370', '20a5883d', 0.035057599999999994],
    ])
  })

  test('is told alike from the index and without it', async () => {
    const plain = (checks: ReadonlyMap<string, ClientCheck>) =>
      [...checks].sort().map(([id, { title: _, compactions: __, ...check }]) => [id, check])
    const indexed = await askIndexed(config, makeTree({}), checksOf)
    expect(plain(indexed)).toEqual(plain(checksOf(await scan(config))))
  })

  test('names the sessions that forks come from', () => {
    const links = readMessages(newest as ClientVersion).flatMap(({ id, session }) =>
      session.links
        .filter(({ kind }) => kind === 'forked-from')
        .map(({ sessionId, knownBy }) => `${id.slice(0, 8)} ${sessionId?.slice(0, 8)} ${knownBy}`),
    )
    expect(links.sort()).toEqual([
      '6f2309b8 16f34632 request-session-id',
      'c41051cf ad2234d6 forked-from-field',
      'f7980370 20a5883d request-session-id',
      'fce3cbc0 ca300388 forked-from-field',
    ])
  })
})

/** A title asked for before a plan went on in a new session is counted there. */
const HAND_OVER = {
  from: '5d5a9652-c1db-4e62-9b95-7f767fa7ff73',
  to: 'ca300388-f1a8-4571-9c11-6156533303f5',
}

function notRecordedOf(truth: ReadonlyMap<string, SessionTruth>, id: string): readonly TrueTokens[] {
  const titles = truth.get(HAND_OVER.from)?.notRecorded.filter(({ kind }) => kind === 'title') ?? []
  const all = (truth.get(id)?.notRecorded ?? []).filter(each => id !== HAND_OVER.from || each.kind !== 'title')
  return [...all, ...(id === HAND_OVER.to ? titles : [])].filter(({ cut }) => !cut)
}

function sumOf(list: readonly TrueTokens[]): readonly number[] {
  return [list.reduce((sum, { input }) => sum + input, 0), list.reduce((sum, { output }) => sum + output, 0)]
}
