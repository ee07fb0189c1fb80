import { beforeAll, describe, expect, test } from 'vitest'
import { MAIN, OTHER } from '../../../../test/keep-world.ts'
import { keepScripts, type Script, writeScript } from '../../../../test/lookup-world.ts'
import { ONE, THREE, TWO } from '../../../../test/temp-tree.ts'
import { reply, tellUsage, tokensByKey, toolResult, toolUse } from '../../../../test/usage-script.ts'
import type { IndexedKeep } from '../../indexed-keep.ts'

let count = 0

/** A response that commits: what git prints tells the hashes. */
function commit(script: Script, tokens: number, lines: readonly string[]): Script {
  const id = `c${++count}`
  return script
    .line(reply(id, tokens, [toolUse(`t_${id}`, 'Bash', { command: 'git commit -am x' })]))
    .line(toolResult(`t_${id}`, lines.map(line => `${line}\n 1 file changed`).join('\n')))
}

function writeOriginal(): readonly object[] {
  const script = writeScript({ sessionId: ONE, mark: 'one' }).prompt('Begin').line(reply('1', 10)).prompt('Finish it')
  commit(script, 20, ['[apples aaaa111] Plant apples'])
  script.prompt('And two more').line(reply('2', 5))
  commit(script, 36, ['[apples bbbb111] Prune', '[apples cccc111] Water'])
  return script.prompt('What next?').line(reply('3', 80)).lines
}

const ORIGINAL = writeOriginal()

function writeResumed(): readonly object[] {
  const resumed = writeScript({ sessionId: TWO, mark: 'two', copied: ORIGINAL, startedAt: '2026-03-02T10:00:00.000Z' })
  // Later, git prints more of the hash.
  return commit(resumed.prompt('Go on'), 160, ['[apples dddd1112222] Harvest']).lines
}

/** The main thread asks an agent in its second turn, and the agent commits. */
const ASKING = writeScript({ sessionId: THREE, mark: 'three', startedAt: '2026-03-03T10:00:00.000Z' })
  .prompt('Think')
  .line(reply('a1', 1))
  .prompt('Let somebody do it')
  .line(reply('a2', 2, [toolUse('t_task', 'Task', { description: 'Do', prompt: 'Do it.', subagent_type: 'Worker' })]))
  .line(toolResult('t_task', 'Done.', { status: 'completed', agentId: 'w1', content: [], totalDurationMs: 5 }))
  .prompt('Thanks')
  .line(reply('a3', 4)).lines

const WORKER = commit(
  writeScript({ sessionId: THREE, mark: 'w1', startedAt: '2026-03-03T10:04:00.000Z' }).prompt('Do it.'),
  8,
  ['[main eeee111] Dig'],
).lines.map(line => ({ ...line, isSidechain: true, agentId: 'w1' }))

const FOLDER = 'projects/-home-dev-app'
let keep: IndexedKeep

beforeAll(async () => {
  keep = await keepScripts({
    [MAIN]: ORIGINAL,
    [OTHER]: writeResumed(),
    [`${FOLDER}/${THREE}.jsonl`]: ASKING,
    [`${FOLDER}/${THREE}/subagents/agent-w1.jsonl`]: WORKER,
  })
})

describe('usage by commit', () => {
  test('turns belong to the commit they lead to, what nobody committed to none', () => {
    expect(tokensByKey(tellUsage(keep, 'commits'))).toEqual({
      aaaa111: 10 + 20,
      // 5 in two parts is 3 + 2, 36 is 18 + 18.
      bbbb111: 3 + 18,
      cccc111: 2 + 18,
      dddd1112222: 160,
      // The second turn of the session, its agent and the turn before.
      eeee111: 1 + 2 + 8,
      '-': 80 + 4,
    })
  })

  test('rows tell subject, project, session and branch', () => {
    const { rows } = tellUsage(keep, 'commits')
    expect(rows.find(({ key }) => key === 'aaaa111')).toMatchObject({
      label: 'Plant apples',
      about: { project: 'app', session: ONE, branch: 'apples' },
    })
    expect(rows.find(({ key }) => key === 'dddd1112222')?.about.session).toBe(TWO)
    expect(rows.find(({ key }) => key === '')?.label).toBe('(not committed)')
  })

  test('a bound of time changes no attribution', () => {
    const since = Date.parse('2026-03-01T10:05:00.000Z')
    const until = Date.parse('2026-03-01T10:08:00.000Z')
    const scope = { since, until, project: undefined, model: undefined, sessions: undefined }
    expect(tokensByKey(tellUsage(keep, 'commits', { scope }))).toEqual({ bbbb111: 3, cccc111: 2 })
  })
})
