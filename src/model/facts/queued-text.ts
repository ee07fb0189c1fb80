import { asArray, asObject, asString, type JsonValue } from '../../format/json.ts'

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

const NOT_TYPED = [
  '<task-notification>',
  '<agent-notification>',
  '<teammate-message',
  '<system-reminder>',
  '<bash-notification>',
]

/** The client and other agents use the same queue. */
export function isFromPerson(text: string): boolean {
  const start = text.trimStart()
  return start.charCodeAt(0) !== 0x3c || !NOT_TYPED.some(opening => start.startsWith(opening))
}
