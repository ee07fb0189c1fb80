import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { asObject, asObjects, asString, type JsonObject } from '../src/format/json.ts'
import type { Session } from '../src/model/session.ts'
import { listFiles, type SessionSource } from '../src/source/session-source.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { openCorpus } from './coverage.ts'
import { readEntries, readSession } from './read-session.ts'

const hasCorpus = listCorpusFiles() !== undefined
/** Sessions that a client wrote; trimmed ones repeat their ids. */
const opened: { session: Session; lines: JsonObject[] }[] = []

beforeAll(() => {
  if (!hasCorpus) return
  for (const { session, source, isRecorded } of openCorpus()) {
    if (isRecorded) opened.push({ session, lines: readLines(source) })
  }
})

function readLines(source: SessionSource): JsonObject[] {
  return listFiles(source).flatMap(file => readEntries(file.path).flatMap(entry => (entry.json ? [entry.json] : [])))
}

function open(name: string): Session {
  return readSession(join(CORPUS, name))
}

test.runIf(hasCorpus)('usage equals a plain count: per message id the line with most output, once', () => {
  for (const { session, lines } of opened) {
    const best = new Map<string, number>()
    for (const json of lines) {
      const message = asObject(json.message)
      const usage = asObject(message?.usage)
      const id = asString(message?.id)
      if (json.type !== 'assistant' || !usage || !id?.startsWith('msg_') || message?.model === '<synthetic>') continue
      best.set(id, Math.max(best.get(id) ?? 0, Number(usage.output_tokens ?? 0)))
    }
    const counted = session.requests.filter(request => request.messageId?.startsWith('msg_') && !request.isAdvisor)
    expect(counted.length).toBe(best.size)
    expect(sum(counted.map(request => request.tokens.output))).toBe(sum([...best.values()]))
  }
})

test.runIf(hasCorpus)('every call and every result of the files is in the model, paired by id', () => {
  for (const { session, lines } of opened) {
    const uses = new Set<string>()
    const results = new Set<string>()
    for (const json of lines) {
      for (const block of asObjects(asObject(json.message)?.content)) {
        if (json.type === 'assistant' && block.type === 'tool_use' && typeof block.id === 'string') uses.add(block.id)
        if (json.type === 'user' && block.type === 'tool_result') results.add(String(block.tool_use_id))
      }
    }
    const own = session.agents.filter(agent => agent.storedAs !== 'progress-copies').map(agent => agent.thread)
    const calls = [session.main, ...own].flatMap(thread => thread.toolCalls)
    for (const id of uses)
      expect(
        calls.some(call => call.id === id && call.use),
        `${session.id} ${id}`,
      ).toBe(true)
    for (const id of results)
      expect(
        calls.some(call => call.id === id && call.result),
        `${session.id} ${id}`,
      ).toBe(true)
  }
})

test.runIf(hasCorpus)('every line of every file is an entry of exactly one thread', () => {
  for (const { session, lines } of opened) {
    const own = session.agents.filter(agent => agent.storedAs !== 'progress-copies').map(agent => agent.thread)
    const entries = [session.main, ...own].flatMap(thread => thread.entries)
    const objects = entries.filter(entry => !['blank', 'comment', 'unreadable'].includes(entry.kind))
    expect(objects.length).toBe(lines.length)
  }
})

test.runIf(hasCorpus)('real rewinds are found, and parallel calls are not taken for them', () => {
  const ideas = open(
    'claude-code-log/test/test_data/real_projects/-experiments-ideas/03eb5929-52b3-4b13-ada3-b93ae35806b8.jsonl',
  )
  expect(ideas.main.forks.map(fork => fork.sides.map(side => side.first.line))).toEqual([[18, 38]])
  const written = open('session-share/session-viewer/test/INTEGRATION/fixtures/images-in-user-messages.jsonl')
  expect(written.main.forks).toHaveLength(0)
  expect(written.main.entries.filter(entry => entry.isRepeat).length).toBeGreaterThan(2)
  const forked = opened.filter(({ session }) => session.main.forks.length > 0)
  expect(forked.length).toBeLessThan(12)
})

test.runIf(hasCorpus)('compactions cut real sessions where the client says so', () => {
  for (const { session, lines } of opened) {
    const boundaries = lines.filter(json => json.subtype === 'compact_boundary' && json.isSidechain !== true)
    const cut = session.main.segments.filter(segment => segment.knownBy === 'boundary')
    expect(cut.length, session.id).toBe(boundaries.length)
    for (const segment of cut) expect(segment.boundary).toBeDefined()
  }
  expect(sum(opened.map(({ session }) => session.main.segments.length - 1))).toBeGreaterThan(4)
})

test.runIf(hasCorpus)('subagents of real sessions are joined to the calls that started them', () => {
  const worktrees = opened.find(({ session }) => session.id === 'ef958aa1-0e93-49f0-bb71-150f63befcd1')?.session
  expect(worktrees?.agents).toHaveLength(6)
  for (const agent of worktrees?.agents ?? []) expect(agent).toMatchObject({ joinedBy: 'agent-id', storedAs: 'file' })
  const inline = open('happy/packages/happy-cli/src/claude/utils/__fixtures__/task_non_sdk.jsonl')
  expect(inline.agents.map(agent => [agent.storedAs, agent.joinedBy])).toContainEqual(['in-main-file', 'prompt'])
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
