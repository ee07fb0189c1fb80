import { cpSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanUsage } from '../src/query/usage/scanned-usage.ts'
import type { SessionUsage, UsageSource } from '../src/query/usage/usage-source.ts'
import { CORPUS, FIXTURES, listCorpusFiles, listFixtureFiles } from './corpus.ts'
import { makeLines, makeTree, ONE, TWO, toLines, writeItem } from './temp-tree.ts'
import { askIndexed, listSources, scan, tellFacts } from './usage-scan-world.ts'
import { anySessions, type UsageFiles } from './usage-sessions.ts'

const TIMEOUT = 120_000

/** Both ways to the requests of a folder. */
async function readBoth(config: string, isWhole: boolean): Promise<{ scanned: unknown; indexed: unknown }> {
  const keep = makeTree({ x: '' })
  const indexed = await askIndexed(config, join(keep, 'keep'), ({ groups }) => tellFacts(groups, { isWhole }))
  rmSync(keep, { recursive: true })
  return { scanned: tellFacts((await scan(config)).groups, { isWhole }), indexed }
}

/** How a line may be written, by its object and the line that follows. */
const WRITINGS: { readonly [name: string]: (line: object) => string } = {
  plain: line => `${JSON.stringify(line)}\n`,
  crlf: line => `${JSON.stringify(line)}\r\n`,
  spaced: line => `${JSON.stringify(line, null, 1).replaceAll('\n', ' ')}\n`,
  'space before colons': line => `${JSON.stringify(line).replaceAll('":', '" : ')}\n`,
  padded: line => `  ${JSON.stringify(line)} \n\n`,
  'glued to the next': line => JSON.stringify(line),
  'cut and glued': line => JSON.stringify(line).slice(0, -20),
  'cut with a line end': line => `${JSON.stringify(line).slice(0, -7)}\n`,
  'nulls for counts': line => `${JSON.stringify(line, (key, value) => (key.endsWith('_tokens') ? null : value))}\n`,
  'in an agent progress line': line => `${JSON.stringify(progressOf(line))}\n`,
  'with usage elsewhere': line => `${JSON.stringify({ toolUseResult: { usage: { output_tokens: 9 } }, ...line })}\n`,
  'as a sidechain': line => `${JSON.stringify({ ...line, isSidechain: true })}\n`,
  'without a time': line => `${JSON.stringify({ ...line, timestamp: undefined })}\n`,
  'without uuid': line => `${JSON.stringify({ ...line, uuid: undefined })}\n`,
  'after a mark and NUL bytes': line => `\uFEFF${JSON.stringify(line)}\0\0\n`,
  'with words of all kinds': line => `${JSON.stringify({ ...line, gitBranch: 'ä\u0000"usage":{\ud800' })}\n`,
}

function progressOf(line: object): object {
  const data = { type: 'agent_progress', agentId: 'gone', message: line }
  return { type: 'progress', uuid: 'p', parentToolUseID: 'toolu_1', cwd: '/home/ada/orchard', data }
}

const anyFiles = fc.tuple(anySessions, fc.array(fc.constantFrom(...Object.keys(WRITINGS)), { maxLength: 30 }))

function writeFiles(files: UsageFiles, writings: readonly string[]): string {
  const folder = makeTree({ 'projects/x': '' })
  let at = 0
  for (const [path, lines] of Object.entries(files)) {
    const text = lines.map(line => {
      const writing = WRITINGS[writings[at++ % Math.max(writings.length, 1)] ?? 'plain'] as (line: object) => string
      return writing(line)
    })
    writeItem(join(folder, path), text.join(''))
  }
  return folder
}

describe('a scan gives the requests that the index gives', () => {
  const folders = readdirSync(FIXTURES).filter(name => listFixtureFiles(name).length > 0)
  for (const name of folders) {
    test(`for fixtures/${name}`, { timeout: TIMEOUT }, async () => {
      const { scanned, indexed } = await readBoth(join(FIXTURES, name), name !== 'damage')
      expect(scanned).toEqual(indexed)
    })
  }

  test('however the lines of any sessions are written', { timeout: TIMEOUT }, async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, async ([files, writings]) => {
        const folder = writeFiles(files, writings)
        const { scanned, indexed } = await readBoth(folder, false)
        rmSync(folder, { recursive: true })
        expect(scanned).toEqual(indexed)
      }),
      { numRuns: 60 },
    )
  })

  test.runIf(listCorpusFiles())('over the corpus', { timeout: 300_000 }, async () => {
    const { scanned, indexed } = await readBoth(CORPUS, false)
    expect(scanned).toEqual(indexed)
  })
})

