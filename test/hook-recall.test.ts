import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { handleHook } from '../src/surfaces/cli/hook/handle-hook.ts'
import type { HookHost } from '../src/surfaces/cli/hook/hook-host.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { readRecallCounts } from '../src/surfaces/cli/hook/recall-counts.ts'
import { readRecallLog } from '../src/surfaces/cli/hook/recall-log.ts'
import { elapsedMs, LIMIT_MS } from '../src/surfaces/cli/hook/run.ts'
import { failuresIn, runHook, SILENT } from './hook-home.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { THREE, TWO, writeItem } from './temp-tree.ts'

const OLD = '33333333-4444-4444-8444-333333333333'
const PROMPT = 'why does the lease expire before the heartbeat renews it in the scheduler'

/** A conversation worth remembering, of yesterday. */
function makeConversation(cwd: string): readonly object[] {
  const said = [
    ['The scheduler drops jobs: the lease expires before the heartbeat renews it. Find out why.', ''],
    [
      '',
      'The heartbeat renews the lease every 30 s, and the lease lasts 20 s. So the scheduler drops the job. I decided to renew the lease at a third of its time: the lease is 60 s now and the heartbeat renews it every 20 s in scheduler/lease.ts.',
    ],
    ['Good. Keep it like that: leases are always three heartbeats long.', ''],
    ['', 'Noted: a lease is always three heartbeats long, so that one lost heartbeat does not drop a job.'],
    ['Now write the test for the lease in scheduler/lease.test.ts, please.', ''],
    ['', 'The test is written, and fails where a second heartbeat is lost: that is to do next.'],
  ]
  const start = Date.now() - 24 * 60 * 60_000
  return said.map(([asked, answered], at) => ({
    parentUuid: at === 0 ? null : `e-${at - 1}`,
    uuid: `e-${at}`,
    type: asked === '' ? 'assistant' : 'user',
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: OLD,
    version: '2.1.40',
    gitBranch: 'main',
    timestamp: new Date(start + at * 60_000).toISOString(),
    message:
      asked === ''
        ? {
            id: `msg_${at}`,
            model: 'claude-opus-4-6',
            role: 'assistant',
            type: 'message',
            content: [{ type: 'text', text: answered }],
          }
        : { role: 'user', content: asked },
  }))
}

let home: KeepHome

