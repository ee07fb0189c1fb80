import { beforeAll, describe, expect, test } from 'vitest'
import type { InspectAgents } from '../src/query/inspect/inspect-agents.ts'
import type { InspectCompactions } from '../src/query/inspect/inspect-compactions.ts'
import type { InspectContext } from '../src/query/inspect/inspect-context.ts'
import type { InspectDiff } from '../src/query/inspect/inspect-diff.ts'
import type { InspectFiles } from '../src/query/inspect/inspect-files.ts'
import type { InspectTasks } from '../src/query/inspect/inspect-tasks.ts'
import type { InspectCalls, InspectTools } from '../src/query/inspect/inspect-tools.ts'
import type { InspectSent } from '../src/surfaces/web/routes/inspect-sent.ts'
import { makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { ferryTranscript } from './sent-world.ts'
import { ONE, THREE } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

const PATH = '/home/dev/app/a.ts'
const SENT = '66666666-6666-4666-8666-666666666666'

/** A session with a changed file, calls and a todo list. */
const LINES = writeScript({ sessionId: THREE })
  .prompt('Change it')
  .call(
    'Edit',
    { file_path: PATH, old_string: 'one', new_string: 'two' },
    { structured: { filePath: PATH, oldString: 'one', newString: 'two', originalFile: 'one\n' } },
  )
  .bash('npm test', { error: 'Exit code 1' })
  .call('TodoWrite', { todos: [{ content: 'dig', status: 'pending' }] })
  .answer('Done').lines

describe('what the server says beside a session', () => {
  let web: WebHome
  const ask = <Answer>(what: string, query: { readonly [name: string]: string | number } = {}, id = THREE) =>
    web.json<Answer>(`/sessions/${id}/inspect/${what}`, query)

  beforeAll(async () => {
    web = await startWeb({
      home: makeKeepHome({
        [`.claude/projects/-home-dev-app/${THREE}.jsonl`]: LINES,
        [`.claude/projects/-home-dev-app/${SENT}.jsonl`]: ferryTranscript({ sessionId: SENT }).lines,
      }),
    })
  }, 60_000)

  test('its files, and what became of one', async () => {
    const { files } = await ask<InspectFiles>('files')
    expect(files).toMatchObject([{ path: PATH, edits: 1, firstTurn: 1 }])
    const diff = await ask<InspectDiff>('diff', { path: PATH })
    expect(diff).toMatchObject({ isWhole: true, added: 1, removed: 1, totalChanges: 1 })
    expect(diff.hunks.flatMap(({ lines }) => lines)).toEqual(['-one', '+two'])
  })

  test('its tools and their calls', async () => {
    const { tools } = await ask<InspectTools>('tools')
    expect(tools.map(({ name, calls, errors }) => [name, calls, errors])).toEqual([
      ['Bash', 1, 1],
      ['Edit', 1, 0],
      ['TodoWrite', 1, 0],
    ])
    const { calls, total } = await ask<InspectCalls>('calls', { tool: 'Bash', failed: 'true', limit: 5 })
    expect([total, calls[0]?.headline, calls[0]?.status]).toEqual([1, 'npm test', 'error'])
  })

  test('what was sent with a request: texts cut, messages in pages', async () => {
    const last = await ask<InspectSent>('sent', {}, SENT)
    expect(last).toMatchObject({ number: 3, requests: 3, total: 6, sent: { check: { digest: 'fits' } } })
    expect(last.fixed.map(({ place, label }) => `${place} ${label}`)).toEqual([
      'system ',
      'system ',
      'tools Read',
      'tools Grep',
    ])
    expect(last.sent).not.toHaveProperty('messages')
    const some = await ask<InspectSent>('sent', { request: 2, from: 1, limit: 2, chars: 5 }, SENT)
    expect(some.messages.map(({ number, label }) => [number, label])).toEqual([
      [2, 'system'],
      [3, 'assistant'],
    ])
    expect(some.messages[0]?.blocks).toEqual([
      { kind: 'text', text: '# Env', isMarked: false, chars: 23 },
      { kind: 'output_config', text: '{"eff', isMarked: false, chars: 16 },
    ])
    expect(await ask<InspectSent>('sent', { request: 1 })).toMatchObject({ absence: { why: 'no-log' }, messages: [] })
  })

  test('its tasks, agents, context and compactions', async () => {
    expect((await ask<InspectTasks>('tasks')).items).toMatchObject([{ subject: 'dig', status: 'pending', openedIn: 1 }])
    expect((await ask<InspectAgents>('agents', {}, ONE)).agents).toMatchObject([{ id: 'a1' }])
    expect((await ask<InspectCompactions>('compactions')).compactions).toEqual([])
    const context = await ask<InspectContext>('context', { points: 10 }, ONE)
    expect(context.points).toMatchObject([{ number: 1, turn: 1, contextTokens: 80 }])
    expect(context.totals.requests).toBe(1)
  })

  test('a wrong question is refused with a sentence, not an error of ours', async () => {
    const wrong: readonly (readonly [string, number, string])[] = [
      [`/sessions/${THREE}/inspect/diff`, 400, 'bad-request'],
      [`/sessions/${THREE}/inspect/diff?path=/etc/passwd`, 404, 'no-such-file'],
      [`/sessions/${THREE}/inspect/diff?path=${'x'.repeat(5000)}`, 400, 'bad-request'],
      [`/sessions/${THREE}/inspect/files?limit=0`, 400, 'bad-request'],
      [`/sessions/${THREE}/inspect/files?from=-1`, 400, 'bad-request'],
      [`/sessions/${THREE}/inspect/files?order=up`, 400, 'bad-request'],
      [`/sessions/${THREE}/inspect/context?points=1e9`, 400, 'bad-request'],
      ['/sessions/99999999/inspect/files', 404, 'no-such-session'],
    ]
    for (const [path, status, code] of wrong) {
      const response = await web.get(path)
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      expect([path, response.status, error.code]).toEqual([path, status, code])
      expect(error.message).not.toMatch(/ at |node:|\.ts/)
    }
  })
})
