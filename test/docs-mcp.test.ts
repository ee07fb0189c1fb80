import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MCP_PAGE, renderMcpPage } from '../scripts/docs-mcp.ts'
import { inputOf } from '../src/surfaces/mcp/frame.ts'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'

if (process.env.UPDATE) writeFileSync(MCP_PAGE, renderMcpPage())

test('docs/mcp.md says what the rows say (UPDATE=1 rewrites it)', () => {
  expect(readFileSync(MCP_PAGE, 'utf8')).toBe(renderMcpPage())
})

test('every tool has a name of its own, and says what it is for and what its arguments mean', () => {
  const names = TOOLS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const tool of TOOLS) {
    expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)*$/)
    for (const [name, field] of Object.entries(inputOf(tool).shape)) {
      expect(field.description?.length ?? 0, `${tool.name}: ${name}`).toBeGreaterThan(8)
    }
  }
})
