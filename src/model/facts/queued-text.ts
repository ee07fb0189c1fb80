import { asArray, asObject, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import { isTagged } from './tags.ts'

/** Text of queued content: a string, or the text blocks of a list, which may also hold images. */
export function textOfContent(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  const texts: string[] = []
  for (const block of asArray(content) ?? []) {
    const text = asString(asObject(block)?.text)
    if (text !== undefined) texts.push(text)
  }
  return texts.join('\n')
}

/** The text that a `queued_command` attachment repeats. */
export function queuedPrompt(json: JsonObject): string {
  return textOfContent(asObject(json.attachment)?.prompt)
}

const NOT_TYPED = [
  '<task-notification>',
  '<agent-notification>',
  '<agent-message',
  '<teammate-message',
  '<system-reminder>',
  '<bash-notification>',
]

/** The client and other agents use the same queue. */
export function isFromPerson(text: string): boolean {
  const start = text.trimStart()
  if (start.charCodeAt(0) === 0x7b) return !isTaskRecord(start)
  return start.charCodeAt(0) !== 0x3c || !NOT_TYPED.some(opening => isTagged(start, opening))
}

/**
 * Releases 2.1.45 to 2.1.50 also queue their own record of each shell command that runs for some seconds. Bookkeeping:
 * four of five queued texts of such a session are records like that.
 */
export function isTaskRecord(text: string): boolean {
  return /^\{\s*"task_id"\s*:\s*"/.test(text) && /"task_type"\s*:\s*"/.test(text)
}
