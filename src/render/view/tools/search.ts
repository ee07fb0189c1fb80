import { asStrings } from '../../../format/json.ts'
import { codePart, listPart, type Part } from '../part.ts'
import { fieldParts, plainOutput, type ToolView, text } from './define.ts'

export const searchView: ToolView = {
  names: ['Grep', 'Glob', 'ToolSearch'],
  input: input => fieldParts(input),
  output(outcome) {
    const names = asStrings(outcome.fields.filenames ?? outcome.fields.matches)
    const content = text(outcome.fields, 'content')
    const parts: Part[] = []
    if (content !== '') parts.push(codePart(content))
    if (names.length > 0) parts.push(listPart(names))
    return parts.length > 0 ? parts : plainOutput(outcome)
  },
}