test('a line that spans several pieces, and one without an end, are read', async () => {
  const [prompt, answer] = makeLines(ONE) as [object, object]
  const long = { ...answer, padding: 'x'.repeat(700_000) }
  const folder = makeTree({ [`projects/p/${ONE}.jsonl`]: `${toLines([prompt, long])}${JSON.stringify(answer)}` })
  const { scanned, indexed } = await readBoth(folder, true)
  expect(scanned).toEqual(indexed)
  expect((await scan(folder)).groups[0]?.facts[0]?.lines).toBe(2)
})

test('cut, blank and foreign lines are counted as the index counts them', async () => {
  const lines = toLines(makeLines(ONE))
  const folder = makeTree({ [`projects/p/${ONE}.jsonl`]: `${lines}not json\n\n{"type":"us\n${lines.slice(0, 40)}` })
  const { scanned, indexed } = await readBoth(folder, true)
  expect(scanned).toEqual(indexed)
  expect((await scan(folder)).groups[0]?.session.unreadable).toBe(3)
})

test('R1: of an agent without a file the copies in the first file that has some are seen, also where they hold no usage', async () => {
  const [prompt, answer] = makeLines(ONE) as [object, object]
  const folder = makeTree({
    [`projects/p/${ONE}.jsonl`]: [...makeLines(ONE), progressOf(prompt)],
    [`projects/p/${ONE}/subagents/agent-a1.jsonl`]: [progressOf(answer)],
    [`projects/p/${TWO}.jsonl`]: [...makeLines(TWO), progressOf(answer)],
  })
  const { scanned, indexed } = await readBoth(folder, true)
  expect(scanned).toEqual(indexed)
  const { groups } = await scan(folder)
  expect(groups.map(({ session }) => [session.id, session.seenInProgress.requests]).sort()).toEqual([
    [ONE, 0],
    [TWO, 1],
  ])
})

test('a range leaves out only sessions that lie outside of it as a whole', async () => {
  const folder = makeTree({
    [`projects/p/${ONE}.jsonl`]: makeLines(ONE, { at: '2026-03-01T10:00:00.000Z' }),
    [`projects/p/${TWO}.jsonl`]: makeLines(TWO, { at: '2026-04-01T10:00:00.000Z' }),
  })
  const april = await scan(folder, { range: { since: Date.UTC(2026, 3, 1), until: undefined } })
  expect(countById(april.groups)).toEqual({ [ONE]: 0, [TWO]: 1 })
  const march = await scan(folder, { range: { since: undefined, until: Date.UTC(2026, 3, 1) } })
  expect(countById(march.groups)).toEqual({ [ONE]: 1, [TWO]: 0 })
})

function countById(groups: readonly SessionUsage[]): object {
  return Object.fromEntries(groups.map(({ session, facts }) => [session.id, facts.length]))
}

test('a file that vanished after it was listed is a problem, and the rest is read', async () => {
  const folder = makeTree({ [`projects/p/${ONE}.jsonl`]: makeLines(ONE), [`projects/p/${TWO}.jsonl`]: makeLines(TWO) })
  const sources = listSources(folder)
  rmSync(join(folder, `projects/p/${TWO}.jsonl`))
  const { groups, problems } = await scanUsage(sources, { range: { since: undefined, until: undefined } })
  expect(countById(groups)).toEqual({ [ONE]: 1, [TWO]: 0 })
  expect(problems.map(({ code }) => code)).toEqual(['missing'])
})

test('a scan that is told to stop does so between two sessions', async () => {
  const folder = makeTree({ 'projects/p/x': '' })
  // More than is read before an interrupt is heard.
  const big = `${JSON.stringify({ type: 'user', padding: 'x'.repeat(33 * 1024 * 1024) })}\n`
  for (const id of [ONE, TWO]) writeFileSync(join(folder, `projects/p/${id}.jsonl`), big)
  expect((await scan(folder, { signal: AbortSignal.abort() })).groups).toHaveLength(1)
})

test('places are those of the index: file, line, winner and what was dropped', { timeout: TIMEOUT }, async () => {
  const folder = makeTree({ x: '' })
  const config = join(folder, 'usage')
  cpSync(join(FIXTURES, 'usage'), config, { recursive: true })
  // Which of equal copies has won is said by the order of the sessions, which is by these times.
  for (const name of readdirSync(config, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(config, name), 1e9, 1e9)
  const indexed = await askIndexed(config, join(folder, 'keep'), tellPlaces)
  expect(tellPlaces(await scan(config))).toEqual(indexed)
})

function tellPlaces({ groups, placesOf }: UsageSource): unknown {
  return groups
    .flatMap(({ session, facts }) => placesOf(session, facts).map(places => `${session.id} ${JSON.stringify(places)}`))
    .sort()
}
