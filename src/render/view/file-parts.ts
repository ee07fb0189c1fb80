import { asArray, asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import { readPatch } from '../../model/tools/read-patch.ts'
import type { Around } from './around-call.ts'
import { findResult, joinText, toBlocks } from './content.ts'
import { splitReminders, unwrapError } from './markup.ts'
import type { Part } from './part.ts'
import type { Outcome } from './tools/define.ts'
import { viewOfTool } from './tools/table.ts'

/** A call that read or changed a file, as its entries have it. */
export interface FileCall {
  readonly tool: string
  readonly callId: string
  /** Block of the call; undefined where it is not there any more. */
  readonly use: JsonObject | undefined
  /** Entry with the result. */
  readonly result: JsonObject | undefined
  readonly path: string
}

/** What it read or changed, without the session around it: the difference where one is recorded, else what was written. */
export function fileParts({ tool, callId, use, result, path }: FileCall): readonly Part[] {
  const outcome = result && readOutcome(result, callId)
  const shell = asObjects(asObject(outcome?.fields.bashEditDiff)?.files).find(file => file.filePath === path)
  if (shell) return [{ kind: 'diff', path, hunks: readPatch(asArray(shell.hunks)) }]
  const view = viewOfTool(tool)
  const input = asObject(use?.input) ?? {}
  const output = outcome ? view.output(outcome, input, ALONE) : []
  const hasDiff = output.some(({ kind }) => kind === 'diff')
  // A recorded difference says all; what came of a reading says more than what was asked.
  return hasDiff || tool === 'Read' ? output : view.input(input, outcome, ALONE)
}

const ALONE: Around = { plan: undefined, fileBefore: () => undefined, closedIn: () => '' }

function readOutcome(json: JsonObject, callId: string): Outcome {
  const block = findResult(json, callId)
  const blocks = toBlocks(block?.content)
  const structured = json.toolUseResult
  const { text } = splitReminders(unwrapError(joinText(blocks)))
  return { fields: asObject(structured) ?? {}, structured, text: text || (asString(structured) ?? ''), blocks }
}
