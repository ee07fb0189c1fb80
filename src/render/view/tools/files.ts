import { asArray, asNumber, asObjects, asString, type JsonObject } from '../../../format/json.ts'
import { readPatch } from '../../../model/tools/read-patch.ts'
import { compareTexts } from '../../../text/text-diff.ts'
import type { Around } from '../around-call.ts'
import { base64Bytes } from '../content.ts'
import { codePart, type DiffPart, type Hunk, type Part, textPart } from '../part.ts'
import { Shown } from '../shown.ts'
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
    const mediaType = text(file, 'type') || (name === 'pdf' ? 'application/pdf' : '')
    return [{ kind: 'media', name, mediaType, sizeBytes: base64Bytes(data), base64: data }]
  },
  drawn: () => ['base64'],
}

export const writeView: ToolView = {
  names: ['Write'],
  input: input => [codePart(text(input, 'content'), { firstLine: 1 }), ...fieldParts(input, ['content', 'file_path'])],
  output: (outcome, input, around) => patchOr(outcome, () => changeParts(outcome, input, around)),
  drawn: outcome => (outcome && readHunks(outcome).length > 0 ? PATCH_FIELDS : []),
}

export const editView: ToolView = {
  names: ['Edit', 'MultiEdit'],
  input(input, outcome) {
    if (!outcome || readHunks(outcome).length === 0) return [proposal(input)]
    // A patch shows the same lines with their numbers, unless the user changed the proposal.
    return isInPatch(input, outcome) ? [] : [{ ...proposal(input), label: 'asked for' }]
  },
  output(outcome, input) {
    const [patch, ...others] = patchOr(outcome, plainOutput)
    if (patch?.kind !== 'diff' || isInPatch(input, outcome)) return patch ? [patch, ...others] : []
    return [{ ...patch, label: 'as written' }, ...others]
  },
  drawn(outcome, input) {
    const names = ['old_string', 'new_string', 'edits']
    if (!outcome) return names
    if (outcome.fields.oldString === input.old_string) names.push('oldString')
    if (outcome.fields.newString === input.new_string) names.push('newString')
    return readHunks(outcome).length > 0 ? [...names, ...PATCH_FIELDS] : names
  },
}

export const notebookView: ToolView = {
  names: ['NotebookEdit'],
  input: input => [codePart(text(input, 'new_source')), ...fieldParts(input, ['new_source'])],
  output: plainOutput,
}

/** Without a recorded patch: the difference to the file as it was, or as the session last saw it. */
function changeParts(outcome: Outcome, input: JsonObject, around: Around): readonly Part[] {
  const path = text(input, 'file_path')
  const hunks = findChange(outcome, input, around) ?? []
  if (hunks.length === 0) return []
  const change: Part = { kind: 'diff', path, hunks }
  const isRecorded = asString(outcome.fields.originalFile) !== undefined
  return isRecorded ? [change] : [textPart('the file as this session last saw it', 'compared with'), change]
}

/** What a written file changed where no patch says so; undefined where nobody knows what was there. */
export function findChange(
  outcome: Pick<Outcome, 'fields' | 'text'>,
  input: JsonObject,
  around: Pick<Around, 'fileBefore'>,
): readonly Hunk[] | undefined {
  const isNew = outcome.fields.type === 'create' || outcome.text.startsWith('File created')
  const recorded = asString(outcome.fields.originalFile)
  const before = recorded ?? (isNew ? undefined : around.fileBefore(text(input, 'file_path')))
  return before === undefined ? undefined : compareTexts(before, text(input, 'content'))
}

/** The patch itself, and the file it was made for. */
const PATCH_FIELDS = ['structuredPatch', 'originalFile', 'originalFileContents']

/** Every text of the proposal stands in the patch; lines between two hunks do not. */
function isInPatch(input: JsonObject, outcome: Outcome): boolean {
  const hunks = readHunks(outcome)
  if (hunks.length === 0 || outcome.fields.userModified === true) return false
  const shown = new Shown()
  shown.addParts([{ kind: 'diff', path: '', hunks }])
  return editsOf(input).every(edit => shown.holds(text(edit, 'old_string')) && shown.holds(text(edit, 'new_string')))
}

function editsOf(input: JsonObject): readonly JsonObject[] {
  return asArray(input.edits) ? asObjects(input.edits) : [input]
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
function proposal(input: JsonObject): DiffPart {
  const hunks = editsOf(input).map(edit => ({
    oldStart: undefined,
    newStart: undefined,
    lines: [...prefixLines('-', text(edit, 'old_string')), ...prefixLines('+', text(edit, 'new_string'))],
  }))
  return { kind: 'diff', path: text(input, 'file_path'), hunks }
}

/** A newline at the end ends the last line: it begins no other. */
function prefixLines(prefix: string, value: string): string[] {
  if (value === '') return []
  const lines = value.endsWith('\n') ? value.slice(0, -1) : value
  return lines.split('\n').map(line => prefix + line)
}
