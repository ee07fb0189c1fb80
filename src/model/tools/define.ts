/**
 * One file per tool, one row in `table.ts`. A tool's file says which fields its input and result have, what its headline
 * is, and which facts can be read from it. Input and result JSON are passed through and never kept.
 */
import type { FieldTable } from '../../format/fields.ts'
import type { JsonObject, JsonValue } from '../../format/json.ts'
import type { Facts } from '../facts/facts.ts'
import type { ToolCall } from '../tool-call.ts'
import type { WorkPlace } from './work-place.ts'

export interface ToolDefinition<Input extends FieldTable = FieldTable, Result extends FieldTable = FieldTable> {
  /** Every name the tool has had, the present one first. A trailing `*` matches any rest. */
  readonly names: readonly string[]
  readonly about: string
  readonly seen: string
  readonly input: Input
  /** Fields of the structured result (`toolUseResult`) when it is an object; it may also be a string or an array. */
  readonly result: Result
  /** Keys are chosen by whoever made the tool, so none is ever unknown. */
  readonly isOpen?: boolean
  /** Its own `onResult` records what the user said with a rejection. */
  readonly recordsRejection?: boolean
  /** Where a call works; undefined: in the folder that the session is in, `cwd`. */
  worksAt?(input: JsonObject, cwd?: string): WorkPlace | undefined
  /** One line of at most 300 characters. */
  headline(input: JsonObject, name: string): string
  /** Facts the call itself states. */
  onUse?(use: ToolUse): void
  /** Facts the result adds. Called for failures too: look at `call.status`. */
  onResult?(outcome: ToolOutcome): void
}

export interface ToolUse {
  readonly call: ToolCall
  readonly input: JsonObject
  readonly facts: Facts
}

export interface ToolOutcome {
  /** Its `result`, `status`, `rejection` and `error` are set by now. */
  readonly call: ToolCall
  /** `toolUseResult`: object, string, array, or undefined (often so in subagent files). */
  readonly structured: JsonValue | undefined
  /** Text of the `tool_result` block, its text blocks joined, reminders left in. */
  readonly text: string
  readonly facts: Facts
}

export function defineTool<const Input extends FieldTable, const Result extends FieldTable>(
  definition: ToolDefinition<Input, Result>,
): ToolDefinition<Input, Result> {
  return definition
}
