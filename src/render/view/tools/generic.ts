import { fieldParts, plainOutput, type ToolView } from './define.ts'

/** Any tool we know nothing about, MCP tools among them. */
export const genericView: ToolView = {
  names: [],
  input: input => fieldParts(input),
  output(outcome) {
    const plain = plainOutput(outcome)
    return plain.length > 0 ? plain : fieldParts(outcome.fields)
  },
}