beforeAll(async () => {
  home = await makeKept()
  const folder = join(home.config, 'projects', home.work.replace(/[^a-zA-Z0-9]/g, '-'))
  writeFileSync(
    join(folder, `${OLD}.jsonl`),
    makeConversation(home.work)
      .map(line => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  await home.run(['sync'])
})

function choose(settings: object): void {
  writeItem(join(home.home, '.config', 'backscroll', 'config.json'), JSON.stringify(settings))
}

/** The hook itself, in this process. */
async function hook(event: string, input: object, more: Partial<HookHost> = {}): Promise<string | undefined> {
  let written = ''
  const host: HookHost = {
    env: { HOME: home.home },
    platform: process.platform,
    home: home.home,
    cwd: home.home,
    now: Date.now,
    pid: process.pid,
    parentPid: process.ppid,
    executable: [],
    elapsedMs: () => 0,
    limitMs: 800,
    keepCompiled: () => {},
    write: text => {
      written += text
    },
    ...more,
  }
  await handleHook(host, { event, text: JSON.stringify({ session_id: THREE, cwd: home.work, ...input }) })
  if (written === '') return undefined
  const { hookSpecificOutput, ...rest } = JSON.parse(written)
  expect({ rest, event: hookSpecificOutput.hookEventName }).toEqual({ rest: {}, event })
  return hookSpecificOutput.additionalContext
}

describe('recall', () => {
  test('is off until somebody switches it on, here or everywhere', async () => {
    choose({})
    expect(await hook('UserPromptSubmit', { prompt: PROMPT })).toBeUndefined()
    choose({ recall: 'session', recallIn: { '/other': 'file' } })
    expect(await hook('UserPromptSubmit', { prompt: PROMPT })).toBeUndefined()
    choose({ recall: 'prompt', recallIn: { [home.work]: 'off' } })
    expect(await hook('UserPromptSubmit', { prompt: PROMPT })).toBeUndefined()
  })
  test('adds what an earlier session found out, cited, once until the next compaction', async () => {
    choose({ recallIn: { [home.work]: 'prompt' } })
    const text = (await hook('UserPromptSubmit', { prompt: PROMPT })) ?? ''
    expect(text).toMatch(/^<backscroll-recall>[\s\S]*\[33333333:\d\][\s\S]*<\/backscroll-recall>$/)
    expect(text).toContain('heartbeat')
    expect(text.length).toBeLessThanOrEqual(1500)
    expect(await hook('UserPromptSubmit', { prompt: PROMPT })).toBeUndefined()
    expect(await hook('UserPromptSubmit', { prompt: PROMPT, session_id: TWO })).toBeDefined()
    await hook('PreCompact', { trigger: 'auto' }, { now: () => Date.now() - 1000 })
    expect(await hook('UserPromptSubmit', { prompt: PROMPT })).toBeDefined()
    expect(readRecallLog(hookPlaces(home.keep), THREE).shown).toMatchObject([{ moment: 'prompt' }])
  })
  test('is delivered once where two hooks ask at the same time', async () => {
    choose({ recall: 'prompt' })
    const session_id = 'not-a-uuid/../x'
    const texts = await Promise.all([1, 2, 3].map(() => hook('UserPromptSubmit', { prompt: PROMPT, session_id })))
    expect(texts.filter(text => text !== undefined)).toHaveLength(1)
  })
  test('says where the last session left off, and nothing to one that goes on', async () => {
    choose({ recall: 'session' })
    const session_id = '66666666-6666-4666-8666-666666666666'
    expect(await hook('SessionStart', { source: 'startup', session_id })).toContain('second heartbeat is lost')
    expect(await hook('SessionStart', { source: 'startup', session_id })).toBeUndefined()
    expect(await hook('SessionStart', { source: 'resume', session_id: 'another' })).toBeUndefined()
  })
  test('does not tell of a session that runs in another window now', async () => {
    choose({ recall: 'session' })
    const start = { source: 'startup', session_id: '99999999-9999-4999-8999-999999999999' }
    const transcript_path = join(home.config, 'projects', 'any', 'new.jsonl')
    const note = join(home.config, 'sessions', `${process.pid}.json`)
    writeItem(note, JSON.stringify({ pid: process.pid, sessionId: OLD }))
    expect(await hook('SessionStart', { ...start, transcript_path })).toBeUndefined()
    // What the asking client says of itself is of the session before.
    const mine = { parentPid: process.pid, platform: 'none' }
    expect(await hook('SessionStart', { ...start, transcript_path }, mine)).toContain('second heartbeat is lost')
    rmSync(note)
  })
  test('says nothing to subagents, to what is no question, and without a session or a folder', async () => {
    choose({ recall: 'file' })
    const session_id = '77777777-7777-4777-8777-777777777777'
    for (const more of [
      { agent_id: 'a1' },
      { prompt: 'go on' },
      { prompt: null },
      { session_id: null },
      { cwd: null },
    ]) {
      expect(await hook('UserPromptSubmit', { session_id, prompt: PROMPT, ...more })).toBeUndefined()
    }
    expect(await hook('PreToolUse', { session_id, tool_name: 'Bash', tool_input: { command: 'x' } })).toBeUndefined()
    expect(
      await hook('PostToolUse', { session_id, tool_name: 'Edit', tool_input: { file_path: '/a' } }),
    ).toBeUndefined()
  })
  test('that comes too late is skipped and counted, which is no failure; it is not taken for shown', async () => {
    choose({ recall: 'prompt' })
    const session_id = '88888888-8888-4888-8888-888888888888'
    const counts = () => readRecallCounts(hookPlaces(home.keep))
    const { asked, skipped } = counts()
    expect([asked > 0, skipped]).toEqual([true, {}])
    // It gets late before anything is loaded, before the index is asked, and once there is something to say.
    for (const [at, times] of [0, 1, 2, 3].entries()) {
      let left = times
      const elapsedMs = (): number => (left-- > 0 ? LIMIT_MS : LIMIT_MS + 1)
      const more = { elapsedMs, limitMs: LIMIT_MS }
      expect(await hook('UserPromptSubmit', { prompt: PROMPT, session_id }, more)).toBeUndefined()
      expect(counts()).toEqual({ asked: asked + at + 1, skipped: { late: at + 1 } })
    }
    expect(failuresIn(home.keep)).toEqual([])
    expect(await hook('UserPromptSubmit', { prompt: PROMPT, session_id }, { elapsedMs: () => 700 })).toBeDefined()
    expect(counts()).toEqual({ asked: asked + 5, skipped: { late: 4 } })
  })
  test('counts its time from the start of the process, not from when its code was loaded', () => {
    expect(elapsedMs()).toBeGreaterThan(performance.nodeTiming.bootstrapComplete)
  })
  test('is written by the real process', async () => {
    choose({ recall: 'prompt' })
    const input = { session_id: '99999999-9999-4999-8999-999999999999', cwd: home.work, prompt: PROMPT }
    const { code, out, err } = await runHook(home, { event: 'UserPromptSubmit', input })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out).hookSpecificOutput.additionalContext).toContain('[33333333:')
  })
})

test('an index that is missing is silence, one that is damaged is noted too', async () => {
  const other = await makeKept({ '.config/backscroll/config.json': '{"recall":"prompt"}' })
  const index = join(other.keep, 'index.db')
  const input = { session_id: THREE, cwd: other.work, prompt: PROMPT }
  writeFileSync(index, 'this is no database at all, however long it may be')
  rmSync(`${index}-wal`, { force: true })
  expect(await runHook(other, { event: 'UserPromptSubmit', input })).toEqual(SILENT)
  expect(failuresIn(other.keep)).toEqual(['index-damaged'])
  rmSync(index)
  expect(await runHook(other, { event: 'UserPromptSubmit', input })).toEqual(SILENT)
  expect(failuresIn(other.keep)).toEqual(['index-damaged'])
})

test('the time of a hook begins with the launcher that had to start another Node', () => {
  const name = 'BACKSCROLL_HOOK_BEGAN'
  const early = 50 * 60_000
  try {
    process.env[name] = String(Date.now() - early)
    expect(elapsedMs()).toBeGreaterThanOrEqual(early)
    for (const odd of ['soon', '1', String(Date.now() + early)]) {
      process.env[name] = odd
      expect(elapsedMs()).toBeLessThan(early)
    }
  } finally {
    delete process.env[name]
  }
})
