import { asArray, asObject, asString, type JsonObject, type JsonValue } from '../../format/json.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { type Around, aroundCall } from './around-call.ts'
import { isBadExit } from './badges.ts'
import {
  countData,
  findFirstResult,
  findResult,
  isMedia,
  joinText,
  mediaParts,
  toBlocks,
  toJsonText,
} from './content.ts'
import { splitExitCode, splitReminders, unwrapError } from './markup.ts'
import { codePart, type FailedStatus, type Part, textPart } from './part.ts'
import { omit, RECORD_KEYS, restParts, tidyRest } from './rest.ts'
import { readJson, type Scene } from './scene.ts'
import { Shown } from './shown.ts'
import type { Outcome } from './tools/define.ts'
import { viewOfTool } from './tools/table.ts'

/** A call opened: what the tool's own view shows, then everything recorded with it that this leaves out. */
export interface OpenedCall {
  readonly input: readonly Part[]
  readonly output: readonly Part[]
  readonly rest: readonly Part[]
}

/** What stands elsewhere: an agent's prompt and its last words among its own rows. */
export interface KnownTexts {
  readonly prompt: string
  readonly answer: string
}

/** `use` is the block of the call; empty where only the result is in the file. */
export function openCall(scene: Scene, call: ToolCall, use: JsonObject, known?: KnownTexts): OpenedCall {
  const view = viewOfTool(call.name)
  const input = asObject(use.input) ?? {}
  const outcome = call.result ? readOutcome(scene, call) : undefined
  const isKnown = known !== undefined && known.prompt !== '' && asString(input.prompt)?.trim() === known.prompt
  const around = aroundCall(scene, call)
  const inputs = isKnown ? [] : view.input(input, outcome, around)
  const outputs = outcome
    ? withoutAnswer(scene, outputParts(scene, { call, outcome, input, around }), known?.answer ?? '')
    : []
  const shown = new Shown()
  if (known) shown.add(known.answer)
  if (isKnown) shown.add(known.prompt)
  shown.addParts(inputs)
  shown.addParts(outputs)
  const drawn = view.drawn?.(outcome, input) ?? []
  const rest = [
    ...restParts({ tool: call.name.length > MAX_NAME || call.name.startsWith('mcp__') ? call.name : '' }, shown),
    ...restParts(input, shown, drawn),
    ...restParts(omit(use, USE_KEYS), shown),
    ...(asObject(use.input) || use.input === undefined ? [] : restParts({ input: use.input }, shown)),
    ...(outcome ? outcomeRest(scene, outcome, shown, drawn) : []),
  ]
  return { input: inputs, output: outputs, rest: tidyRest(rest) }
}

/** Longer names of tools are cut in their column. */
const MAX_NAME = 15
const USE_KEYS = ['type', 'id', 'name', 'input']
/** Where a block keeps its bytes. */
const MEDIA_KEYS = ['source', 'data', 'blob']
const RESULT_KEYS = ['type', 'tool_use_id', 'content', 'is_error']

interface ReadOutcome extends Outcome {
  readonly reminders: readonly string[]
  /** `Exit code 2`, where a badge says it: it is no part of the text then. */
  readonly exitLine: string
  /** The `tool_result` block. */
  readonly block: JsonObject
  /** Fields of the entry itself, told by its first result. */
  readonly entryFields: JsonObject
}

function readOutcome(scene: Scene, call: ToolCall): ReadOutcome | undefined {
  const json = call.result ? readJson(scene, call.result) : undefined
  if (!json) return undefined
  const block = findResult(json, call.id)
  const blocks = toBlocks(block?.content)
  const structured = json.toolUseResult
  const { text: whole, reminders } = splitReminders(unwrapError(joinText(blocks)))
  const said = whole === '' && !asArray(structured) ? unwrapError(asString(structured) ?? '') : whole
  const { exitLine, text } = hasExitBadge(scene, call) ? splitExitCode(said) : { exitLine: '', text: said }
  return {
    fields: asObject(structured) ?? {},
    structured,
    text,
    blocks,
    reminders,
    exitLine,
    block: block ?? {},
    entryFields: block === findFirstResult(json) ? omit(json, [...RECORD_KEYS, 'message', 'toolUseResult']) : {},
  }
}

function hasExitBadge({ index }: Scene, call: ToolCall): boolean {
  return index.commandsByCall.get(call)?.some(isBadExit) ?? false
}

interface ReadCall {
  readonly call: ToolCall
  readonly outcome: ReadOutcome
  readonly input: JsonObject
  readonly around: Around
}

