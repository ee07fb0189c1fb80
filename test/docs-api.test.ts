import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { API_PAGE, EXAMPLES, renderApiPage } from '../scripts/docs-api.ts'
import { ROUTES } from '../src/surfaces/web/routes/table.ts'
import { REPOSITORY } from './corpus.ts'
import { makeKeepHome } from './keep-home.ts'
import { machineAt } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'

if (process.env.UPDATE) writeFileSync(API_PAGE, renderApiPage())

test('docs/api.md says what the rows say (UPDATE=1 rewrites it)', () => {
  expect(readFileSync(API_PAGE, 'utf8')).toBe(renderApiPage())
})

test('every question has a name of its own, and every field says what it means', () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  for (const { method, path, body, summary, answer } of ROUTES) {
    expect(path).toMatch(/^(\/(:?[a-z]+(-[a-z]+)*))+$/i)
    expect([summary, answer].every(text => text.length > 3)).toBe(true)
    if (method !== 'POST') expect(body, path).toBe(undefined)
  }
  expect(
    renderApiPage()
      .split('\n')
      .filter(line => /^\| `\w+` \|.*\| {1,2}(\(.*\) )?\|$/.test(line)),
  ).toEqual([])
})

describe('the examples of docs/api.md', () => {
  const hasCurl = spawnSync('curl', ['--version']).status === 0
  let web: WebHome
  beforeAll(async () => {
    const home = makeKeepHome()
    const roots = machineAt(home.home, { override: [join(REPOSITORY, 'demo', 'claude')] })
    web = await startWeb({ home, more: { roots } })
  })

  test.skipIf(!hasCurl).each(EXAMPLES)('answer: $says', async ({ script }) => {
    const env = { PATH: process.env.PATH ?? '', TOKEN: web.token, ORIGIN: web.origin, NO_PROXY: '*' }
    const { stdout } = await promisify(execFile)('sh', ['-c', `${script} || true`], { env })
    if (script.includes('/events')) expect(stdout).toContain('event: keeper\ndata: {')
    else expect(JSON.parse(stdout)).not.toHaveProperty('error')
    expect(stdout.length).toBeGreaterThan(50)
  })
})
