import { asObject } from '../../../format/json.ts'
import { codePart } from '../part.ts'
import { contentParts, fieldParts, plainOutput, type ToolView, text } from './define.ts'

export const agentView: ToolView = {
  names: ['Agent', 'Task'],
  input: input => [{ kind: 'markdown', text: text(input, 'prompt') }, ...fieldParts(input, ['prompt'])],
  output(outcome) {
    const content = contentParts(outcome.fields.content)
    return content.length > 0 ? content : plainOutput(outcome)
  },
}

export const workflowView: ToolView = {
  names: ['Workflow'],
  input: input => [codePart(text(input, 'script')), ...fieldParts(input, ['script'])],
  output: plainOutput,
}

export const messageView: ToolView = {
  names: ['SendMessage'],
  input(input) {
    const words = text(input, 'content') || text(input, 'message')
    const body = words === '' ? fieldParts(asObject(input.message) ?? {}) : [{ kind: 'markdown', text: words } as const]
    return [...fieldParts(input, ['content', 'message']), ...body]
  },
  output: plainOutput,
}
