import type { ThreadEntry } from '../../model/thread-entry.ts'
import { firstLine, splitTags, tagText } from './markup.ts'
import { type Part, textPart } from './part.ts'
import type { Row } from './row.ts'
import { placeOf, type Scene, sees } from './scene.ts'

/** What background tasks told when they were done; several may stand in one entry. */
export function* reportRows(scene: Scene, entry: ThreadEntry, text: string): Iterable<Row> {
  const tag = text.includes('<task-notification>') ? 'task-notification' : 'agent-notification'
  const { blocks, rest } = splitTags(text, tag)
  for (const { body } of blocks) yield reportRow(scene, entry, body)
  const left = rest.trim()
  if (blocks.length === 0) yield reportRow(scene, entry, text)
  else if (left !== '' && sees(scene, 'all')) {
    yield {
      ...placeOf(scene, entry, 'all'),
      kind: 'notice',
      label: 'with the report',
      text: '',
      count: 1,
      parts: [textPart(left)],
    }
  }
}

function reportRow(scene: Scene, entry: ThreadEntry, body: string): Row {
  const summary = tagText(body, 'summary') ?? ''
  const parts: Part[] = []
  const isOpen = sees(scene, 'all')
  if (isOpen) {
    const result = tagText(body, 'result')
    const file = tagText(body, 'output-file')
    if (summary === '') parts.push(textPart(body.trim()))
    if (file) parts.push(textPart(file.trim(), 'output file'))
    if (result) parts.push({ kind: 'markdown', text: result })
  }
  return {
    ...placeOf(scene, entry, scene.index.starts.has(entry) ? 'prompts' : 'tools'),
    kind: 'task-report',
    taskId: (tagText(body, 'task-id') ?? tagText(body, 'agent-id') ?? '').trim(),
    status: (tagText(body, 'status') ?? '').trim(),
    summary: isOpen ? summary.trim() : firstLine(summary || body),
    isOpen,
    parts,
  }
}
