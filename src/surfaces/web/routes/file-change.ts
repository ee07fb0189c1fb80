import { z } from 'zod'
import { stripContext } from '../../../model/user-role.ts'
import { type ReadCall, readFileChange } from '../../../query/lookups/file-change.ts'
import type { FileAction } from '../../../query/lookups/file-touches.ts'
import { joinText, readBlocks } from '../../../render/view/content.ts'
import { fileParts } from '../../../render/view/file-parts.ts'
import type { Part } from '../../../render/view/part.ts'
import { head } from '../../../text/head.ts'
import type { World } from '../world.ts'
import { FILE_ACTIONS } from './files.ts'
import { text } from './list-fields.ts'

/** One row of a file's history, opened: what was asked for, and what each call did. */
export interface FileChange {
  readonly schema: 'backscroll.file-change/1'
  readonly sessionId: string
  readonly agent: string | undefined
  readonly turn: number
  /** Turn of the main conversation. */
  readonly mainTurn: number
  readonly path: string
  readonly action: FileAction
  /** What the person wrote in `mainTurn`, whole. */
  readonly prompt: string
  readonly calls: readonly ChangeCall[]
  /** There are more calls, or longer texts, than are here. */
  readonly isCut: boolean
}

export interface ChangeCall {
  readonly tool: string
  readonly at: string | undefined
  readonly entryUuid: string | undefined
  /** It did not do what it was asked for. */
  readonly isError: boolean
  readonly parts: readonly Part[]
}

export const fileChangeQuery = z.object({
  session: text(200).describe('`sessionId` of a FileTouch'),
  agent: text(200).optional().describe('Its `agent`'),
  turn: z.coerce.number().int().min(0).max(10_000_000).describe('Its `turn`'),
  path: text(4000).describe('`as`, or else `path`, of the FilePath it stands in'),
  action: z.enum(FILE_ACTIONS).describe('Its `action`'),
})

/** Of all that is shown: an answer stays below a few megabytes. */
const MAX_PROMPT = 100_000
const MAX_CHARS = 1_000_000

export async function askFileChange(world: World, query: z.output<typeof fileChangeQuery>): Promise<FileChange> {
  const { session: sessionId, agent, turn, path, action } = query
  return await world.ask(keep => {
    const read = readFileChange(keep, { sessionId, agent, turn, path, action })
    const prompt = read.prompt ? stripContext(joinText(readBlocks(read.prompt))) : ''
    const { calls, isCut } = limitCalls(read.calls.map(call => describeCall(call, path)))
    return {
      schema: 'backscroll.file-change/1',
      sessionId,
      agent,
      turn,
      mainTurn: read.mainTurn,
      path,
      action,
      prompt: head(prompt, MAX_PROMPT),
      calls,
      isCut: isCut || prompt.length > MAX_PROMPT || read.callCount > calls.length,
    }
  })
}

function describeCall(call: ReadCall, path: string): ChangeCall {
  const { tool, at, entryUuid, status } = call
  const parts = fileParts({ ...call, path }).map(withoutBytes)
  return { tool, at, entryUuid, isError: status !== 'ok' && status !== 'pending', parts }
}

/** Images are shown where the session is read. */
function withoutBytes(part: Part): Part {
  return part.kind === 'media' ? { ...part, base64: undefined } : part
}

/** As many whole calls as fit; the first is there in any case, its texts cut where they must be. */
function limitCalls(calls: readonly ChangeCall[]): { readonly calls: readonly ChangeCall[]; readonly isCut: boolean } {
  let room = MAX_CHARS
  const shown: ChangeCall[] = []
  for (const call of calls) {
    const size = JSON.stringify(call.parts).length
    if (size > room) {
      if (shown.length === 0) shown.push({ ...call, parts: call.parts.map(cutPart) })
      return { calls: shown, isCut: true }
    }
    room -= size
    shown.push(call)
  }
  return { calls: shown, isCut: false }
}

function cutPart(part: Part): Part {
  if ('text' in part) return { ...part, text: head(part.text, MAX_CHARS / 4) }
  if (part.kind !== 'diff') return part
  return { ...part, hunks: part.hunks.slice(0, 50).map(hunk => ({ ...hunk, lines: cutLines(hunk.lines) })) }
}

function cutLines(lines: readonly string[]): readonly string[] {
  return lines.slice(0, 500).map(line => head(line, 500))
}
