import { asArray, asObject, type JsonValue } from '../../format/json.ts'
import { stripTags } from '../facts/tags.ts'

/** Text of a `tool_result` block's content: the string itself, or its text blocks joined by newlines. */
export function readResultText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  const texts: string[] = []
  for (const item of asArray(content) ?? []) {
    const text = typeof item === 'string' ? item : asObject(item)?.text
    if (typeof text === 'string') texts.push(text)
  }
  return texts.join('\n')
}

/** Without the client's `<system-reminder>` blocks, which are no output of the tool. */
export function stripReminders(text: string): string {
  return stripTags(text, 'system-reminder')
}
