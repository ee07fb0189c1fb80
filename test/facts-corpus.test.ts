import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import { asObject, asObjects, asString, type JsonObject } from '../src/format/json.ts'
import { findUrls } from '../src/model/facts/find-urls.ts'
import { findErrors } from '../src/query/lookups/find-errors.ts'
import { findFixes } from '../src/query/lookups/find-fixes.ts'
import { createEntryReader, type EntryReader, toEntryRow } from '../src/query/search/entry-reader.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { ALL } from './lookup-world.ts'
import { makeTree } from './temp-tree.ts'

/** What lookups answer from, against the lines themselves. */
describe.runIf(listCorpusFiles())('facts of recorded sessions', () => {
  let kept: KeptFolder
  let entries: EntryReader
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
    entries = createEntryReader(kept.keep)
  })
  afterAll(() => kept.close())

  function select(sql: string): readonly { readonly [column: string]: unknown }[] {
    return kept.keep.store.all(sql)
  }

  /** Lines of entries on a line of their own, copies left out. */
  function readLines(where: string): readonly { readonly json: JsonObject; readonly session: unknown }[] {
    const sql = `SELECT * FROM entries WHERE ${where} AND is_repeat = 0 AND agent NOT IN
      (SELECT agent FROM agents WHERE agents.session = entries.session AND stored_as = 'progress-copies')`
    return kept.keep.store.all(sql).flatMap(row => {
      const json = entries.read(toEntryRow(row))
      return json ? [{ json, session: row.session }] : []
    })
  }

  test('hold every address of every answer', () => {
    const known = new Set(select("SELECT session, url FROM urls WHERE source = 'answer'").map(pair))
    const written = readLines("kind = 'assistant'").flatMap(({ json, session }) => {
      const texts = asObjects(asObject(json.message)?.content).filter(({ type }) => type === 'text')
      return texts.flatMap(({ text }) => findUrls(asString(text) ?? '').map(url => pair({ session, url })))
    })
    expect(new Set(written).size).toBeGreaterThan(60)
    expect(written.filter(url => !known.has(url))).toEqual([])
  })

  test('hold words of every error', () => {
    const [row] = select("SELECT count(*) AS errors, sum(trim(message) = '') AS empty FROM errors")
    expect(row?.empty).toBe(0)
    expect(row?.errors).toBeGreaterThan(300)
  })

  test('hold what long error texts say behind their head, in 1,000 characters', () => {
    const rows = select(`SELECT e.*, f.message AS excerpt, c.call_id FROM errors AS f
      JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
      JOIN entries AS e ON e.session = c.session AND e.agent = c.agent AND e.number = c.result_entry`)
    let long = 0
    for (const row of rows) {
      const blocks = asObjects(asObject(entries.read(toEntryRow(row as never))?.message)?.content)
      const text = asString(blocks.find(block => block.tool_use_id === row.call_id)?.content) ?? ''
      const message = row.excerpt as string
      expect(message.length).toBeLessThanOrEqual(1000)
      const told = text
        .slice(1000)
        .split('\n')
        .slice(1, -1)
        .find(line => /^\s*(?:FAIL\b|--- FAIL|\w*Error: )/.test(line))
      if (told === undefined) continue
      long++
      expect(message).toMatch(/…\n(?:.*\n)*.*(?:FAIL|Error)/)
    }
    expect(long).toBeGreaterThan(5)
  })

  test('lead from every error, as it was printed, to the session that met it', async () => {
    const rows = select(`SELECT e.*, s.id AS id, f.message, c.call_id FROM errors AS f
      JOIN sessions AS s ON s.session = f.session
      LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
      LEFT JOIN entries AS e ON e.session = c.session AND e.agent = c.agent AND e.number = c.result_entry`)
    const scope = { ...ALL, limit: 1000 }
    const pause = async (): Promise<void> => {}
    const lost: (readonly [unknown, string])[] = []
    for (const row of rows) {
      const entry = row.number === null ? undefined : entries.read(toEntryRow(row as never))
      const results = asObjects(asObject(entry?.message)?.content)
      const content = results.find(block => block.tool_use_id === row.call_id)?.content
      const result = asString(content) ?? asString(asObjects(content)[0]?.text) ?? ''
      const message = row.message as string
      const [first = ''] = message.split('\n')
      // Hundreds begin so.
      const short = first.startsWith('Exit code') ? '' : `Error: ${first}`
      const printed = [`Error: ${message}`, `<tool_use_error>${message}</tool_use_error>`, result, short]
      for (const text of printed.filter(part => part !== '')) {
        const { errors } = await findFixes(kept.keep, { text, scope, pause })
        const met = errors.flatMap(({ last }) => [last.sessionId, ...last.alsoIn.map(({ sessionId }) => sessionId)])
        if (!met.includes(row.id as string)) lost.push([row.id, text])
      }
    }
    expect(rows.length).toBeGreaterThan(300)
    expect(lost).toEqual([])
  })

  test('have the time of their line, which moves no session', () => {
    const [queue] = select("SELECT count(*) AS n FROM entries WHERE kind = 'queue-operation'")
    expect(queue?.n).toBeGreaterThan(80)
    expect(select("SELECT count(*) AS n FROM entries WHERE kind = 'queue-operation' AND at IS NULL")).toEqual([
      { n: 0 },
    ])
    const chained = "agent = '' AND (uuid IS NOT NULL OR kind IN ('user', 'assistant'))"
    const moved = select(`SELECT s.id FROM sessions AS s WHERE agents = 0 AND
      (started_at, ended_at) IS NOT (SELECT min(at), max(at) FROM entries WHERE session = s.session AND ${chained})`)
    expect(moved).toEqual([])
  })

  test.each([
    // Run again for another path, file or test, and well.
    ['accepts at most 1 arg(s), received 3', 'not-seen-again'],
    // Run again for the same, with other options, in a shell of its own, for more, or by the path from the root.
    ['E902 No such file or directory', 'succeeded'],
    ['file or directory not found: test/test_template_rendering.py', 'succeeded'],
    ['pytest: command not found', 'succeeded'],
    ['Unable to determine which files to ship', 'succeeded'],
    ['TestListOrphanedSessionStates_RecentSessionNotOrphaned FAIL', 'succeeded'],
  ])('%j ended: %s', (text, how) => {
    const { errors } = findErrors(kept.keep, { text, scope: ALL })
    expect(new Set(errors.map(({ endedBy }) => endedBy.how))).toEqual(new Set([how]))
  })
})

function pair({ session, url }: { readonly session?: unknown; readonly url?: unknown }): string {
  return `${session} ${url}`
}
