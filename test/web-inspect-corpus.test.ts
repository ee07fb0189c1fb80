import { join } from 'node:path'
import { applyPatch } from 'diff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import { asObjects } from '../src/format/json.ts'
import { agentKeys } from '../src/model/agent-keys.ts'
import { buildContext } from '../src/query/context/build-context.ts'
import { createContextCosts } from '../src/query/context/context-cost.ts'
import { readContext } from '../src/query/context/read-context.ts'
import { followFile } from '../src/query/inspect/follow-file.ts'
import { inspectAgents } from '../src/query/inspect/inspect-agents.ts'
import { inspectCompactions } from '../src/query/inspect/inspect-compactions.ts'
import { inspectContext } from '../src/query/inspect/inspect-context.ts'
import { inspectDiff } from '../src/query/inspect/inspect-diff.ts'
import { inspectFiles, listTouches } from '../src/query/inspect/inspect-files.ts'
import { inspectTasks } from '../src/query/inspect/inspect-tasks.ts'
import { inspectCalls, inspectTools } from '../src/query/inspect/inspect-tools.ts'
import { modelContext } from '../src/query/inspect/model-context.ts'
import { readCopies } from '../src/query/inspect/read-copies.ts'
import { readCall } from '../src/query/inspect/session-threads.ts'
import { listTasksAt } from '../src/query/inspect/tasks-at.ts'
import { openLibrary } from '../src/query/library.ts'
import { loadFrom } from '../src/query/load-from.ts'
import { sessionRow } from '../src/render/view/header.ts'
import type { LoadedSession } from '../src/source/load-session.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { machineAt, makeTree } from './temp-tree.ts'
import { askKept } from './usage-sums.ts'
import { costOf, SHIPPED } from './web-inspect-world.ts'

const ALL = { from: 0, limit: 100_000 }

interface Kept {
  readonly loaded: LoadedSession
  /** Number in the index. */
  readonly number: number
}

