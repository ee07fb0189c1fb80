import { asArray, asObject, asObjects, type JsonObject } from '../../../format/json.ts'
import { type ListItem, listPart, type Part } from '../part.ts'
import { fieldParts, plainOutput, type ToolView, text } from './define.ts'

export const fetchView: ToolView = {
  names: ['WebFetch'],
  input: input => fieldParts(input),
  output(outcome) {
    const result = text(outcome.fields, 'result')
    if (result === '') return plainOutput(outcome)
    return [{ kind: 'markdown', text: result }]
  },
}

export const webSearchView: ToolView = {
  names: ['WebSearch'],
  input: input => fieldParts(input),
  output(outcome) {
    const parts: Part[] = []
    for (const result of asArray(outcome.fields.results) ?? []) {
      if (typeof result === 'string') parts.push({ kind: 'markdown', text: result })
      const links = asObjects(asObject(result)?.content).map(toLink)
      if (links.length > 0) parts.push(listPart(links))
    }
    return parts.length > 0 ? parts : plainOutput(outcome)
  },
}

/** Title first, its address behind it. */
function toLink(link: JsonObject): ListItem {
  const title = text(link, 'title')
  const url = text(link, 'url')
  return title === '' ? { mark: 'none', text: url } : { mark: 'none', text: title, note: url }
}
