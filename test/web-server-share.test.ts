import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RedactionReview } from '../src/share/redaction-review.ts'
import { type ExportHome, makeExportHome, RICH } from './export-home.ts'
import { ONE } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

let home: ExportHome
let web: WebHome
beforeAll(async () => {
  home = await makeExportHome()
  web = await startWeb({ home })
})

const redaction = (body: object = {}): Promise<Response> => web.post(`/sessions/${RICH}/redaction`, body)
const file = (body: object = {}): Promise<Response> => web.post(`/sessions/${RICH}/export`, body)

async function review(body: object = {}): Promise<RedactionReview> {
  const response = await redaction(body)
  expect(response.status).toBe(200)
  return (await response.json()) as RedactionReview
}

async function codeOf(response: Response): Promise<readonly [number, string]> {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}

/** Nothing is left behind, whatever became of it. */
function listLeft(): readonly string[] {
  const folder = join(home.keep, 'sharing')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('the review of what an export takes out', () => {
  test('lists each value with where it stands, most serious first', async () => {
    const { token, password, email } = home.secrets
    const { schema, hits, values, more } = await review()
    expect(schema).toBe('backscroll.redaction-review/1')
    expect([values, more]).toEqual([hits.length, 0])
    expect(hits.map(({ value }) => value)).toEqual(expect.arrayContaining([token, password, email]))
    const hit = hits.find(({ value }) => value === token)
    expect(hit).toMatchObject({
      category: 'secret',
      kind: 'github-token',
      placeholder: expect.stringMatching(/^‹github-token-\d+›$/),
      before: 'Push the plums with ',
      after: '',
      count: 2,
    })
    expect(hit?.masked).not.toContain(token)
    expect(hit?.places).toContainEqual({ turn: 1, line: 1 })
    expect(hits.map(({ category }) => category)).toEqual(
      hits.map(({ category }) => category).toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    )
  })
  test('takes words in and leaves out what is to be kept', async () => {
    const { hits } = await review({ words: ['seven plums'], keep: [home.secrets.email] })
    expect(hits.map(({ value }) => value)).not.toContain(home.secrets.email)
    expect(hits.find(({ category }) => category === 'word')).toMatchObject({ value: 'seven plums', kind: 'word' })
  })
  test.each([
    [{ words: ['x'] }, 'bad-word'],
    [{ words: ['message'] }, 'bad-word'],
    [{ words: 'plums' }, 'bad-request'],
    [{ words: [1] }, 'bad-request'],
    [{ words: Array.from({ length: 501 }, () => 'plum') }, 'bad-request'],
    [{ more: true }, 'bad-request'],
  ])('refuses %j', async (body, code) => {
    expect(await codeOf(await redaction(body))).toEqual([400, code])
  })
  test('says which session there is none of', async () => {
    expect(await codeOf(await web.post('/sessions/ffff/redaction'))).toEqual([404, 'no-such-session'])
    expect(await codeOf(await web.post('/sessions/ffff/export'))).toEqual([404, 'no-such-session'])
  })
})

const ORDER = ['secret', 'word', 'person', 'id']

describe('an export', () => {
  test.each([
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['md', 'text/markdown; charset=utf-8', '# Push the plums'],
    ['json', 'application/json; charset=utf-8', '{'],
    ['txt', 'text/plain; charset=utf-8', ''],
  ])('as %s is a file without secrets', async (format, type, begins) => {
    const response = await file({ format })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(
        `^attachment; filename="2026-03-01-push-the-plums-[\\w-]+\\.${format}"; filename\\*=UTF-8''2026-03-01-`,
      ),
    )
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    const text = await response.text()
    expect(text.slice(0, 200).toLowerCase()).toContain(begins.toLowerCase())
    expect(text).toContain('plums')
    for (const secret of Object.values(home.secrets)) expect(text).not.toContain(secret)
    expect(listLeft()).toEqual([])
  })
  test('is what the command line writes', async () => {
    const cli = await home.exportHere([RICH, '--format', 'md', '-o', '-'])
    expect(await (await file({ format: 'md', hasImages: false })).text()).toBe(cli.out)
  })
  test('holds what was to be kept, and not the words that were added', async () => {
    const text = await (await file({ format: 'txt', keep: [home.secrets.email], words: ['seven plums'] })).text()
    expect(text).toContain(home.secrets.email)
    expect(text.toLowerCase()).not.toContain('seven plums')
    expect(text).not.toContain(home.secrets.token)
  })
  test('holds the turns and the level that were asked for', async () => {
    const text = await (await file({ format: 'txt', turns: '2', level: 'prompts' })).text()
    expect(text).toContain('What is in this picture?')
    expect(text).not.toContain('Count the plums')
    expect(text).not.toContain('One plum.')
  })
  test('is as it was recorded where somebody says so, and its name tells nothing', async () => {
    const response = await file({ format: 'jsonl', redact: false })
    expect(response.headers.get('content-disposition')).toContain('filename="2026-03-01-3f2a0000.jsonl"')
    expect(await response.text()).toContain(home.secrets.token)
  })
  test.each([
    [{ format: 'jsonl' }, [400, 'jsonl-needs-no-redact']],
    [{ format: 'jsonl', redact: false, level: 'tools' }, [400, 'options-conflict']],
    [{ format: 'pdf' }, [400, 'bad-request']],
    [{ turns: '0-' }, [400, 'bad-request']],
    [{ turns: '9' }, [404, 'no-such-turn']],
    [{ turns: '3-2' }, [404, 'no-such-turn']],
    [{ redact: 'no' }, [400, 'bad-request']],
    [{ output: '/tmp/x' }, [400, 'bad-request']],
  ])('refuses %j and leaves nothing behind', async (body, code) => {
    expect(await codeOf(await file(body))).toEqual(code)
    expect(listLeft()).toEqual([])
  })
  test('sends not one byte where what must be taken out cannot be', async () => {
    // Not a word of the transcript but one of ours: nothing can replace it, and the last look before writing finds it.
    const response = await file({ format: 'md', words: ['pull request'] })
    expect(await codeOf(response)).toEqual([400, 'redaction-failed'])
    expect(response.headers.has('content-disposition')).toBe(false)
    expect(listLeft()).toEqual([])
  })
  test('of several at once comes for all of them, one after the other', async () => {
    const ids = [RICH, ONE, RICH]
    const answers = await Promise.all(ids.map(id => web.post(`/sessions/${id}/export`, { format: 'txt' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await Promise.all(answers.map(answer => answer.text()))
    expect(listLeft()).toEqual([])
  })
  test('of too many at once is refused for some', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => file({ format: 'txt' })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
    await Promise.all(answers.map(answer => answer.text()))
  })
})
