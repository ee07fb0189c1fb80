/**
 * How a tool's input and result are opened for reading. One small file per family, one row in `table.ts`; a tool without
 * one is shown field by field. Nothing is left out: what a tool's own parts do not show comes last, by name (`rest.ts`).
 */
import { asObject, asString, type JsonObject, type JsonValue } from '../../../format/json.ts'
import type { Around } from '../around-call.ts'
import { isMedia, joinText, mediaParts, toBlocks, toJsonText } from '../content.ts'
import { codePart, type Part, textPart } from '../part.ts'

export interface ToolView {
  /** Every name the tool has had. */
  readonly names: readonly string[]
  /** What was asked. The outcome is there to tell what it will show anyway. */
  input(input: JsonObject, outcome: Outcome | undefined, around: Around): readonly Part[]
  /** What came back from a call that went well; failures are shown as the text they are. */
  output(outcome: Outcome, input: JsonObject, around: Around): readonly Part[]
  /** What came back from one that did not; without it, or undefined, the text of the result. */
  failure?(outcome: Outcome, around: Around): readonly Part[] | undefined
  /** Fields, at any depth, that stand in these parts in another form than their text. */
  drawn?(outcome: Outcome | undefined, input: JsonObject): readonly string[]
}

export interface Outcome {
  /** `toolUseResult` where it is an object, else empty. */
  readonly fields: JsonObject
  /** `toolUseResult` as it is. */
  readonly structured: JsonValue | undefined
  /** Text of the `tool_result` block, reminders taken off. */
  readonly text: string
  readonly blocks: readonly JsonObject[]
}

/** Text and images of a result as it went to the model. */
export function plainOutput(outcome: Outcome): readonly Part[] {
  const parts: Part[] = []
  if (outcome.text.trim() !== '') parts.push({ kind: 'output', stream: 'stdout', text: outcome.text })
  parts.push(...mediaParts(outcome.blocks))
  for (const block of outcome.blocks) {
    const name = asString(block.tool_name)
    if (block.type === 'tool_reference' && name) parts.push(textPart(name, 'tool'))
    else if (block.type !== 'text' && !isMedia(block)) {
      parts.push(codePart(toJsonText(block)))
    }
  }
  return parts
}

/** The fields of an object that have no place of their own: short ones in a table, long ones as blocks. */
export function fieldParts(object: JsonObject, shown: readonly string[] = []): readonly Part[] {
  const short: [string, string][] = []
  const long: Part[] = []
  for (const [name, value] of Object.entries(object)) {
    if (shown.includes(name) || value === undefined || value === null || value === '') continue
    const text = typeof value === 'string' ? value : compactJson(value)
    if (text.length <= 200 && !text.includes('\n')) short.push([name, text])
    else if (typeof value === 'string') long.push(codePart(value, { label: name }))
    else long.push(codePart(toJsonText(value), { label: name }))
  }
  return short.length > 0 ? [{ kind: 'fields', fields: short }, ...long] : long
}

/** Content blocks as parts: texts as they are, images by their size. */
export function contentParts(content: JsonValue | undefined): readonly Part[] {
  const blocks = toBlocks(content)
  const text = joinText(blocks)
  return text.trim() === '' ? mediaParts(blocks) : [{ kind: 'markdown', text }, ...mediaParts(blocks)]
}

export function text(object: JsonObject, name: string): string {
  return asString(object[name]) ?? ''
}

export function object(parent: JsonObject, name: string): JsonObject {
  return asObject(parent[name]) ?? {}
}

function compactJson(value: JsonValue): string {
  try {
    return JSON.stringify(value)
  } catch {
    return toJsonText(value)
  }
}
