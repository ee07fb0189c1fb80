import { asString, type JsonObject } from '../../../format/json.ts'
import type { HumanInput } from '../../../model/facts/facts.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import { PLAN_TEXT, stripContext, type UserRole } from '../../../model/user-role.ts'
import { answerRow } from '../answers.ts'
import { headlineOf, lateResultRows, strayResultRows } from '../calls.ts'
import { compactionRow } from '../compaction.ts'
import { countData, joinText, mediaParts, readBlocks, readDocuments, readMedia, toBlocks } from '../content.ts'
import { foldText } from '../fold-text.ts'
import type { LossSubject } from '../losses.ts'
import { firstLine, parseCommand, rejectionWords, splitTags, tagText } from '../markup.ts'
import { messageRows } from '../messages.ts'
import { textPart } from '../part.ts'
import { reportRows } from '../reports.ts'
import type { InputRow, InputSource, Row } from '../row.ts'
import { type Presenter, placeOf, readJson, type Scene, sees } from '../scene.ts'
import { withRest } from '../with-rest.ts'

type UserPresenter = (scene: Scene, entry: ThreadEntry, json: JsonObject, text: string) => Iterable<Row>

/** What a `user` entry is to a reader decides how it is shown. */
const BY_ROLE: { readonly [Role in UserRole]: UserPresenter } = {
  prompt: promptRows('prompt'),
  'program-prompt': promptRows('program-prompt'),
  'agent-prompt': promptRows('agent-prompt'),
  'scheduled-prompt': promptRows('scheduled'),
  'plan-handover': promptRows('plan-handover'),
  memory: (scene, entry, _json, text) => [inputRow(scene, entry, 'memory', tagText(text, 'user-memory-input') ?? text)],
  command: (scene, entry, _json, text) => [commandRow(scene, entry, text)],
  'shell-input': (scene, entry, _json, text) => [inputRow(scene, entry, 'shell', tagText(text, 'bash-input') ?? text)],
  'command-output': (scene, entry, _json, text) => commandOutputRows(scene, entry, text),
  'shell-output': (scene, entry, _json, text) =>
    outputRows(scene, entry, 'shell', {
      stdout: tagText(text, 'bash-stdout') ?? '',
      stderr: tagText(text, 'bash-stderr') ?? '',
    }),
  interruption: (scene, entry, _json, text) => [
    { ...placeOf(scene, entry, 'tools'), kind: 'interruption', text: sees(scene, 'all') ? text : firstLine(text) },
  ],
  'task-notification': (scene, entry, _json, text) => reportRows(scene, entry, text),
  'teammate-message': (scene, entry, _json, text) => messageRows(scene, entry, text),
  'compact-summary': summaryRows,
  'tool-result': resultRows,
  injected: quietRows('injected'),
  context: quietRows('context'),
}

/** Roles a level below `all` does not show, and what each is counted as. */
const UNSEEN: Partial<{ readonly [Role in UserRole]: LossSubject }> = {
  'command-output': 'output',
  'shell-output': 'output',
  interruption: 'interruption',
  'task-notification': 'report',
  'teammate-message': 'message',
  'compact-summary': 'compaction',
  injected: 'injected',
  context: 'injected',
}

export const presentUser: Presenter = function* (scene, entry) {
  const role = entry.role ?? 'prompt'
  const subject = UNSEEN[role]
  const needed = role === 'injected' || role === 'context' ? 'all' : scene.index.starts.has(entry) ? 'prompts' : 'tools'
  if (subject && !sees(scene, needed)) {
    // A compaction is counted once, at its boundary.
    if (role !== 'compact-summary' || scene.index.segmentsByEntry.has(entry)) scene.view.losses.add(subject)
    return
  }
  if (role === 'tool-result' && !needsResult(scene, entry)) return
  const json = readJson(scene, entry)
  if (json) yield* withRest(scene, entry, json, BY_ROLE[role](scene, entry, json, joinText(readBlocks(json))))
}

export function inputRow(scene: Scene, entry: ThreadEntry, source: InputSource, text: string): InputRow {
  const cut = sees(scene, 'all') ? undefined : foldText(text)
  if (cut) scene.view.losses.add('prompt-cut')
  const { text: shown, fold } = cut ?? { text, fold: undefined }
  return {
    ...placeOf(scene, entry, 'prompts'),
    kind: 'input',
    source,
    text: shown,
    fold,
    note: '',
    media: [],
    questions: [],
  }
}

/** Images and documents stand with the words; what a document says only where everything is shown. */
export function withMedia(scene: Scene, row: InputRow, blocks: readonly JsonObject[]): InputRow {
  const media = readMedia(blocks)
  scene.view.losses.repeat('data', countData(media))
  const rest = sees(scene, 'all') ? readDocuments(blocks) : []
  return rest.length > 0 ? { ...row, media, rest } : { ...row, media }
}

export function commandRow(scene: Scene, entry: ThreadEntry, text: string): InputRow {
  const { name, args } = parseCommand(text)
  return inputRow(scene, entry, 'command', args === '' ? name : `${name} ${args}`)
}

export function* commandOutputRows(scene: Scene, entry: ThreadEntry, text: string): Iterable<Row> {
  yield* outputRows(scene, entry, 'command', {
    stdout: tagText(text, 'local-command-stdout') ?? '',
    stderr: tagText(text, 'local-command-stderr') ?? '',
  })
}

