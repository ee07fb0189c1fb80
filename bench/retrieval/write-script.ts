import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainEntry, type Identity, type Json } from '../corpus/era.ts'
import type { SessionScript, Step } from './read-scripts.ts'

type Call = Extract<Step, { kind: 'call' }>

const STEP_MS = 7000

/** Ids follow from names: the same script gives the same bytes. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Writes a session as the client would, below `projects/` of a config folder. */
export function writeScript(config: string, script: SessionScript): void {
  const sessionId = uuidOf(script.name)
  const folder = join(config, 'projects', script.cwd.replace(/[^a-zA-Z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  const text = buildLines(script, sessionId)
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')
  writeFileSync(join(folder, `${sessionId}.jsonl`), text)
}

function buildLines(script: SessionScript, sessionId: string): readonly Json[] {
  const identity: Identity = {
    era: 'attachment',
    sessionId,
    agentId: undefined,
    cwd: script.cwd,
    version: '2.1.150',
    model: 'claude-sonnet-4-5',
    gitBranch: script.branch,
    slug: undefined,
  }
  const lines: Json[] = []
  let parentUuid: string | null = null
  const add = (body: Json, extra: Json = {}): string => {
    const uuid = uuidOf(`${script.name} entry ${lines.length}`)
    const timestamp = new Date(script.startMs + lines.length * STEP_MS).toISOString()
    lines.push(chainEntry(identity, { body, extra, parentUuid, uuid, timestamp }))
    parentUuid = uuid
    return uuid
  }
  let messages = 0
  const addMessage = (block: Json, stop_reason: string): string => {
    const id = `msg_hand${uuidOf(`${script.name} message ${messages++}`).slice(0, 13)}`
    const usage = { input_tokens: 6, cache_creation_input_tokens: 220, cache_read_input_tokens: 14_000 + 90 * messages }
    const message = { id, type: 'message', role: 'assistant', model: identity.model, content: [block], stop_reason }
    return add({ type: 'assistant', message: { ...message, usage: { ...usage, output_tokens: 90 } } })
  }
  for (const { prompt, steps } of script.turns) {
    add({ type: 'user', message: { role: 'user', content: prompt } }, { permissionMode: 'default' })
    for (const step of steps) {
      if (step.kind === 'call') {
        const id = `toolu_hand${uuidOf(`${script.name} call ${messages}`).slice(0, 13)}`
        const block = { type: 'tool_use', id, name: step.tool, input: inputOf(step, script.cwd) }
        const source = addMessage(block, 'tool_use')
        add(resultOf(step, id, script.cwd), { sourceToolAssistantUUID: source })
      } else if (step.kind === 'answer') addMessage({ type: 'text', text: step.text }, 'end_turn')
      else addMessage({ type: 'thinking', thinking: step.text, signature: 'x' }, 'end_turn')
    }
  }
  return lines
}

function inputOf({ tool, argument, removed, added }: Call, cwd: string): Json {
  if (tool === 'Bash') return { command: argument }
  if (tool === 'Grep') return { pattern: argument, path: cwd }
  if (tool === 'WebFetch') return { url: argument, prompt: 'What does it say?' }
  const file_path = join(cwd, argument)
  if (tool === 'Write') return { file_path, content: added }
  if (tool === 'Edit') return { file_path, old_string: removed, new_string: added, replace_all: false }
  return { file_path }
}

function resultOf(call: Call, tool_use_id: string, cwd: string): Json {
  const content = call.isError ? `Exit code 1\n${call.output}` : outputOf(call, cwd)
  const block = { type: 'tool_result', tool_use_id, content, ...(call.isError ? { is_error: true } : {}) }
  const toolUseResult = call.isError ? `Error: ${content}` : structuredOf(call, cwd)
  return { type: 'user', message: { role: 'user', content: [block] }, toolUseResult }
}

function outputOf({ tool, argument, output }: Call, cwd: string): string {
  if (tool === 'Edit') return `The file ${join(cwd, argument)} has been updated.`
  if (tool === 'Write') return `File created successfully at: ${join(cwd, argument)}`
  return output
}

function structuredOf({ tool, argument, removed, added, output }: Call, cwd: string): Json {
  const filePath = join(cwd, argument)
  if (tool === 'Bash') return { stdout: output, stderr: '', interrupted: false, isImage: false }
  if (tool === 'Write') return { type: 'create', filePath, content: added, structuredPatch: [], originalFile: null }
  if (tool === 'Edit') {
    const [old, fresh] = [linesOf(removed), linesOf(added)]
    const lines = [...old.map(line => `-${line}`), ...fresh.map(line => `+${line}`)]
    const hunk = { oldStart: 10, oldLines: old.length, newStart: 10, newLines: fresh.length, lines }
    return { filePath, oldString: removed, newString: added, structuredPatch: [hunk], userModified: false }
  }
  if (tool === 'WebFetch') return { url: argument, code: 200, codeText: 'OK', result: output, durationMs: 800 }
  if (tool === 'Grep') return { mode: 'content', numFiles: 1, filenames: [], content: output, numLines: 1 }
  return { type: 'text', file: { filePath, content: output, numLines: 1, startLine: 1, totalLines: 1 } }
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}
