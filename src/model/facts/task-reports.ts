import { asObject, asString } from '../../format/json.ts'
import { reportBackgroundTask } from './background-tasks.ts'
import type { Extractor, ExtractorInput } from './extractor.ts'
import { textOfContent } from './queued-text.ts'
import { findTag, listTags } from './tags.ts'

export interface TaskReport {
  readonly id: string
  readonly status: string | undefined
}

/** Every `<task-notification>` of a text (until 2.1.0 `<agent-notification>`); one cut off before its end counts too. */
export function parseTaskReports(text: string): readonly TaskReport[] {
  const blocks = [...listTags(text, 'task-notification'), ...listTags(text, 'agent-notification')]
  const texts = blocks.length > 0 ? blocks.map(({ inner }) => inner) : [text]
  const reports: TaskReport[] = []
  for (const block of texts) {
    const id = (findTag(block, 'task-id') ?? findTag(block, 'agent-id'))?.inner.trim()
    if (id) reports.push({ id, status: findTag(block, 'status')?.inner.trim() })
  }
  return reports
}

/** How background tasks ended, wherever the client told the model. */
export const taskReports: Extractor = {
  name: 'task reports',
  kinds: ['attachment/queued_command', 'attachment/task_status', 'queue-operation'],
  roles: ['task-notification'],
  extract(input) {
    if (input.entry.kind === 'attachment/task_status') return recordStatus(input)
    const text = notificationText(input)
    if (!text) return
    for (const { id, status } of parseTaskReports(text)) reportBackgroundTask(input.facts, id, input.entry, status)
  },
}

function recordStatus({ entry, json, facts }: ExtractorInput): void {
  const task = asObject(json.attachment)
  const id = asString(task?.taskId)
  if (id) reportBackgroundTask(facts, id, entry, asString(task?.status))
}

function notificationText({ entry, json, text }: ExtractorInput): string {
  if (entry.kind === 'user') return text
  const content = textOfContent(entry.kind === 'queue-operation' ? json.content : asObject(json.attachment)?.prompt)
  return /^\s*<(?:task|agent)-notification>/.test(content.slice(0, 100)) ? content : ''
}
