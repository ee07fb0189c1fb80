import { asArray, asNumber, asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import type { FileTouch } from '../../model/facts/facts.ts'
import { applyEdit } from '../../model/tools/apply-edit.ts'
import { readPatch } from '../../model/tools/read-patch.ts'
import { compareTexts } from '../../text/text-diff.ts'
import { isByShell } from './inspect-files.ts'
import type { CallRecord } from './session-threads.ts'

/** As in a unified diff: lines begin with a space, `+`, `-` or `\`. What `render` draws as a difference. */
export interface DiffHunk {
  /** Undefined where the place in the file is not known. */
  readonly oldStart: number | undefined
  readonly newStart: number | undefined
  readonly lines: readonly string[]
}

/** What one call made of a file, as far as its entries tell. */
export interface FileChange {
  /** All of the file before; empty where there was none, undefined where nobody recorded it. */
  readonly before: string | undefined
  /** All of it afterwards, given what it was before. */
  after(before: string | undefined): string | undefined
  /** The changed lines; without numbers where only words are recorded. */
  hunks(): readonly DiffHunk[]
}

export function readFileChange(touch: FileTouch, { input, result }: CallRecord): FileChange {
  if (isByShell(touch)) return shellChange(touch, result)
  if (touch.call.name === 'NotebookEdit') return notebookChange(input, result)
  // One entry may hold the results of several calls and say more of the first alone.
  const own = asString(result.filePath) === touch.path ? result : {}
  return touch.action === 'edit' ? editChange(input, own) : writeChange(touch, input, own)
}

/** A whole file as Read gave it; undefined where it was only a part, or no text. */
export function readWholeFile({ result }: CallRecord): string | undefined {
  const { content, startLine, numLines, totalLines } = asObject(result.file) ?? {}
  const isWhole = (asNumber(startLine) ?? 1) <= 1 && totalLines !== undefined && numLines === totalLines
  return isWhole ? asString(content) : undefined
}

function writeChange({ action }: FileTouch, input: JsonObject, result: JsonObject): FileChange {
  const content = asString(result.content) ?? asString(input.content)
  const before = asString(result.originalFile) ?? (action === 'create' ? '' : undefined)
  const patch = readPatch(result)
  return {
    before,
    after: () => content,
    hunks() {
      if (patch.length > 0) return patch
      return (before === undefined ? undefined : compareWhole(before, content ?? '')) ?? addedLines(content ?? '')
    },
  }
}

function editChange(input: JsonObject, result: JsonObject): FileChange {
  const recorded = asString(result.originalFile) ?? asString(result.originalFileContents)
  // The result has the words as they stand in the file, and as the person changed them.
  const words = asString(result.oldString) === undefined && !asArray(result.edits) ? input : result
  const isUnknown = result.userModified === true && words === input
  const patch = readPatch(result)
  return {
    before: recorded,
    after: before => (before === undefined || isUnknown ? undefined : applyEdit(before, words)),
    hunks: () => (patch.length > 0 ? patch : editsOf(words).map(replacedLines)),
  }
}

function editsOf(fields: JsonObject): readonly JsonObject[] {
  return asArray(fields.edits) ? asObjects(fields.edits) : [fields]
}

function replacedLines(edit: JsonObject): DiffHunk {
  const before = asString(edit.old_string) ?? asString(edit.oldString) ?? ''
  const after = asString(edit.new_string) ?? asString(edit.newString) ?? ''
  const lines = compareTexts(before, after)?.flatMap(hunk => hunk.lines)
  return {
    oldStart: undefined,
    newStart: undefined,
    lines: lines?.filter(line => !line.startsWith('\\')) ?? [...prefixLines('-', before), ...prefixLines('+', after)],
  }
}

function notebookChange(input: JsonObject, result: JsonObject): FileChange {
  const after = asString(result.updated_file)
  const lines = prefixLines('+', asString(input.new_source) ?? '')
  return {
    before: asString(result.original_file),
    after: () => after,
    hunks: () => (lines.length === 0 ? [] : [{ oldStart: undefined, newStart: undefined, lines }]),
  }
}

/** The client compares files before and after a command, and records the lines around what changed. */
function shellChange({ path, action }: FileTouch, result: JsonObject): FileChange {
  const file = asObjects(asObject(result.bashEditDiff)?.files).find(one => one.filePath === path)
  const patch = readPatch(asArray(file?.hunks))
  return {
    before: action === 'create' ? '' : undefined,
    after: () => (action === 'delete' ? '' : undefined),
    hunks: () => patch,
  }
}

/** From one whole text to another; a new or deleted file needs no comparing, however large. */
export function compareWhole(before: string, after: string): readonly DiffHunk[] | undefined {
  const hunks = compareTexts(before, after)
  if (hunks || (before !== '' && after !== '')) return hunks
  return before === '' ? addedLines(after) : [{ oldStart: 1, newStart: 0, lines: prefixLines('-', before) }]
}

function addedLines(content: string): readonly DiffHunk[] {
  return content === '' ? [] : [{ oldStart: 0, newStart: 1, lines: prefixLines('+', content) }]
}

/** A newline at the end ends the last line: it begins no other. */
function prefixLines(prefix: string, text: string): readonly string[] {
  if (text === '') return []
  const lines = text.endsWith('\n') ? text.slice(0, -1) : text
  return lines.split('\n').map(line => prefix + line)
}
