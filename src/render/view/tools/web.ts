import { asArray, asObject, asObjects } from '../../../format/json.ts'
import { listPart, type Part } from '../part.ts'
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
      const links = asObjects(asObject(result)?.content).map(link =>
        `${text(link, 'title')} ${text(link, 'url')}`.trim(),
      )
      if (links.length > 0) parts.push(listPart(links))
    }
    return parts.length > 0 ? parts : plainOutput(outcome)
  },
}