/** Empty outputs are normal and say nothing. */
function* outputRows(
  scene: Scene,
  entry: ThreadEntry,
  of: 'command' | 'shell',
  streams: { stdout: string; stderr: string },
): Iterable<Row> {
  if (streams.stdout.trim() === '' && streams.stderr.trim() === '') return
  const isOpen = sees(scene, 'all')
  if (!isOpen) scene.view.losses.add('output')
  yield { ...placeOf(scene, entry, 'tools'), kind: 'output', of, ...streams, isOpen }
}

function promptRows(source: InputSource): UserPresenter {
  return function* (scene, entry, json, text) {
    const words = stripContext(text)
    if (words !== text.trim() && sees(scene, 'all')) yield* contextRows(scene, entry, text)
    const isFolded = source === 'plan-handover' && !sees(scene, 'all')
    if (isFolded) scene.view.losses.add('plan')
    const row = inputRow(scene, entry, source, isFolded ? planTitle(words) : words)
    yield withMedia(scene, row, readBlocks(json))
  }
}

/** The words after the fixed opening: a plan begins with its heading. */
function planTitle(words: string): string {
  const body = words.startsWith(PLAN_TEXT) ? words.slice(PLAN_TEXT.length) : words
  return firstLine(body).replace(/^#+\s*/, '')
}

const CONTEXT_TAGS = [
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'system-reminder',
  'user-prompt-submit-hook',
]

/** The blocks that the client or the IDE put around the words of a prompt. */
function* contextRows(scene: Scene, entry: ThreadEntry, text: string): Iterable<Row> {
  for (const tag of CONTEXT_TAGS) {
    for (const { body } of splitTags(text, tag).blocks) {
      yield {
        ...placeOf(scene, entry, 'all'),
        kind: 'notice',
        label: tag,
        text: '',
        count: 1,
        parts: [textPart(body.trim())],
      }
    }
  }
}

function quietRows(label: string): UserPresenter {
  return function* (scene, entry, json, text) {
    const media = mediaParts(readBlocks(json))
    const name = quietLabel(scene, entry, json) ?? label
    yield {
      ...placeOf(scene, entry, 'all'),
      kind: 'notice',
      label: name,
      text: '',
      count: 1,
      parts: [textPart(text), ...media],
    }
  }
}

/** The body of a skill or of a slash command, which the client puts behind the call or the command. */
function quietLabel(scene: Scene, entry: ThreadEntry, json: JsonObject): string | undefined {
  if (asString(json.sourceToolUseID)) return 'skill text'
  const before = scene.thread.findEntry(asString(json.parentUuid) ?? '') ?? scene.thread.entries[entry.index - 1]
  return before?.role === 'command' ? 'command text' : undefined
}

function* summaryRows(scene: Scene, entry: ThreadEntry): Iterable<Row> {
  const segment = scene.index.segmentsByEntry.get(entry)?.[0]
  if (segment && !segment.boundary) yield compactionRow(scene, entry, segment)
}

/** A result is read for what the user said in it, for words beside it, and where its call is missing. */
function needsResult(scene: Scene, entry: ThreadEntry): boolean {
  if (scene.index.inputsByEntry.has(entry) || sees(scene, 'all')) return true
  const calls = scene.index.callsByResult.get(entry) ?? []
  return sees(scene, 'tools') && calls.some(call => !call.use || scene.view.runningCalls.has(call))
}

function* resultRows(scene: Scene, entry: ThreadEntry, json: JsonObject, text: string): Iterable<Row> {
  for (const call of scene.index.callsByResult.get(entry) ?? []) {
    if (!sees(scene, 'tools')) break
    if (!call.use) yield* strayResultRows(scene, entry, call)
    else if (scene.view.isLive) yield* lateResultRows(scene, entry, call)
  }
  for (const input of distinctInputs(scene, entry)) yield* humanRows(scene, entry, input, json)
  if (text.trim() === '' || !sees(scene, 'all')) return
  if (text.startsWith('[Request interrupted by user'))
    yield { ...placeOf(scene, entry, 'all'), kind: 'interruption', text }
  else
    yield {
      ...placeOf(scene, entry, 'all'),
      kind: 'notice',
      label: 'beside the result',
      text: '',
      count: 1,
      parts: [textPart(text)],
    }
}

/** Each question of a call has its own answer; they are shown together. */
function distinctInputs(scene: Scene, entry: ThreadEntry): readonly HumanInput[] {
  const inputs = scene.index.inputsByEntry.get(entry) ?? []
  const firstAnswer = inputs.find(input => input.source === 'answer')
  return inputs.filter(input => input.source !== 'answer' || input === firstAnswer)
}

function* humanRows(scene: Scene, entry: ThreadEntry, input: HumanInput, json: JsonObject): Iterable<Row> {
  if (input.source === 'answer') yield answerRow(scene, entry, input, json)
  else if (input.source === 'rejection' || input.source === 'plan-feedback') {
    yield {
      ...inputRow(scene, entry, input.source, rejectionIn(json) || input.text),
      note: input.call ? headlineOf(scene, input.call) : '',
    }
  } else yield inputRow(scene, entry, input.source, input.text)
}

function rejectionIn(json: JsonObject): string {
  for (const block of readBlocks(json)) {
    const words = block.type === 'tool_result' ? rejectionWords(joinText(toBlocks(block.content))) : ''
    if (words !== '') return words
  }
  return ''
}
