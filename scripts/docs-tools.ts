/** The page docs/format/tools.md, from the table in src/model/tools: `npm run docs`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FieldTable } from '../src/format/fields.ts'
import type { ToolDefinition } from '../src/model/tools/define.ts'
import { TOOLS } from '../src/model/tools/table.ts'

export const TOOLS_PAGE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'format', 'tools.md')

export function renderToolsPage(): string {
  const parts = [
    '# Tools',
    '<!-- Made by scripts/docs-tools.ts from src/model/tools; change those files. -->',
    'What the model can call. The call is a `tool_use` [block](blocks.md) of an [assistant](assistant.md) line with the fields under "input"; its result is a `tool_result` block of a [user](user.md) line, paired by id, with the fields under "result" in `toolUseResult` beside it.',
    'Any field may be missing or of another shape: models write numbers as texts, and bad JSON becomes an empty object. A result may always be a text instead of an object, which means an error or a rejection, and in files of subagents there is often none but the text of the block. "Code only" means: known from the code or the survey of another project, not from a recorded session of ours.',
    renderIndex(),
    ...TOOLS.flatMap(renderTool),
  ]
  return `${parts.join('\n\n')}\n`
}

function renderIndex(): string {
  const rows = TOOLS.map(({ names, about }) => `| ${names.map(quote).join(', ')} | ${escapeCell(about)} |`)
  return `| tool | what it does |\n|---|---|\n${rows.join('\n')}`
}

function renderTool({ names, about, seen, input, result, isOpen }: ToolDefinition): string[] {
  const [name, ...older] = names
  const also = older.length > 0 ? ` Also named ${older.map(quote).join(', ')}.` : ''
  const rows = [...listRows('input', input), ...listRows('result', result)]
  const table = `| part | field | shape | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
  const open = isOpen ? ' Its fields are free.' : rows.length === 0 ? ' It has no fields.' : ''
  return [`## ${quote(name ?? '')}`, `${about}${also}${open}`, `Seen: ${seen}.`, ...(rows.length > 0 ? [table] : [])]
}

function listRows(part: string, table: FieldTable): readonly string[] {
  return Object.entries(table).map(
    ([name, [shape, about]]) =>
      `| ${part} | ${quote(name)} | ${shape.replaceAll('|', ' or ')} | ${escapeCell(about)} |`,
  )
}

function quote(text: string): string {
  return `\`${text}\``
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
