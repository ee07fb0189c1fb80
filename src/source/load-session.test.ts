import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, type TreeItem, toLines } from '../../test/temp-tree.ts'
import { listAllSources } from './discover.ts'
import { type LoadedSession, loadSession } from './load-session.ts'
import { findRoots } from './roots.ts'
import type { SessionSource } from './session-source.ts'

function findIn(files: { readonly [path: string]: TreeItem }): SessionSource {
  const folder = makeTree(files)
  const { sources } = listAllSources(findRoots(machineAt(folder, { override: ['.'] })).roots)
  return sources[0] as SessionSource
}

/** The `type` of each object of the main file, read again. */
function listTypes({ session, read }: LoadedSession): unknown[] {
  return session.main.entries.map(entry => read(session.main, entry)?.type)
}

test('a loaded session gives back the object and the bytes of each entry', () => {
  const lines = makeLines(ONE)
  const loaded = loadSession(findIn({ [`p/${ONE}.jsonl`]: lines }))
  const { main } = loaded.session
  expect(main.entries.map(entry => loaded.read(main, entry))).toEqual(lines)
  const bytes = main.entries.map(entry => Buffer.from(loaded.readBytes(main, entry)).toString())
  expect(bytes.join('')).toBe(toLines(lines))
  expect([loaded.session.id, loaded.files.length, loaded.issues, loaded.problems]).toEqual([ONE, 1, [], []])
})

test('reads glued, padded and unreadable lines as they are', () => {
  const [prompt, answer] = makeLines(ONE).map(line => JSON.stringify(line)) as [string, string]
  const loaded = loadSession(
    findIn({ [`p/${ONE}.jsonl`]: `\uFEFF${prompt}${answer}\nnot json\n\n${answer.slice(0, 50)}` }),
  )
  expect(listTypes(loaded)).toEqual(['user', 'assistant', undefined, undefined, undefined])
  expect(loaded.issues.map(({ file, issue }) => `${file} ${issue.line} ${issue.code}`)).toContain('0 2 not-json')
})

test('threads name their files', () => {
  const loaded = loadSession(
    findIn({
      [`p/${ONE}.jsonl`]: makeLines(ONE),
      [`p/${ONE}/subagents/agent-a1.jsonl`]: makeLines(ONE, { isSidechain: true, agentId: 'a1', prompt: 'Look' }),
      [`p/${ONE}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
    }),
  )
  const [agent] = loaded.session.agents
  expect([agent?.id, agent?.agentType]).toEqual(['a1', 'Explore'])
  const thread = agent?.thread as LoadedSession['session']['main']
  expect(loaded.files[thread.file]?.agentId).toBe('a1')
  expect(loaded.read(thread, thread.entries[0] as never)).toMatchObject({ message: { content: 'Look' } })
})

test('a copy in a progress line is read from inside that line', () => {
  const [inner] = makeLines(ONE, { prompt: 'Inner', agentId: 'a9', isSidechain: true })
  const copy = {
    type: 'progress',
    uuid: 'p1',
    sessionId: ONE,
    data: { type: 'agent_progress', agentId: 'a9', message: inner },
  }
  const loaded = loadSession(findIn({ [`p/${ONE}.jsonl`]: [...makeLines(ONE), copy] }))
  const [agent] = loaded.session.agents
  const [entry] = agent?.thread.entries ?? []
  expect(agent?.storedAs).toBe('progress-copies')
  expect(entry && agent && loaded.read(agent.thread, entry)).toEqual(inner)
})

test('reads a stored output by the name of its file, and nothing outside its folder', () => {
  const source = findIn({
    [`p/${ONE}.jsonl`]: makeLines(ONE),
    [`p/${ONE}/tool-results/toolu_1.txt`]: 'the whole output',
    [`p/${ONE}/tool-results/outside.txt`]: { link: '../../../secret.txt' },
    [`p/${ONE}/tool-results/inner/x.txt`]: 'x',
    'secret.txt': 'secret',
  })
  const { readToolResult } = loadSession(source)
  expect(readToolResult(`/home/other/.claude/projects/p/${ONE}/tool-results/toolu_1.txt`)).toBe('the whole output')
  expect(readToolResult(`C:\\Users\\me\\tool-results\\toolu_1.txt`)).toBe('the whole output')
  const refused = [
    'outside.txt',
    '../../../secret.txt',
    '/etc/passwd',
    '..',
    '.',
    '',
    'inner',
    'toolu_1.txt/',
    'a\0b',
    'x'.repeat(5000),
  ]
  expect(refused.map(readToolResult)).toEqual(refused.map(() => undefined))
})

test('a file that vanished after it was listed is a problem, and the rest is loaded', () => {
  const source = findIn({
    [`p/${ONE}.jsonl`]: makeLines(ONE),
    [`p/${ONE}/subagents/agent-a1.jsonl`]: makeLines(ONE, { isSidechain: true, agentId: 'a1' }),
  })
  unlinkSync(join(source.folder, `${ONE}/subagents/agent-a1.jsonl`))
  const loaded = loadSession(source)
  expect(loaded.problems.map(problem => problem.code)).toEqual(['missing'])
  expect(loaded.session.main.entries).toHaveLength(2)
})
