import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FileState } from '../src/query/file-at/file-state.ts'
import type { FileSteps } from '../src/query/file-at/file-steps.ts'
import type { StoryWithGenerated } from '../src/query/story/find-generated.ts'
import type { SessionStory } from '../src/query/story/find-story.ts'
import type { SessionTimeline } from '../src/query/story/session-timeline.ts'
import { startClient } from './file-client.ts'
import { makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { makeStoryLines, STORY_HOSTILE, STORY_PATH } from './story-script.ts'
import { THREE, toLines } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

const LINES = makeStoryLines()

describe('the story of a session', () => {
  let web: WebHome
  beforeAll(async () => {
    web = await startWeb({ home: makeKeepHome({ [STORY_PATH]: LINES }) })
  }, 60_000)

  test('is what the command line prints, without its turns until they are asked for', async () => {
    const told = await web.json<SessionStory>(`/sessions/${THREE}/story`)
    expect(told).toMatchObject({ schema: 'backscroll.story/1', sessionId: THREE, branch: 'main' })
    expect(told.story.commits).toMatchObject([{ sha: '1a2b3c4', subject: 'Make it strict' }])
    expect(told.story.segments.map(({ turns }) => turns.length)).toEqual([0, 0])
    const whole = await web.json<StoryWithGenerated>(`/sessions/${THREE}/story`, { turns: true })
    expect(whole.story.segments.flatMap(({ turns }) => turns.map(({ turn }) => turn))).toEqual([1, 2, 3])
    const printed = await web.home.run(['story', THREE, '--json'])
    expect(whole).toEqual(JSON.parse(printed.out))
    expect(whole.generated).toEqual({ state: 'none' })
  })

  test('has beside it what a command of the person’s own wrote, marked as such', async () => {
    const script = join(web.home.home, 'teller.mjs')
    writeFileSync(script, `for await (const _ of process.stdin); console.log('{"summary":"Strict.","decisions":[]}')`)
    await web.home.run(['config', 'set', 'enrichCommand', process.execPath, script])
    expect((await web.home.run(['enrich', THREE])).code).toBe(0)
    const { generated, ...told } = await web.json<StoryWithGenerated>(`/sessions/${THREE}/story`)
    expect(generated).toMatchObject({ state: 'current', generated: { isGenerated: true, command: 'node' } })
    expect(JSON.stringify(told)).not.toContain('Strict.')
    const printed = await web.home.run(['story', THREE, '--json'])
    expect(await web.json(`/sessions/${THREE}/story`, { turns: true })).toEqual(JSON.parse(printed.out))
  })

  test('is drawn over time: turns with what was done in each, and moments in their order', async () => {
    const { turns, marks, turnCount, ...session } = await web.json<SessionTimeline>(`/sessions/${THREE}/timeline`)
    expect(session).toMatchObject({ schema: 'backscroll.session-timeline/1', sessionId: THREE })
    expect(turnCount).toBe(3)
    expect(turns.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'answered'],
      [2, 'answered'],
      [3, 'interrupted'],
    ])
    expect(turns[1]?.prompt).toBe(`Also the lexer ${STORY_HOSTILE}`)
    expect((turns[1]?.startedAt ?? 0) - (turns[0]?.endedAt ?? 0)).toBeGreaterThan(2 * 60 * 60_000)
    expect(turns[0]?.did.map(({ kind }) => kind)).toContain('edited')
    const kinds = marks.map(({ kind, turn }) => `${kind} ${turn}`)
    for (const mark of ['tests-failed 1', 'tests-passed 1', 'commit 1', 'question 2', 'error 2', 'pull-request 2']) {
      expect(kinds).toContain(mark)
    }
    expect(kinds).toContain('compaction 2')
    expect(kinds).toContain('interruption 3')
    expect(kinds.indexOf('tests-failed 1')).toBeLessThan(kinds.indexOf('tests-passed 1'))
    expect(marks.filter(({ kind }) => kind !== 'compaction').every(({ entry }) => entry !== undefined)).toBe(true)
  })

  test('lists say how much it left open', async () => {
    const { sessions } = await web.json<{ sessions: readonly { id: string; leftOpen?: object }[] }>('/sessions')
    const { story } = await web.json<SessionStory>(`/sessions/${THREE}/story`)
    expect(story.threads.length).toBeGreaterThan(0)
    expect(sessions.find(({ id }) => id === THREE)?.leftOpen).toEqual({
      count: story.threads.length,
      first: story.threads[0]?.text,
    })
    expect(sessions.filter(({ leftOpen }) => leftOpen !== undefined).map(({ id }) => id)).toEqual([THREE])
  })

  test('follows a session that grows, once the index has it', async () => {
    const more = writeScript({ sessionId: THREE, copied: LINES, mark: 'more', startedAt: '2026-03-01T15:00:00.000Z' })
      .prompt('And the changelog')
      .edit('/home/dev/app/CHANGELOG.md')
      .answer('Done').lines
    appendFileSync(join(web.home.home, STORY_PATH), toLines(more.slice(LINES.length)))
    const files = async (): Promise<readonly string[]> =>
      (await web.json<SessionStory>(`/sessions/${THREE}/story`)).story.files.map(({ path }) => path)
    await expect.poll(files, { timeout: 20_000 }).toContain('/home/dev/app/CHANGELOG.md')
    expect((await web.json<SessionTimeline>(`/sessions/${THREE}/timeline`)).turnCount).toBe(4)
    const { generated } = await web.json<StoryWithGenerated>(`/sessions/${THREE}/story`)
    expect(generated).toMatchObject({ state: 'outdated', generated: { result: { summary: 'Strict.' } } })
  })

  test('of no session is refused with a sentence', async () => {
    for (const what of ['story', 'timeline']) {
      const response = await web.get(`/sessions/99999999/${what}`)
      const { error } = (await response.json()) as { error: { code: string; hint: string } }
      expect([what, response.status, error.code]).toEqual([what, 404, 'no-such-session'])
    }
    expect((await web.get(`/sessions/${THREE}/story?turns=maybe`)).status).toBe(400)
  })
})

