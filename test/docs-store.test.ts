import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLES, RECIPE, renderStorePage, STORE_PAGE } from '../scripts/docs-store.ts'
import { syncSources } from '../src/ingest/sync.ts'
import { findRoots } from '../src/source/roots.ts'
import { openStoreForReading } from '../src/store/open-store.ts'
import { INTERNAL_TABLES } from '../src/store/schema.ts'
import type { Store } from '../src/store/store.ts'
import { TABLES } from '../src/store/tables/table.ts'
import { REPOSITORY } from './corpus.ts'
import { machineAt, makeTree } from './temp-tree.ts'

if (process.env.UPDATE) writeFileSync(STORE_PAGE, renderStorePage())

test('docs/store.md says what the tables say (UPDATE=1 rewrites it)', () => {
  expect(readFileSync(STORE_PAGE, 'utf8')).toBe(renderStorePage())
})

test('every table and column stands on the page', () => {
  const page = renderStorePage()
  for (const { name, columns } of [...TABLES, ...INTERNAL_TABLES]) {
    const section = page.split(`\n### ${name}\n`)[1]?.split('\n### ')[0] ?? ''
    for (const column of Object.keys(columns)) expect(section, name).toContain(`| \`${column}\` |`)
  }
})

describe('the examples of docs/store.md', () => {
  const hasZstd = spawnSync('zstd', ['--version']).status === 0
  let store: Store
  beforeAll(async () => {
    const home = makeTree({})
    const demo = join(REPOSITORY, 'demo', 'claude')
    const { roots } = findRoots({ ...machineAt(home), override: [demo] })
    await syncSources({ keepDir: home, roots, exclude: [], threads: 1, now: () => 0, waitForLockMs: 0 })
    store = openStoreForReading(join(home, 'index.db')) as Store
  })

  test.each(EXAMPLES)('find something in the demo set: $title', ({ sql }) => {
    expect(store.all(sql).length).toBeGreaterThan(0)
  })

  test.skipIf(!hasZstd)('lead from a prompt to the line it stands in', () => {
    const rows = store.all(EXAMPLES.at(-1)?.sql ?? '')
    for (const { stream, start, bytes } of rows) {
      const cwd = join(dirname(store.path), 'archive', 'streams')
      const script = `stream=${stream} start=${start} bytes=${bytes}; ${RECIPE}`
      const line = JSON.parse(spawnSync('sh', ['-c', script], { cwd, encoding: 'utf8' }).stdout)
      expect(line).toMatchObject({ type: 'user', message: { role: 'user' } })
    }
  })
})
