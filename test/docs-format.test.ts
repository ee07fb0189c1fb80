import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES, renderFormatPages } from '../scripts/docs-format.ts'

/** Written by hand, or by another test. */
const OTHER_PAGES = ['lines.md', 'coverage.md', 'tools.md']

const pages = renderFormatPages()
if (process.env.UPDATE) updatePages()

function updatePages(): void {
  mkdirSync(PAGES, { recursive: true })
  for (const name of listStalePages()) rmSync(join(PAGES, name))
  for (const [name, text] of pages) writeFileSync(join(PAGES, name), text)
}

function listStalePages(): readonly string[] {
  return readdirSync(PAGES).filter(name => !pages.has(name) && !OTHER_PAGES.includes(name))
}

test('every page of docs/format says what the tables say (UPDATE=1 rewrites them)', () => {
  for (const [name, text] of pages) expect(readFileSync(join(PAGES, name), 'utf8'), name).toBe(text)
})

test('docs/format has no page of a kind that is gone', () => {
  expect(listStalePages()).toEqual([])
})

test('every link in docs/format leads to a file', () => {
  for (const name of readdirSync(PAGES)) {
    const text = readFileSync(join(PAGES, name), 'utf8')
    const targets = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(match => match[1] as string)
    const broken = targets.filter(target => target !== 'coverage.md' && !existsSync(join(PAGES, target)))
    expect(broken, name).toEqual([])
  }
})