describe('a file step by step', () => {
  const path = '/home/dev/app/src/a.ts'
  let web: WebHome
  const ask = <Answer>(what: string, query: { readonly [name: string]: string | number }) =>
    web.json<Answer>(`/files/${what}`, { path, ...query })

  beforeAll(async () => {
    const disk = new Map([[path, 'one\ntwo\nthree\n']])
    const client = startClient({ sessionId: THREE, cwd: '/home/dev/app', at: '2026-03-01T10:00:00.000Z', disk })
    client.prompt('First').read(path).edit(path, 'one', '1').answer('ok').prompt('Second')
    client.bash(`sed -i s/three/3/ ${path}`, files => files.set(path, '1\ntwo\n3\n')).answer('ok')
    client.prompt('Third').edit(path, 'two', '2').answer('ok').prompt('Fourth').edit(path, '1', 'I').answer('ok')
    client.bash(`sed -i s/2/II/ ${path}`, files => files.set(path, 'I\nII\n3\n')).answer('ok')
    web = await startWeb({
      home: makeKeepHome({ [`.claude/projects/-home-dev-app/${THREE}.jsonl`]: client.lines() }),
    })
  }, 60_000)

  test('has its prompts, its lines, and how sure it is', async () => {
    const { steps, total, earlier } = await ask<FileSteps>('steps', {})
    expect([total, earlier]).toEqual([4, 0])
    expect(steps.map(({ kind, prompt, added, removed, turn }) => [kind, prompt, added, removed, turn])).toEqual([
      ['read', 'First', 0, 0, 1],
      ['edit', 'First', 1, 1, 1],
      ['edit', 'Third', 1, 1, 3],
      ['edit', 'Fourth', 1, 1, 4],
    ])
    expect(steps.map(({ state }) => state.sureness)).toEqual(['exact', 'exact', 'exact', 'exact'])
    expect(steps.map(({ agreement }) => agreement)).toEqual(['unchecked', 'same', 'differs', 'same'])
    expect(steps.every(({ entryUuid, sessionId }) => entryUuid !== undefined && sessionId === THREE)).toBe(true)
  })

  test('comes in pages from its end, with or without what only read it', async () => {
    const { steps, total, earlier } = await ask<FileSteps>('steps', { changes: 'true', limit: 2 })
    expect([total, earlier, steps.map(({ number }) => number)]).toEqual([3, 1, [2, 3]])
    const before = await ask<FileSteps>('steps', { changes: 'true', limit: 2, before: 2 })
    expect([before.earlier, before.steps.map(({ number }) => number)]).toEqual([0, [1]])
  })

  test('is shown as it was after a step, and what differs from another or from right before it', async () => {
    expect((await ask<FileState>('state', { step: 1 })).text).toBe('1\ntwo\nthree\n')
    const own = await ask<FileState>('state', { step: 2, from: 'before' })
    expect(own.hunks?.flatMap(({ lines }) => lines)).toEqual([' 1', '-two', '+2', ' 3'])
    expect([own.text, own.added, own.removed, own.from?.sureness]).toEqual([undefined, 1, 1, 'exact'])
    const since = await ask<FileState>('state', { step: 2, from: 1 })
    expect(since.hunks?.flatMap(({ lines }) => lines)).toEqual([' 1', '-two', '-three', '+2', '+3'])
  })

  test('of nothing, or of a wrong number, is refused or empty', async () => {
    expect(await ask<FileSteps>('steps', { path: '/etc/passwd' })).toMatchObject({ steps: [], total: 0 })
    for (const [query, status] of [
      [{ step: 99 }, 404],
      [{ step: 0, from: 99 }, 404],
      [{ step: 0, from: 'later' }, 400],
      [{ step: -1 }, 400],
      [{}, 400],
    ] as const) {
      expect([query, (await web.get('/files/state', { path, ...query })).status]).toEqual([query, status])
    }
  })
})
