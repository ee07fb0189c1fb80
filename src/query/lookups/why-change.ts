import { asArray, asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import { type PatchHunk, readPatch } from '../../model/tools/read-patch.ts'
import type { EntryReader } from '../search/entry-reader.ts'
import type { TouchRow } from './file-touches.ts'

/** What a call made of a file, as far as its entries tell. */
export interface Change {
  readonly hunks: readonly NewHunk[]
  /** Added lines are known to be new. Not so for a whole file written over another: it repeats what stood there. */
  readonly isExact: boolean
  /** All lines after the change, where they are known. */
  readonly after: readonly string[] | undefined
}

/** One changed place as it reads afterwards. */
export interface NewHunk {
  readonly lines: readonly NewLine[]
  /** First and last line may be parts of a line: the text of the call, not of the file. */
  readonly isCut: boolean
}

export interface NewLine {
  readonly text: string
  readonly isAdded: boolean
}

/** Undefined where the entries are not there any more, or say nothing about lines. */
export function readChange(entries: EntryReader, row: TouchRow): Change | undefined {
  const outcome = asObject(readEntry(entries, row, row.result_entry)?.toolUseResult)
  return (
    (outcome && readOutcome(outcome, row)) ??
    readInput(findInput(readEntry(entries, row, row.use_entry), row.call_id), row.action === 'create')
  )
}

export function splitLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** The client records a patch with two spaces for each tab a line begins with, and without the end of the line. */
export function comparable(line: string): string {
  return line.replace(/\r$/, '').replace(/^\t+/, tabs => '  '.repeat(tabs.length))
}

function readEntry(entries: EntryReader, { session, agent }: TouchRow, number: number | null): JsonObject | undefined {
  if (number === null) return undefined
  const [entry] = entries.list({ session, agent }, 'number = ?', [number])
  const json = entry && entries.read(entry)
  // Of some subagents only the copies in progress lines of the main file are there.
  return asObject(asObject(json?.data)?.message) ?? json
}

function findInput(json: JsonObject | undefined, callId: string | null): JsonObject | undefined {
  const blocks = asObjects(asObject(json?.message)?.content)
  return asObject(blocks.find(block => block.id === callId)?.input)
}

/** One entry may hold results of several calls and the structured result of the first alone. */
function readOutcome(outcome: JsonObject, { path, action }: TouchRow): Change | undefined {
  const shell = asObjects(asObject(outcome.bashEditDiff)?.files).find(file => file.filePath === path)
  if (shell) return fromPatch(readPatch(asArray(shell.hunks)), undefined)
  if (asString(outcome.filePath) !== path) return undefined
  const content = asString(outcome.content)
  const original = asString(outcome.originalFile) ?? asString(outcome.originalFileContents)
  const hunks = readPatch(outcome)
  if (hunks.length > 0) return fromPatch(hunks, content === undefined ? original : undefined, content)
  return content === undefined ? undefined : fromContent(content, action === 'create')
}

function fromPatch(hunks: readonly PatchHunk[], original: string | undefined, content?: string): Change {
  const after = content === undefined ? original && applyPatch(splitLines(original), hunks) : splitLines(content)
  return {
    hunks: hunks.map(hunk => ({ lines: newLines(hunk), isCut: false })),
    isExact: true,
    after: after || undefined,
  }
}

function newLines({ lines }: PatchHunk): readonly NewLine[] {
  return lines
    .filter(line => line.startsWith('+') || line.startsWith(' '))
    .map(line => ({ text: line.slice(1), isAdded: line.startsWith('+') }))
}

/** Where the patch does not fit the file, the lines come out wrong: they are shown, and nothing is built on them. */
function applyPatch(original: readonly string[], hunks: readonly PatchHunk[]): readonly string[] {
  const result: string[] = []
  let next = 0
  for (const hunk of [...hunks].sort((a, b) => a.oldStart - b.oldStart)) {
    const start = Math.max(next, hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1)
    result.push(...original.slice(next, start), ...newLines(hunk).map(({ text }) => text))
    next = start + hunk.oldLines
  }
  return [...result, ...original.slice(next)]
}

function fromContent(content: string, isNew: boolean): Change {
  const lines = splitLines(content)
  return {
    hunks: [{ lines: lines.map(text => ({ text, isAdded: true })), isCut: false }],
    isExact: isNew,
    after: lines,
  }
}

/** The call itself: files of subagents often lack the structured result. */
function readInput(input: JsonObject | undefined, isNew: boolean): Change | undefined {
  const content = asString(input?.content)
  if (content !== undefined) return fromContent(content, isNew)
  const cell = asString(input?.new_source)
  if (cell !== undefined) return { ...fromContent(cell, true), after: undefined }
  const edits = asArray(input?.edits) ? asObjects(input?.edits) : [input ?? {}]
  const hunks = edits.flatMap(edit => {
    const text = asString(edit.new_string)
    return text === undefined ? [] : [{ lines: compareTexts(asString(edit.old_string) ?? '', text), isCut: true }]
  })
  return hunks.length === 0 ? undefined : { hunks, isExact: true, after: undefined }
}

/** Lines that both texts begin or end with are not new. */
function compareTexts(before: string, after: string): readonly NewLine[] {
  const [old, lines] = [before.split('\n'), after.split('\n')]
  const most = Math.min(old.length, lines.length)
  let first = 0
  while (first < most && old[first] === lines[first]) first++
  let last = 0
  while (last < most - first && old[old.length - 1 - last] === lines[lines.length - 1 - last]) last++
  return lines.map((text, at) => ({ text, isAdded: at >= first && at < lines.length - last }))
}
