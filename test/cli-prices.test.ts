import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/config-file.ts'
import { PRICES } from '../src/pricing/prices.ts'
import { REPOSITORY } from './cli-runner.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeTree } from './temp-tree.ts'

const made = makeKeepHome()

describe('backscroll prices', () => {
  test('shows what holds today, with sources and age', async () => {
    const { code, out } = await made.run(['prices'])
    expect(code).toBe(0)
    expect(out).toMatch(/^MODEL +FROM +INPUT +OUTPUT +READ +WRITE 5M +WRITE 1H +FAST +US +REGION +SEARCH +SOURCES$/m)
    expect(out).toMatch(
      /^claude-opus-4-6 +2026-03-13 +5\.00 +25\.00 +0\.50 +6\.25 +10\.00 +×6 +×1\.1 +×1\.1 +10\.00( +\d+)+$/m,
    )
    expect(out).toContain('\nSources:\n')
    expect(out).toContain(`Made from ${PRICES.from}, checked ${PRICES.version}`)
  })
  test('shows what held on a day', async () => {
    const { out } = await made.run(['prices', 'sonnet-4-6', '--at', '2026-03-12'])
    expect(out).toMatch(/^claude-sonnet-4-6 +2026-03-13 +3\.00 /m)
    expect(out).toMatch(/^ {2}over 200,000 +6\.00 +22\.50 /m)
  })
  test('shows all rows of a model', async () => {
    const { out } = await made.run(['prices', 'sonnet-4-6', '--all'])
    expect(out.match(/^claude-sonnet-4-6 /gm)).toHaveLength(2)
  })
  test('prints JSON', async () => {
    const { code, out } = await made.run(['prices', 'fable-5-1', '--json'])
    expect(code).toBe(0)
    const { ageDays, rows, ...rest } = JSON.parse(out)
    expect(rest).toEqual({ schema: 'backscroll.prices/1', version: PRICES.version, from: PRICES.from })
    expect(ageDays).toBeGreaterThanOrEqual(0)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ model: 'claude-fable-5-1', from: null, long: null, rates: { cacheRead: 0.25 } })
  })
  test('ends with 1 where there is no such model', async () => {
    const { code, out, err } = await made.run(['prices', 'gpt\u001b[2J'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/no price of "gpt␛\[2J" on \d{4}-\d\d-\d\d in the table of/)
    const json = await made.run(['prices', 'gpt', '--json'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out).rows).toEqual([])
  })
  test('refuses a day it does not know', async () => {
    const { code, err } = await made.run(['prices', '--at', 'someday'])
    expect(code).toBe(2)
    expect(err).toContain('--at does not know the time "someday"')
  })
  test('shows prices of one’s own, once they are set', async () => {
    const set = await made.run(['config', 'set', 'prices', '{"glm-9": {"input": 1, "output": 5}}'])
    expect(set.code).toBe(0)
    expect((await made.run(['prices', 'glm'])).out).toMatch(/^glm-9 +1\.00 +5\.00 +0\.10 +1\.25 +2\.00 +\*$/m)
    const bad = await made.run(['config', 'set', 'prices', '{"glm-9": {"input": 1}}'])
    expect(bad.code).toBe(2)
    expect(bad.err).toContain(
      'prices must be prices by model name with a number from 0 to a billion as "output" in "glm-9"',
    )
    expect((await made.run(['config', 'unset', 'prices'])).code).toBe(0)
  })
})

describe('docs/prices.md', () => {
  const page = readFileSync(join(REPOSITORY, 'docs', 'prices.md'), 'utf8')
  test('names every field of a row', async () => {
    const { rows } = JSON.parse((await made.run(['prices', 'haiku-5-5', '--json'])).out)
    const { model: _model, from: _from, until: _until, source: _source, rates, ...rules } = rows[0]
    const fields = [...Object.keys(rates), ...Object.keys(rules)]
    expect(fields.filter(field => !page.includes(`\`${field}\``))).toEqual([])
  })
  test('shows a setting that is accepted', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
    const folder = makeTree({ 'config.json': example })
    expect(Object.keys(readConfig(join(folder, 'config.json')).prices ?? {})).toHaveLength(3)
  })
})
