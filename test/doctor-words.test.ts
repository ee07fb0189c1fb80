import { expect, test } from 'vitest'
import type { DoctorReport } from '../src/query/doctor.ts'
import { makeKeepHome } from './keep-home.ts'
import { THREE } from './temp-tree.ts'

const SHARED = { sessionId: THREE, version: '9.1.2', cwd: '/home/dev/app', timestamp: '2026-03-01T10:00:00.000Z' }

function promptOf(more: object): object {
  return { ...SHARED, type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'Hi' }, ...more }
}

function callOf(name: string): object {
  const content = [{ type: 'tool_use', id: 't1', name, input: {} }]
  return {
    ...SHARED,
    type: 'assistant',
    uuid: 'a1',
    parentUuid: 'u1',
    message: { id: 'm', role: 'assistant', content },
  }
}

/** What `doctor` prints about these lines, and what it gives to a program. */
async function runDoctor(lines: readonly object[], before: readonly (readonly string[])[] = []) {
  const { run } = makeKeepHome({ [`.claude/projects/p/${THREE}.jsonl`]: lines })
  for (const args of before) await run(args)
  const { out, code } = await run(['doctor'])
  const report = JSON.parse((await run(['doctor', '--json'])).out) as DoctorReport
  return { out, code, report }
}

test('a word that nobody has seen is a finding with its version and place', async () => {
  const lines = [promptOf({ promptSource: 'telepathy', turnOrigin: 'human', entrypoint: 'cli' })]
  const { out, code, report } = await runDoctor(lines)
  expect(report.isClean).toBe(false)
  expect(report.unknownValues).toMatchObject([{ name: 'user promptSource: telepathy', version: '9.1.2', count: 1 }])
  expect(report.unknownValues[0]?.example).toMatch(new RegExp(`${THREE}\\.jsonl:1$`))
  expect(code).toBe(1)
  expect(out).toMatch(/1 word that is not known yet\n.*NAME.*\n +user promptSource: telepathy +9\.1\.2 +1 .*\.jsonl:1/)
})

test('the index says the same of what is kept', async () => {
  const lines = [promptOf({ origin: { kind: 'ghost' } }), callOf('Teleport')]
  const fresh = await runDoctor(lines)
  const kept = await runDoctor(lines, [['sync']])
  const names = ({ report }: typeof kept) =>
    report.unknownValues.map(({ name, version, count }) => [name, version, count])
  expect(names(kept)).toEqual([
    ['assistant message.content.tool_use.name: Teleport', '9.1.2', 1],
    ['user origin.kind: ghost', '9.1.2', 1],
  ])
  expect(names(kept)).toEqual(names(fresh))
})

test('a hostile name of a tool reaches neither the terminal nor a program as it is', async () => {
  const { out, report } = await runDoctor([promptOf({}), callOf('\x1b]0;owned\x07\u009b2J\u202eevil\nrow')])
  expect(report.unknownValues.map(({ name }) => name)).toEqual([
    'assistant message.content.tool_use.name: ␛]0;owned␇<U+009B>2J<U+202E>evil row',
  ])
  expect(out).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/)
})

test('tools of MCP servers and kinds of agents are free', async () => {
  const { report } = await runDoctor([promptOf({}), callOf('mcp__tides__read'), callOf('Agent')])
  expect(report.unknownValues).toEqual([])
  expect(report.sessions).toBeGreaterThan(1)
})
