import { asObjects, asString, type JsonObject } from '../../format/json.ts'
import { splitReminders } from './markup.ts'
import { codePart, type Part } from './part.ts'
import type { Shown } from './shown.ts'

/** Keys of an attachment's line that say what the model was given of it. */
export const GIVEN_KEYS = ['rendered', 'renderedRole', 'renderedBesideToolResult']

/** What the model was given of an attachment, as far as nothing shows it yet; the tags around it say nothing. */
export function givenParts(json: JsonObject, shown: Shown): readonly Part[] {
  const parts: Part[] = []
  for (const { content } of asObjects(json.rendered)) {
    const { text, reminders } = splitReminders(asString(content) ?? '')
    const missing = shown.missingLines([text, ...reminders].join('\n').trim()).trim()
    if (missing === '') continue
    shown.add(missing)
    parts.push(codePart(missing, { label: 'given to the model' }))
  }
  return parts
}
