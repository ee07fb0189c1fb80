import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeKeepDir, openKept, syncAll } from '../../test/keep-tree.ts'
import { machineAt, makeLines, makeTree, ONE } from '../../test/temp-tree.ts'
import type { SessionSource } from '../source/session-source.ts'
import { openLibrary } from './library.ts'
import { loadFrom } from './load-from.ts'

const MAIN = `.claude/projects/a/${ONE}.jsonl`
const AGENT = `.claude/projects/a/${ONE}/subagents/agent-a1`

/** One session with everything beside it, kept and then deleted. */
async function makeGone() {
  const home = makeTree({
    [MAIN]: makeLines(ONE),
    [`${AGENT}.jsonl`]: makeLines(ONE, { isSidechain: true, agentId: 'a1' }),
    [`${AGENT}.meta.json`]: '{"agentType":"Explore"}',
    [`.claude/projects/a/${ONE}/tool-results/call-1.txt`]: 'a long output',
    '.claude/plans/secret.md': 'not of this session',
  })
  const env = machineAt(home)
  const keepDir = makeKeepDir()
  const main = readFileSync(join(home, MAIN))
  await syncAll(env, keepDir)
  rmSync(join(home, '.claude'), { recursive: true })
  const library = openLibrary(env, openKept(keepDir))
  const source = library.sources[0] as SessionSource
  return { home, main, library, source, access: library.accessOf(source), loaded: loadFrom(library, source) }
}

test('a kept session gives back objects, bytes, subagents with their facts, and stored outputs', async () => {
  const { main, loaded } = await makeGone()
  const { session } = loaded
  expect(loaded.problems).toEqual([])
  expect(Buffer.concat(session.main.entries.map(entry => loaded.readBytes(session.main, entry)))).toEqual(main)
  expect(session.main.entries.map(entry => loaded.read(session.main, entry)?.type)).toEqual(['user', 'assistant'])
  expect(session.agents.map(({ id, agentType }) => [id, agentType])).toEqual([['a1', 'Explore']])
  expect(loaded.readToolResult('/anywhere/tool-results/call-1.txt')).toBe('a long output')
})

test('only names in the own folder of outputs are read, whatever a transcript says', async () => {
  const { loaded, home } = await makeGone()
  const names = ['../agent-a1.jsonl', `../../${ONE}.jsonl`, join(home, MAIN), '', '..', 'none.txt', 'C:\\x\\none.txt']
  expect(names.map(loaded.readToolResult)).toEqual(names.map(() => undefined))
})

test('ranges are read as from a file, and what is not kept is missing', async () => {
  const { home, main, access } = await makeGone()
  const path = join(home, MAIN)
  const read = (range: { from?: number; to?: number }) => Buffer.concat([...access.chunks(path, range)]).toString()
  expect([access.sizeOf(path), access.sizeOf(`${path}x`)]).toEqual([main.length, undefined])
  expect(read({ from: 10, to: 30 })).toBe(main.toString('utf8', 10, 30))
  expect(read({ from: main.length - 5 })).toBe(main.toString('utf8', main.length - 5))
  expect(Buffer.from(access.readBytes(path, main.length - 5, main.length + 100) ?? [])).toEqual(main.subarray(-5))
  expect(access.readSmallFile(`${join(home, AGENT)}.meta.json`)).toBe('{"agentType":"Explore"}')
  expect([access.readBytes(`${path}x`, 0, 1), access.readSmallFile(`${path}x`)]).toEqual([undefined, undefined])
  expect(() => [...access.chunks(`${path}x`)]).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})
