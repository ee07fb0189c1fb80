import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DoctorReport } from '../src/query/doctor.ts'
import type { FileHistory } from '../src/query/lookups/file-history.ts'
import type { ErrorBody } from '../src/surfaces/web/error-answer.ts'
import type { FileChange } from '../src/surfaces/web/routes/file-change.ts'
import { makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { ONE, THREE } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

const PATH = '/home/dev/app/src/lock.ts'
const PROMPT = `Make the lock wait.\n${'It is important. '.repeat(40)}And do it <b>well</b>.`

const PATCH = {
  filePath: PATH,
  oldString: 'fail()',
  newString: 'wait()',
  originalFile: 'take()\nfail()\n',
  structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' take()', '-fail()', '+wait()'] }],
}

const CREATED = { type: 'create', filePath: '/home/dev/app/new.ts', content: 'export {}\n', structuredPatch: [] }

let web: WebHome

beforeAll(async () => {
  const edit = { file_path: PATH, old_string: 'fail()', new_string: 'wait()' }
  const script = writeScript({ sessionId: THREE, mark: 'lock' })
    .prompt(PROMPT)
    .call('Read', { file_path: PATH }, { output: '1\ttake()', structured: { type: 'text', file: readFile() } })
    .call('Edit', edit, { output: 'done', structured: PATCH })
    .call('Edit', { ...edit, old_string: 'take()' }, { output: 'done', structured: PATCH })
    .prompt('Now write another')
    .call(
      'Write',
      { file_path: '/home/dev/app/new.ts', content: 'export {}\n' },
      { output: 'File created', structured: CREATED },
    )
    .call('Edit', { ...edit, old_string: 'x'.repeat(3_000_000) }, { output: 'done' })
  web = await startWeb({
    home: makeKeepHome({ [`.claude/projects/-home-dev-app/${THREE}.jsonl`]: script.lines }),
  })
})

function readFile(): object {
  return { filePath: PATH, content: 'take()\nfail()', numLines: 2, startLine: 1, totalLines: 2 }
}

type Query = { readonly [name: string]: string | number }

async function history(query: Query): Promise<FileHistory> {
  return await web.json<FileHistory>('/files', query)
}

async function change(query: Query): Promise<FileChange> {
  return await web.json<FileChange>('/files/change', { session: THREE, path: PATH, turn: 1, action: 'edit', ...query })
}

describe('GET /files', () => {
  test.each([
    [{}, []],
    [{ path: 'lock.ts' }, ['lock.ts']],
    [{ path: 'src/lock.ts', action: 'change' }, ['src/lock.ts', '--action', 'change']],
    [{ path: PATH }, [PATH]],
    [
      { path: 'lock.ts', project: 'app', since: '2026-02-01' },
      ['lock.ts', '--project', 'app', '--since', '2026-02-01'],
    ],
    [{ path: 'no-such-file.ts' }, ['no-such-file.ts']],
  ])('tells what `backscroll files` tells: %j', async (query, args) => {
    const { out } = await web.home.run(['files', '--json', '-n', '50', ...args])
    expect(await history(query)).toEqual(JSON.parse(out))
  })
  test('looks at no file that a request names', async () => {
    const place = join(web.home.home, 'work', 'app', 'lock.ts')
    writeFileSync(place, '')
    const [{ path } = { path: '' }] = (await history({ path: 'work/app/lock.ts' })).paths
    expect(path).not.toBe(place)
  })
  test.each([[{ since: 'soon' }], [{ action: 'move' }], [{ limit: 501 }], [{ path: 'x'.repeat(2001) }]])(
    'refuses what is wrong',
    async query => expect((await web.get('/files', query as unknown as Query)).status).toBe(400),
  )
})

describe('GET /files/change', () => {
  test('opens a row of the history: the whole prompt, and the difference of each call', async () => {
    const { paths } = await history({ path: 'lock.ts', action: 'edit' })
    const touch = paths[0]?.touches.find(({ turn }) => turn === 1)
    expect(touch).toMatchObject({ sessionId: THREE, count: 2, action: 'edit' })
    const opened = await change({})
    expect(opened).toMatchObject({ turn: 1, mainTurn: 1, prompt: PROMPT, isCut: false })
    const diff = { kind: 'diff', path: PATH, hunks: [{ oldStart: 1, lines: [' take()', '-fail()', '+wait()'] }] }
    expect(opened.calls).toMatchObject([
      { tool: 'Edit', isError: false, parts: [diff] },
      { tool: 'Edit', isError: false },
    ])
    expect(opened.calls.map(({ entryUuid }) => entryUuid)).toContain(touch?.entryUuid)
  })
  test('shows what was read', async () => {
    const { calls } = await change({ action: 'read' })
    expect(calls).toMatchObject([{ tool: 'Read', parts: [{ kind: 'code', text: 'take()\nfail()', firstLine: 1 }] }])
  })
  test('shows what was written where no difference is recorded', async () => {
    const { calls, action } = await change({ action: 'create', path: '/home/dev/app/new.ts', turn: 2 })
    expect({ action, calls }).toMatchObject({
      action: 'create',
      calls: [{ parts: [{ kind: 'code', text: 'export {}\n' }] }],
    })
  })
  test('cuts what is too long for anybody to read, and says so', async () => {
    const response = await web.get('/files/change', { session: THREE, path: PATH, turn: 2, action: 'edit' })
    const text = await response.text()
    expect(text.length).toBeLessThan(1_100_000)
    expect(JSON.parse(text)).toMatchObject({ isCut: true, calls: [{ tool: 'Edit' }] })
  })
  test.each([{ turn: 9 }, { session: ONE }, { path: '/etc/passwd' }, { agent: 'a1' }])(
    'knows no other place: %j',
    async query => {
      const whole = { session: THREE, path: PATH, turn: 1, action: 'edit', ...query }
      const response = await web.get('/files/change', whole)
      expect({ status: response.status, code: ((await response.json()) as ErrorBody).error.code }).toEqual({
        status: 404,
        code: 'no-such-change',
      })
    },
  )
})

describe('GET /doctor', () => {
  test('reports what `backscroll doctor` reports of transcripts; commands in settings are run by nobody but a person', async () => {
    const { keep, ...served } = await web.json<DoctorReport>('/doctor')
    const { out } = await web.home.run(['doctor', '--json'])
    const { keep: printedKeep, installation, ...printed } = JSON.parse(out) as DoctorReport & { installation: object }
    expect(installation).toMatchObject({ isSetUp: false })
    expect(served).toEqual(printed)
    expect({ ...keep, lastSyncAt: '' }).toEqual({ ...printedKeep, lastSyncAt: '' })
  })
  test('sees a line that came to be damaged', async () => {
    const before = await web.json<DoctorReport>('/doctor')
    chmodSync(web.home.transcript, 0o600)
    writeFileSync(web.home.transcript, '{"type":"user"\n', { flag: 'a' })
    await web.post('/sync')
    const after = await web.json<DoctorReport>('/doctor')
    expect(after.badLineCount).toBe(before.badLineCount + 1)
    expect(after.isClean).toBe(false)
  })
})
