import { asArray, asNumber, asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import { applyEdit } from '../../model/tools/apply-edit.ts'
import { readPatch } from '../../model/tools/read-patch.ts'
import { applyHunks, isSameInPatch } from './apply-hunks.ts'
import { ABSENT, type FileContent, recordedForm, textContent } from './file-content.ts'

/** What the record of one call, or one backup, tells about the content of a file. */
export interface StepRecord {
  /** All of the file right before; undefined where it is not recorded. */
  readonly before: FileContent | undefined
  /** All of it right after, told by the record alone. */
  readonly after: FileContent | undefined
  /** What it makes of a known content; undefined for what changes nothing. */
  readonly change: ((before: FileContent) => FileContent | undefined) | undefined
}

export interface RecordedCall {
  readonly tool: string
  readonly path: string
  readonly action: string
  readonly input: JsonObject
  /** `toolUseResult` where it is an object. */
  readonly result: JsonObject
}

export function readStepRecord(call: RecordedCall): StepRecord {
  if (call.action === 'read') return readRead(call)
  if (!FILE_TOOLS.has(call.tool)) return readShell(call)
  // One entry may hold the results of several calls and say more of the first alone.
  const isOwn = asString(call.result.filePath) === call.path || call.tool === 'NotebookEdit'
  const result = isOwn ? call.result : {}
  if (call.tool === 'NotebookEdit') return readNotebook(result)
  return call.action === 'edit' ? readEdit(call.input, result) : readWrite(call, result)
}

const FILE_TOOLS = new Set(['Edit', 'MultiEdit', 'NotebookEdit', 'Read', 'NotebookRead', 'Write'])

/** A step that tells nothing but that something happened. */
export const NOTHING_TOLD: StepRecord = { before: undefined, after: undefined, change: undefined }

/** Only a file read to its end: a part of one says nothing about the rest. Measured: it equals the file byte by byte. */
function readRead({ result, path }: RecordedCall): StepRecord {
  const file = asObject(result.file) ?? {}
  const content = asString(file.content)
  const isWhole = (asNumber(file.startLine) ?? 1) <= 1 && asNumber(file.totalLines) === asNumber(file.numLines)
  const isOwn = asString(file.filePath) === path && asNumber(file.totalLines) !== undefined
  return isWhole && isOwn && content !== undefined ? { ...NOTHING_TOLD, after: textContent(content) } : NOTHING_TOLD
}

function readWrite({ action, input }: RecordedCall, result: JsonObject): StepRecord {
  const content = asString(result.content) ?? asString(input.content)
  const original = asString(result.originalFile)
  const before = original === undefined ? (action === 'create' ? ABSENT : undefined) : textContent(original)
  const after = content === undefined ? undefined : textContent(content)
  return { before, after, change: () => after }
}

function readEdit(input: JsonObject, result: JsonObject): StepRecord {
  const original = asString(result.originalFile) ?? asString(result.originalFileContents)
  const before = original === undefined ? undefined : textContent(original)
  const change = (content: FileContent): FileContent | undefined => editContent(content, input, result)
  if (before) return { before, after: change(before), change }
  const isNew = input.old_string === '' && asString(input.new_string) !== undefined
  return { before, after: isNew ? textContent(asString(input.new_string) ?? '') : undefined, change }
}

/**
 * The result has the words as they stand in the file and as the person left them; the patch says whether that is so.
 * Where they disagree, the patch has what was written.
 */
function editContent(content: FileContent, input: JsonObject, result: JsonObject): FileContent | undefined {
  const text = content.kind === 'text' ? recordedForm(content.text) : content.kind === 'absent' ? '' : undefined
  if (text === undefined) return undefined
  const hasWords = asString(result.oldString) !== undefined || asArray(result.edits) !== undefined
  const edited = applyEdit(text, hasWords ? result : input)
  const hunks = readPatch(result)
  const patched = hunks.length === 0 ? undefined : applyHunks(text, hunks)
  const isTold = result.userModified !== true || hasWords
  const made = patched === undefined || (edited !== undefined && isSameInPatch(edited, patched)) ? edited : patched
  if (made === undefined || (patched === undefined && !isTold)) return undefined
  return textContent(withMarkOf(content, made))
}

/** An edit leaves the byte order mark where it is, whether its record shows it or not. */
function withMarkOf(content: FileContent, made: string): string {
  const hasMark = content.kind === 'text' && content.text.startsWith('\ufeff')
  return hasMark && !made.startsWith('\ufeff') ? `\ufeff${made}` : made
}

function readNotebook(result: JsonObject): StepRecord {
  const [before, after] = [asString(result.original_file), asString(result.updated_file)]
  const made = after === undefined ? undefined : textContent(after)
  return { before: before === undefined ? undefined : textContent(before), after: made, change: () => made }
}

/** The client compares files before and after a command, and records the lines around what changed. */
function readShell({ path, action, result }: RecordedCall): StepRecord {
  const file = asObjects(asObject(result.bashEditDiff)?.files).find(one => one.filePath === path)
  const hunks = readPatch(asArray(file?.hunks))
  const patch = (content: FileContent): FileContent | undefined => {
    const patched =
      content.kind === 'binary' ? undefined : applyHunks(content.kind === 'text' ? content.text : '', hunks)
    return patched === undefined || hunks.length === 0 ? undefined : textContent(patched)
  }
  if (action === 'delete') return { before: undefined, after: ABSENT, change: () => ABSENT }
  if (action === 'create') return { before: ABSENT, after: patch(ABSENT), change: () => patch(ABSENT) }
  return { before: undefined, after: undefined, change: patch }
}
