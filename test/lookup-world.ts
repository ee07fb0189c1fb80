import { afterAll } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { type IndexedKeep, requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import type { LookupScope } from '../src/query/lookups/scope.ts'
import { makeWorld } from './keep-world.ts'

export const ALL: LookupScope = { project: undefined, since: undefined, until: undefined, limit: 20 }

/** A transcript written line by line, one minute apart. */
export interface Script {
  prompt(text: string): Script
  answer(text: string): Script
  /** A call and its result; `error` in place of `output` makes it fail. */
  call(name: string, input: object, result?: CallResult): Script
  bash(command: string, result?: CallResult): Script
  edit(path: string): Script
  /** A line as it is, with the envelope around it. */
  line(fields: object): Script
  /** A line without uuid and parent, as the client's bookkeeping is. */
  note(fields: object): Script
  readonly lines: readonly object[]
}

export interface CallResult {
  readonly output?: string
  readonly error?: string
  readonly structured?: object
}

export interface ScriptFacts {
  readonly sessionId: string
  readonly cwd?: string
  readonly startedAt?: string
  /** Stands in every uuid and call id, so that two scripts share none. */
  readonly mark?: string
  /** Lines of another session that this one begins with, as a resume or fork copies them. */
  readonly copied?: readonly object[]
}

export function writeScript(facts: ScriptFacts): Script {
  const {
    sessionId,
    cwd = '/home/dev/app',
    startedAt = '2026-03-01T10:00:00.000Z',
    mark = sessionId.slice(0, 4),
  } = facts
  const lines: object[] = (facts.copied ?? []).map(line => ({ ...line, sessionId }))
  const last = lines.at(-1) as { readonly uuid?: string } | undefined
  let parentUuid: string | null = last?.uuid ?? null
  let count = 0
  const script: Script = {
    lines,
    line(fields) {
      const uuid = `${mark}-e${++count}`
      const timestamp = new Date(Date.parse(startedAt) + count * 60_000).toISOString()
      const envelope = {
        isSidechain: false,
        userType: 'external',
        cwd,
        sessionId,
        version: '2.1.40',
        gitBranch: 'main',
      }
      lines.push({ parentUuid, ...envelope, uuid, timestamp, ...fields })
      parentUuid = uuid
      return script
    },
    note(fields) {
      lines.push({ ...fields, sessionId })
      return script
    },
    prompt: text => script.line({ type: 'user', message: { role: 'user', content: text } }),
    answer: text => script.line(assistant(`${mark}-m${count}`, { type: 'text', text })),
    call(name, input, { output = '', error, structured } = {}) {
      const id = `toolu_${mark}_${count}`
      script.line(assistant(`${mark}-m${count}`, { type: 'tool_use', id, name, input }))
      const result = { type: 'tool_result', tool_use_id: id, content: error ?? output, is_error: error !== undefined }
      return script.line({
        type: 'user',
        message: { role: 'user', content: [result] },
        toolUseResult: error === undefined ? (structured ?? { stdout: output }) : `Error: ${error}`,
      })
    },
    bash: (command, result) => script.call('Bash', { command }, result),
    edit: path =>
      script.call(
        'Edit',
        { file_path: path, old_string: 'a', new_string: 'b' },
        { output: 'ok', structured: { filePath: path, structuredPatch: [HUNK] } },
      ),
  }
  return script
}

const HUNK = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }

function assistant(id: string, block: object): object {
  const usage = { input_tokens: 1, output_tokens: 1 }
  return {
    type: 'assistant',
    requestId: `req_${id}`,
    message: { id, type: 'message', role: 'assistant', model: 'claude-opus-4-6', content: [block], usage },
  }
}

/** Keeps these transcripts, by path below the config folder, and opens their index until the tests of the file end. */
export async function keepScripts(files: {
  readonly [path: string]: string | readonly object[]
}): Promise<IndexedKeep> {
  const world = makeWorld(files)
  await world.sync()
  const keep = requireIndex(openKeep(keepPaths(world.keepDir)))
  opened.push(keep)
  return keep
}

const opened: IndexedKeep[] = []

afterAll(() => {
  for (const keep of opened) keep.close()
})
