import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { Thread } from '../../model/session.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { isUnpatched } from './file-memory.ts'
import type { Hunk } from './part.ts'
import { readJson, type Scene, type View } from './scene.ts'
import { findChange } from './tools/files.ts'

/** Takes note of what a call did to a file that is compared later; gives what it changed where the call itself does not tell. */
export function followFile(scene: Scene, call: ToolCall, input: JsonObject): readonly Hunk[] | undefined {
  const { files, unpatched } = scene.view
  const path = asString(input.file_path) ?? asString(input.notebook_path) ?? ''
  if (call.status !== 'ok' || !call.result || !unpatched.has(path)) return undefined
  const fields = asObject(readJson(scene, call.result)?.toolUseResult) ?? {}
  const isUntold = scene.index.filesByCall.get(call)?.some(isUnpatched) ?? false
  const change = isUntold
    ? findChange({ fields, text: '' }, input, { fileBefore: known => files.get(known) })
    : undefined
  files.note(call.name, input, fields)
  return change
}

/** What a folded agent did is not followed: of the files it changed nothing is known from here on. */
export function forgetChanged({ files, unpatched }: View, thread: Thread): void {
  for (const { path, action } of thread.facts.files)
    if (action !== 'read' && unpatched.has(path)) files.set(path, undefined)
}
