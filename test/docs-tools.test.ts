import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderToolsPage, TOOLS_PAGE } from '../scripts/docs-tools.ts'
import { TOOLS } from '../src/model/tools/table.ts'

if (process.env.UPDATE) writeFileSync(TOOLS_PAGE, renderToolsPage())

test('docs/format/tools.md says what the table says (UPDATE=1 rewrites it)', () => {
  expect(readFileSync(TOOLS_PAGE, 'utf8')).toBe(renderToolsPage())
})

test('every name of every tool stands on the page', () => {
  const page = renderToolsPage()
  for (const name of TOOLS.flatMap(tool => tool.names)) expect(page).toContain(`\`${name}\``)
})