describe.runIf(listCorpusFiles())('the inspector over recorded sessions', () => {
  let kept: KeptFolder | undefined
  const sessions: Kept[] = []
  const folder = listCorpusFiles() ? makeTree({}) : ''

  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(folder, 'keep'))
    const library = openLibrary(machineAt(folder, { override: [CORPUS] }), kept.keep)
    for (const source of library.sources) {
      const number = library.sessionOf(source)
      if (number !== undefined) sessions.push({ loaded: loadFrom(library, source), number })
    }
  }, 120_000)
  afterAll(() => kept?.close())

  /** Rows of the index, one object each. */
  function ask(sql: string, ...values: readonly (string | number)[]): readonly { readonly [name: string]: unknown }[] {
    return kept?.keep.store.all(sql, values) ?? []
  }

  test('are many', () => {
    expect(sessions.length).toBeGreaterThan(100)
  })

  test('files have the numbers that `files` has', () => {
    let files = 0
    for (const { loaded, number } of sessions) {
      const found = inspectFiles(loaded.session, ALL).files.map(file => {
        return [file.path, file.reads, file.writes, file.edits, file.added, file.removed]
      })
      const rows = ask(
        `SELECT path, sum(action = 'read') AS reads, sum(action IN ('create', 'write')) AS writes,
        sum(action = 'edit') AS edits, sum(added) AS added, sum(removed) AS removed
        FROM file_touches WHERE session = ? GROUP BY path`,
        number,
      ).map(row => [row.path, row.reads, row.writes, row.edits, row.added, row.removed])
      expect(found.sort()).toEqual(rows.toSorted())
      files += found.length
    }
    expect(files).toBeGreaterThan(400)
  })

  test('differences lead from the first content to the last', () => {
    const counts = { whole: 0, parts: 0 }
    for (const { loaded } of sessions) {
      for (const file of inspectFiles(loaded.session, ALL).files) {
        if (file.writes + file.edits === 0) continue
        const answer = inspectDiff(loaded, { path: file.path, isEach: false, ...ALL })
        expect(answer.totalChanges).toBeGreaterThan(0)
        expect(answer.whyNot === undefined).toBe(answer.isWhole)
        if (answer.isWhole) {
          counts.whole++
          const { before = '', after } = followFile(loaded, listTouches(loaded.session, file.path))
          expect(answer.isCut || applyHunks(before, answer.hunks) === after).toBe(true)
        } else {
          counts.parts++
          const lines = answer.changes.flatMap(({ hunks = [] }) => hunks.flatMap(hunk => hunk.lines))
          expect(lines.length).toBeGreaterThan(0)
        }
      }
    }
    expect(counts.whole).toBeGreaterThan(150)
    expect(counts.whole).toBeGreaterThan(counts.parts * 8)
  })

  test('a file changed once differs by what the client recorded', () => {
    let checked = 0
    for (const { loaded } of sessions) {
      for (const { path, writes, edits } of inspectFiles(loaded.session, ALL).files) {
        const [change, ...others] = listTouches(loaded.session, path).filter(({ touch }) => touch.action !== 'read')
        if (!change || others.length > 0 || writes + edits !== 1 || change.touch.hunks === 0) continue
        const { isWhole, added, removed } = inspectDiff(loaded, { path, isEach: false, ...ALL })
        if (!isWhole) continue
        expect([path, added - removed]).toEqual([path, growthOf(change.touch.ranges)])
        checked++
      }
    }
    expect(checked).toBeGreaterThan(30)
  })

  test('calls add up to those of the header, and to those of the index', () => {
    for (const { loaded, number } of sessions) {
      const { tools, calls } = inspectTools(loaded.session)
      expect(calls).toBe(sessionRow(loaded.session).toolCalls)
      const rows = ask(
        `SELECT name, count(*) AS calls, sum(status = 'error') AS errors, sum(status IN ('rejected', 'denied')) AS refused,
        sum(duration_ms) AS ms FROM tool_calls WHERE session = ? GROUP BY name`,
        number,
      ).map(row => [row.name, row.calls, row.errors, row.refused, row.ms ?? undefined])
      const found = tools.map(tool => [tool.name, tool.calls, tool.errors, tool.rejected, tool.totalMs])
      expect(found.sort()).toEqual(rows.toSorted())
      expect(inspectCalls(loaded.session, { tool: undefined, isFailed: false, ...ALL }).calls).toHaveLength(calls)
    }
  })

  test('agents have the tokens of the index, and cost what the header says without the main conversation', () => {
    let agents = 0
    for (const { loaded, number } of sessions) {
      const { session } = loaded
      const found = inspectAgents(session, costOf)
      expect(found.agents).toHaveLength(session.agents.length)
      const rows = ask(
        `SELECT input_tokens + output_tokens + cache_read_tokens + cache_write_tokens
        + iif(stored_as = 'result-only', coalesce(result_tokens, 0), 0) AS tokens FROM agents
        WHERE session = ?`,
        number,
      )
      expect(found.agents.map(({ tokens }) => tokens).sort()).toEqual(rows.map(({ tokens }) => tokens).sort())
      const main = inspectContext(session, { pricer: SHIPPED, costOf, copies: new Map(), maxPoints: 1e6 }).totals
        .costUsd
      const whole = sessionRow(session, { costOf }).cost?.costUsd
      expect((main ?? 0) + (found.cost?.costUsd ?? 0)).toBeCloseTo(whole ?? 0, 8)
      agents += found.agents.length
    }
    expect(agents).toBeGreaterThan(50)
  })

  test('contexts from the session and from the index are the same, for agents too', () => {
    const keep = kept?.keep
    if (!keep) throw new Error('nothing is kept')
    const costs = createContextCosts(SHIPPED)
    let threads = 0
    for (const { loaded, number } of sessions) {
      const { session, source } = loaded
      const copies = readCopies(keep.store, source)
      const keys = agentKeys(session)
      for (const agent of [undefined, ...session.agents]) {
        const own = buildContext(modelContext(session, agent, { costs, copiedFrom: key => copies.get(key) }), costs)
        if (agent && own.requests.length === 0) continue
        const name = agent && keys.of(agent.thread)
        const {
          schema,
          session: _,
          agent: __,
          agents,
          ...indexed
        } = readContext(keep, {
          session: number,
          agent: name,
          pricer: SHIPPED,
        })
        expect({ id: session.id, name, ...own }).toEqual({ id: session.id, name, ...indexed })
        threads++
      }
    }
    expect(threads).toBeGreaterThan(200)
  })

  test('costs are those of `usage`', { timeout: 120_000 }, async () => {
    const own = new Map<string, number>()
    for (const { loaded } of sessions) {
      const { session, source } = loaded
      if (!kept) throw new Error('nothing is kept')
      const copies = readCopies(kept.keep.store, source)
      const { cost, copiedCost } = inspectContext(session, { pricer: SHIPPED, costOf, copies, maxPoints: 10 })
      const nano = Math.round(((cost?.costUsd ?? 0) - (copiedCost?.costUsd ?? 0)) * 1e9)
      own.set(session.id, (own.get(session.id) ?? 0) + nano)
    }
    // A session may lie in several files that repeat each other: then the sum over files counts twice.
    const files = Map.groupBy(sessions, ({ loaded }) => loaded.session.id)
    await askKept(CORPUS, join(folder, 'usage'), tell => {
      let checked = 0
      for (const row of tell('sessions').rows) {
        if (files.get(row.key)?.length !== 1) continue
        expect([row.key, own.get(row.key)]).toEqual([row.key, Math.round((row.costUsd ?? 0) * 1e9)])
        checked++
      }
      expect(checked).toBeGreaterThan(50)
    })
  })

  test('the todo list is what was written last', () => {
    let lists = 0
    for (const { loaded } of sessions) {
      const thread = { agent: undefined, thread: loaded.session.main }
      const last = thread.thread.toolCalls.findLast(({ name, status }) => name === 'TodoWrite' && status === 'ok')
      if (!last) continue
      const { input, result } = readCall(loaded, thread, last)
      const todos = asObjects(result.newTodos ?? input.todos).map(todo => [todo.content, todo.status])
      const { items } = inspectTasks(loaded)
      const found = listTasksAt(items, undefined)
        .filter(({ item }) => item.list === 'todos' && item.agent === undefined)
        .map(({ item, status }) => [item.subject, status])
      expect(found.sort()).toEqual(todos.toSorted())
      lists++
    }
    expect(lists).toBeGreaterThan(20)
  })

  test('compactions have a summary, fewer tokens afterwards, and an entry to go to', () => {
    let summaries = 0
    for (const { loaded } of sessions) {
      const { compactions } = inspectCompactions(loaded, SHIPPED)
      expect(compactions).toHaveLength(
        [loaded.session.main, ...loaded.session.agents.map(({ thread }) => thread)].reduce(
          (sum, { segments }) => sum + segments.length - 1,
          0,
        ),
      )
      for (const { summary, entry, tokensBefore = 0, tokensAfter = 0 } of compactions) {
        expect(entry).toBeDefined()
        if (tokensBefore > 0 && tokensAfter > 0) expect(tokensAfter).toBeLessThan(tokensBefore)
        if (summary !== '') summaries++
      }
    }
    expect(summaries).toBeGreaterThan(5)
  })
})

/** Lines that a file gained, by the numbers of its hunks: old start, old lines, new start, new lines. */
function growthOf(ranges: readonly number[]): number {
  return ranges.reduce((sum, lines, at) => sum + (at % 4 === 3 ? lines : at % 4 === 1 ? -lines : 0), 0)
}

function applyHunks(
  before: string,
  hunks: readonly { oldStart: number | undefined; newStart: number | undefined; lines: readonly string[] }[],
): string | false {
  const count = (lines: readonly string[], signs: string): number =>
    lines.filter(line => signs.includes(line[0] ?? ' ')).length
  return applyPatch(before, {
    oldFileName: '',
    newFileName: '',
    oldHeader: '',
    newHeader: '',
    hunks: hunks.map(({ oldStart = 0, newStart = 0, lines }) => ({
      oldStart,
      newStart,
      oldLines: count(lines, ' -'),
      newLines: count(lines, ' +'),
      lines: [...lines],
    })),
  })
}
