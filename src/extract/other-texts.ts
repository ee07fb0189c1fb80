import { asObject, asString, type JsonObject, type JsonValue } from '../format/json.ts'
import type { EntryKind } from '../format/kinds/table.ts'
import { isFromPerson, isTaskRecord, queuedPrompt, textOfContent } from '../model/facts/queued-text.ts'
import type { TextColumn } from '../model/text-column.ts'
import { stripContext } from '../model/user-role.ts'
import { listTexts } from './list-texts.ts'
import type { TextSink } from './text-sink.ts'
import { addCommand, addPrinted } from './user-texts.ts'

/** What reading a line beside the conversation may depend on. */
export interface OtherText {
  readonly json: JsonObject
  readonly sink: TextSink
  /** Titles as last seen, by kind: the client writes them again at each start. */
  readonly titles: Map<string, string>
  hasEntry(uuid: string): boolean
}

type Reader = (input: OtherText) => void

/**
 * What is searched of all other kinds of lines: words for or by a person. Not in this list, and counted: lists of tools
 * and skills, memory files, system prompts, reminders, what hooks put into the context, kinds nobody knows. Not counted,
 * because they repeat what stands elsewhere: progress, requests as they were sent, `last-prompt`, structured results.
 */
const READERS: ReadonlyMap<EntryKind, Reader> = new Map<EntryKind, Reader>([
  ['queue-operation', readQueueOperation],
  ['attachment/queued_command', readQueuedCommand],
  ['system/local_command', readLocalCommand],
  ['summary', readSummary],
  ['custom-title', title('custom-title', 'customTitle')],
  ['ai-title', title('ai-title', 'aiTitle')],
  ['agent-name', title('agent-name', 'agentName')],
  ['tag', title('tag', 'tag')],
  ['frame-link', title('frame-link', 'title')],
  ['system', fields('note', 'content')],
  ['system/info', fields('note', 'content')],
  ['system/informational', fields('note', 'content')],
  ['system/away_summary', fields('note', 'content')],
  ['system/scheduled_task_fire', fields('note', 'content')],
  ['system/bridge_status', fields('note', 'content')],
  ['system/session_start', fields('note', 'content')],
  ['system/error', fields('note', 'content', 'error')],
  ['system/api_refusal', fields('note', 'content', 'apiRefusalExplanation')],
  ['system/model_refusal_fallback', fields('note', 'content', 'apiRefusalExplanation')],
  ['system/stop_hook_summary', fields('note', 'stopReason', 'hookErrors')],
  ['system/api_error', readApiError],
  ['attachment/goal_status', payload('note', 'condition', 'reason')],
  ['attachment/task_status', payload('note', 'description', 'deltaSummary')],
  ['attachment/plan_file_reference', payload('note', 'planContent')],
  ['attachment/structured_output', payload('answer', 'data')],
  ['attachment/hook_system_message', payload('note', 'content')],
  ['attachment/hook_blocking_error', printed('note', 'blockingError', 'stderr')],
  ['attachment/hook_non_blocking_error', printed('note', 'content', 'stderr')],
  ['attachment/hook_error_during_execution', printed('note', 'content', 'stderr')],
  ['attachment/hook_permission_decision', payload('note', 'message')],
  ['attachment/hook_stopped_continuation', payload('note', 'message')],
  ['attachment/hook_deferred_tool', payload('note', 'message')],
  ['attachment/file', readMention],
  ['attachment/directory', readMention],
  ['attachment/edited_text_file', readMention],
  ['attachment/already_read_file', readMentionAgain],
])

/** Kinds that repeat what stands elsewhere, or hold no words. */
const WORDLESS =
  /^(?:progress\/|api-request|last-prompt$|tools-used$|file-history|mode$|permission-mode$|pr-link$|worktree-state$|relocated$)/

