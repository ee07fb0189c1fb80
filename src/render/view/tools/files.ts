import { asArray, asNumber, asObjects, asString, type JsonObject } from '../../../format/json.ts'
import { readPatch } from '../../../model/tools/read-patch.ts'
import { base64Bytes } from '../content.ts'
import { codePart, type DiffPart, type Hunk, type Part } from '../part.ts'
import { fieldParts, type Outcome, object, plainOutput, type ToolView, text } from './define.ts'

export const readView: ToolView = {
  names: ['Read'],
  input: input => fieldParts(input),
  output(outcome) {
    const file = object(outcome.fields, 'file')
    const content = asString(file.content)
    if (content !== undefined) return [codePart(content, { firstLine: asNumber(file.startLine) ?? 1 })]
    const data = asString(file.base64)
    if (data === undefined) return plainOutput(outcome)
    const name = text(outcome.fields, 'type') || 'file'
    return [{ kind: 'media', name, mediaType: text(file, 'type'), sizeBytes: base64Bytes(data) }]
  },
}

export const writeView: ToolView = {
  names: ['Write'],
  input: input => [codePart(text(input, 'content'), { firstLine: 1 }), ...fieldParts(input, ['content', 'file_path'])],
  output: outcome => patchOr(outcome, () => []),
}

export const editView: ToolView = {
  names: ['Edit', 'MultiEdit'],
  input(input, outcome) {
    const rest = fieldParts(input, ['file_path', 'old_string', 'new_string', 'edits'])
    // A patch shows the same lines with their numbers, unless the user changed the proposal.
    if (outcome && readHunks(outcome).length > 0 && outcome.fields.userModified !== true) return rest
    return [...proposals(input), ...rest]
  },
  output: outcome => patchOr(outcome, plainOutput),
}

export const notebookView: ToolView = {
  names: ['NotebookEdit'],
  input: input => [codePart(text(input, 'new_source')), ...fieldParts(input, ['new_source'])],
  output: plainOutput,
}

function patchOr(outcome: Outcome, otherwise: (outcome: Outcome) => readonly Part[]): readonly Part[] {
  const hunks = readHunks(outcome)
  if (hunks.length === 0) return otherwise(outcome)
  return [{ kind: 'diff', path: text(outcome.fields, 'filePath'), hunks }]
}

function readHunks(outcome: Outcome): readonly Hunk[] {
  return readPatch(outcome.structured)
}

/** What was proposed, without a place in the file. */
function proposals(input: JsonObject): readonly DiffPart[] {
  const edits = asArray(input.edits) ? asObjects(input.edits) : [input]
  const hunks = edits.map(edit => ({
    oldStart: undefined,
    newStart: undefined,
    lines: [...prefixLines('-', text(edit, 'old_string')), ...prefixLines('+', text(edit, 'new_string'))],
  }))
  return [{ kind: 'diff', path: text(input, 'file_path'), hunks }]
}

function prefixLines(prefix: string, value: string): string[] {
  return value === '' ? [] : value.split('\n').map(line => prefix + line)
}
