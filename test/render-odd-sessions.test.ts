import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { rowJson } from '../src/render/json/row-json.ts'
import { LEVELS } from '../src/render/level.ts'
import { renderMarkdown } from '../src/render/markdown/render-markdown.ts'
import { draw, openSession, viewOf } from './draw-session.ts'

const folder = mkdtempSync(join(tmpdir(), 'backscroll-odd-'))
afterAll(() => rmSync(folder, { recursive: true }))
const sessionId = '55555555-5555-4555-8555-555555555555'
const place = { sessionId, cwd: '/work', timestamp: '2026-03-02T09:00:00.000Z' }

test('agents that name only each other are drawn once each, at the end', () => {
  const main = join(folder, `${sessionId}.jsonl`)
  write(main, [user('m1', null, 'Go'), assistant('m2', 'm1', [{ type: 'text', text: 'Done' }])])
  for (const [own, other] of [
    ['a0', 'a1'],
    ['a1', 'a0'],
  ] as const) {
    const input = { description: 'd', prompt: 'p', subagent_type: 'g' }
    const agent = { isSidechain: true, agentId: own }
    const result = [{ type: 'tool_result', tool_use_id: `t-${own}`, content: 'r' }]
    write(join(folder, sessionId, 'subagents', `agent-${own}.jsonl`), [
      { ...user(`${own}-1`, null, 'p'), ...agent },
      { ...assistant(`${own}-2`, `${own}-1`, [{ type: 'tool_use', id: `t-${own}`, name: 'Task', input }]), ...agent },
      { ...user(`${own}-3`, `${own}-2`, result), ...agent, toolUseResult: { agentId: other, status: 'completed' } },
      { ...assistant(`${own}-4`, `${own}-3`, [{ type: 'text', text: `words of ${own}` }]), ...agent },
    ])
  }
  const text = [...draw(openSession(main), 'all')].join('\n')
  for (const words of ['words of a0', 'words of a1']) expect(text.split(words)).toHaveLength(2)
  const agents = [...viewOf(openSession(main), 'tools')].filter(row => row.kind === 'agent')
  expect(new Set(agents.map(row => row.agentId))).toEqual(new Set(['a0', 'a1']))
})

test.each([500, 5000])('a call nested %d deep stops no level and no format', depth => {
  const path = join(folder, `deep-${depth}.jsonl`)
  const lines = [
    user('m1', null, 'Go'),
    assistant('m2', 'm1', [{ type: 'tool_use', id: 't', name: 'X', input: 'DEEP' }]),
  ]
  const text = lines.map(line => `${JSON.stringify(line)}\n`).join('')
  writeFileSync(path, text.replace('"DEEP"', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`))
  for (const level of LEVELS) {
    const loaded = openSession(path)
    expect([...draw(loaded, level)].join('\n')).toContain('Go')
    expect([...renderMarkdown(viewOf(loaded, level))].join('')).toContain('Go')
    for (const row of viewOf(loaded, level)) expect(JSON.stringify(rowJson(row, { hasMedia: false }))).toContain('kind')
  }
})

function user(uuid: string, parentUuid: string | null, content: unknown): object {
  return { ...place, type: 'user', uuid, parentUuid, message: { role: 'user', content } }
}

function assistant(uuid: string, parentUuid: string, content: unknown): object {
  const message = { role: 'assistant', id: `msg_${uuid}`, model: 'claude-opus-4-6', content }
  return { ...place, type: 'assistant', uuid, parentUuid, message }
}

function write(path: string, lines: readonly object[]): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
}