export function readOtherTexts(kind: EntryKind, input: OtherText): void {
  // What the model was given of an attachment repeats it, wrapped in words of the client.
  if (input.json.rendered !== undefined) for (const text of listTexts(input.json.rendered)) input.sink.leaveOut(text)
  const read = READERS.get(kind)
  if (read) read(input)
  else if (!WORDLESS.test(kind)) leaveOut(input)
}

function leaveOut({ json, sink }: OtherText): void {
  const held = json.attachment ?? json.content ?? json.message
  for (const text of listTexts(held)) sink.leaveOut(text)
}

function fields(column: TextColumn, ...names: readonly string[]): Reader {
  return ({ json, sink }) => addFields(sink, column, json, names)
}

function payload(column: TextColumn, ...names: readonly string[]): Reader {
  return ({ json, sink }) => addFields(sink, column, asObject(json.attachment), names)
}

function addFields(sink: TextSink, column: TextColumn, json: JsonObject | undefined, names: readonly string[]): void {
  for (const name of names) sink.add(column, listTexts(json?.[name]).join('\n'))
}

/** Output of hooks may be of any length. */
function printed(column: TextColumn, ...names: readonly string[]): Reader {
  return ({ json, sink }) => {
    for (const name of names) sink.addOutput(column, listTexts(asObject(json.attachment)?.[name]).join('\n'))
  }
}

function title(kind: EntryKind, name: string): Reader {
  return ({ json, sink, titles }) => {
    const text = asString(json[name]) ?? ''
    if (titles.get(kind) === text) return
    titles.set(kind, text)
    sink.add('note', text)
  }
}

/** Nineteen of twenty summaries are titles of other sessions (census 4.7): they would be found in the wrong place. */
function readSummary({ json, sink, hasEntry }: OtherText): void {
  const text = asString(json.summary) ?? ''
  if (hasEntry(asString(json.leafUuid) ?? '')) sink.add('note', text)
  else sink.leaveOut(text)
}

/** Only what enters the queue: what leaves it was there before. */
function readQueueOperation({ json, sink }: OtherText): void {
  if (json.operation !== 'enqueue') return
  const text = textOfContent(json.content)
  if (isTaskRecord(text.trimStart())) sink.leaveOut(text)
  else if (text.trim() !== '') addQueued(sink, text)
}

function readQueuedCommand({ json, sink }: OtherText): void {
  addQueued(sink, queuedPrompt(json))
}

function addQueued(sink: TextSink, text: string): void {
  const words = stripContext(text)
  sink.leaveOutRest(text.trim(), words)
  sink.add(isFromPerson(text) ? 'prompt' : 'note', words)
}

function readLocalCommand({ json, sink }: OtherText): void {
  const text = asString(json.content) ?? ''
  if (text.startsWith('<command-')) addCommand(sink, text)
  else addPrinted(sink, text)
}

/** Of the error only messages: its headers are many and hold private ids. */
function readApiError({ json, sink }: OtherText): void {
  const error = asObject(json.error)
  const answer = asObject(error?.error)
  const inner = asObject(answer?.error)
  const told: readonly (JsonValue | undefined)[] = [
    json.content,
    inner?.message,
    answer?.message,
    error?.formatted,
    error?.message,
    asObject(error?.cause)?.code,
    asObject(json.cause)?.code,
  ]
  sink.addOutput('note', [...new Set(told.flatMap(listTexts))].join('\n'))
}

/** A file named by the user, with what the client read from it: like the call of a tool. */
function readMention({ json, sink }: OtherText): void {
  const { type: _, filename, path, displayPath: __, rereadEntry: ___, ...held } = asObject(json.attachment) ?? {}
  sink.add('input', asString(filename) ?? asString(path) ?? '')
  sink.addOutput('output', listTexts(asObject(asObject(held.content)?.file)?.content ?? held).join('\n'))
}

/** The model had read the file before: what stands in it was found there. */
function readMentionAgain({ json, sink }: OtherText): void {
  const { filename, content } = asObject(json.attachment) ?? {}
  sink.add('input', asString(filename) ?? '')
  for (const text of listTexts(content)) sink.leaveOut(text)
}