function outputParts(scene: Scene, { call, outcome, input, around }: ReadCall): readonly Part[] {
  const { status } = call
  const view = viewOfTool(call.name)
  const parts: Part[] =
    status === 'ok' || status === 'pending'
      ? [...view.output(outcome, input, around)]
      : [...(view.failure?.(outcome, around) ?? failureParts(outcome, status))]
  const hasMedia = (): boolean => parts.some(part => part.kind === 'media')
  if (!hasMedia()) parts.push(...mediaParts(outcome.blocks))
  // MCP results may have their images in the structured form alone.
  if (!hasMedia() && Array.isArray(outcome.structured)) parts.push(...mediaParts(toBlocks(outcome.structured)))
  scene.view.losses.repeat('data', countData(parts))
  const kept = call.persistedPath ? scene.view.options.readToolOutput?.(call.persistedPath) : undefined
  if (kept !== undefined)
    parts.push(textPart('', `whole output, from ${call.persistedPath}`), {
      kind: 'output',
      stream: 'stdout',
      text: kept,
    })
  parts.push(...structuredContent(outcome, parts))
  for (const reminder of outcome.reminders) parts.push(textPart(reminder, 'reminder to the model'))
  return parts
}

/** What was printed up to a bad exit code is output like any other; the code itself stands in a badge. */
function failureParts({ text, exitLine }: ReadOutcome, status: FailedStatus): readonly Part[] {
  if (text.trim() === '') return []
  return [{ kind: 'output', stream: exitLine === '' ? status : 'stdout', text }]
}

/** What an MCP server answered as data, unless its text is that data. */
function structuredContent({ entryFields }: ReadOutcome, parts: readonly Part[]): readonly Part[] {
  const content = asObject(entryFields.mcpMeta)?.structuredContent
  if (content === undefined || content === null) return []
  const shown = new Shown()
  shown.addParts(parts)
  const text = toJsonText(content)
  return shown.has(text) ? [] : [codePart(text, { label: 'structured content' })]
}

/** What an agent gave back is not repeated where its own last words say it. */
function withoutAnswer(scene: Scene, parts: readonly Part[], answer: string): readonly Part[] {
  if (answer === '') return parts
  return parts.flatMap(part => {
    if (!('text' in part) || !part.text.trimStart().startsWith(answer)) return [part]
    scene.view.losses.repeat('report')
    const left = part.text.trimStart().slice(answer.length)
    return left.trim() === '' ? [] : [textPart(left)]
  })
}

function outcomeRest(scene: Scene, outcome: ReadOutcome, shown: Shown, drawn: readonly string[]): readonly Part[] {
  const parts: Part[] = []
  const missing = shown.missingLines(outcome.text)
  if (missing.trim() !== '') parts.push(textPart(missing))
  shown.add(outcome.text)
  for (const block of outcome.blocks) {
    const drawn = isMedia(block) ? ['type', ...MEDIA_KEYS] : block.type === 'text' ? ['type', 'text'] : ['type']
    parts.push(...restParts(omit(block, drawn), shown))
  }
  parts.push(...restParts(omit(outcome.block, RESULT_KEYS), shown))
  const before = shown.repeats
  parts.push(...structuredRest(outcome, shown, drawn))
  const { losses } = scene.view
  if (shown.repeats > before) losses.repeat('result')
  const isBehindPatch = drawn.includes('originalFile')
  if (isBehindPatch && (outcome.fields.originalFile || outcome.fields.originalFileContents))
    losses.repeat('file-before')
  return [...parts, ...restParts(outcome.entryFields, shown, ['structuredContent'])]
}

/** Failures are recorded once more behind a fixed word. */
const ERROR_WORD = /^Error: /

function structuredRest({ structured: value, exitLine }: ReadOutcome, shown: Shown, drawn: readonly string[]): Part[] {
  const object = asObject(value)
  if (object) return [...restParts(object, shown, drawn)]
  if (typeof value === 'string') {
    const said = unwrapError(value.replace(ERROR_WORD, ''))
    const missing = shown.missingLines(exitLine === '' ? said : splitExitCode(said).text)
    return missing.trim() === '' ? [] : [textPart(missing)]
  }
  return value === undefined ? [] : [...restParts({ result: withoutMedia(value) }, shown, drawn)]
}

/** Blocks of a result again; its images were drawn. */
function withoutMedia(value: JsonValue): JsonValue {
  return (asArray(value) ?? [value]).filter(item => !isMedia(asObject(item) ?? {}))
}
