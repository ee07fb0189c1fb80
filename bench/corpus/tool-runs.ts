import type { Identity, Json } from './era.ts'
import { makeUsage } from './era.ts'
import { editFile, makeProjectFile, numberLines, type ProjectFile } from './project-files.ts'
import type { Random } from './random.ts'
import { cut, makePath, makeSentence, type TextPools } from './text-pools.ts'

/** One use of a tool: what the model asked and what came back. */
export interface ToolRun {
  readonly name: string
  readonly input: Json
  /** Content of the `tool_result` block. */
  readonly content: unknown
  readonly isError?: boolean
  readonly structured: unknown
}

export interface ToolContext {
  readonly random: Random
  readonly pools: TextPools
  readonly identity: Identity
  readonly files: ProjectFile[]
  /** No single result may be much larger than this, or a small file would be one line. */
  readonly maxChars: number
}

type Tool = (context: ToolContext) => ToolRun

/** How often each tool is used, as counted in recorded sessions. */
const TOOLS: readonly (readonly [weight: number, tool: Tool])[] = [
  [36, bash],
  [24, read],
  [20, edit],
  [10, grep],
  [4, todoWrite],
  [3, glob],
  [3, write],
]
const TOTAL_WEIGHT = TOOLS.reduce((sum, [weight]) => sum + weight, 0)

export function runTool(context: ToolContext): ToolRun {
  let rest = context.random.below(TOTAL_WEIGHT)
  for (const [weight, tool] of TOOLS) {
    rest -= weight
    if (rest < 0) return tool(context)
  }
  return bash(context)
}

/** A result of ten megabytes and more: half of them logs, half of them images. */
export function runHugeTool(context: ToolContext, chars: number): ToolRun {
  if (context.random.chance(0.5)) {
    return bashWithOutput(context, repeatPool(context.pools.log, chars / 2))
  }
  const base64 = repeatPool(context.pools.base64, chars)
  const source = { type: 'base64', media_type: 'image/png', data: base64 }
  return {
    name: 'Read',
    input: { file_path: `${context.identity.cwd}/shots/${context.random.hex(6)}.png` },
    content: [{ type: 'image', source }],
    structured: { type: 'image', file: { base64: base64.slice(0, 2000), type: 'image/png', originalSize: chars } },
  }
}

export function runTask(context: ToolContext, prompt: string, agentId: string, answer: string): ToolRun {
  const { random, identity } = context
  const content = [{ type: 'text', text: answer }]
  return {
    name: identity.era === 'attachment' ? 'Agent' : 'Task',
    input: { description: makeSentence(random, 4), prompt, subagent_type: 'general-purpose' },
    content: [
      ...content,
      { type: 'text', text: `agentId: ${agentId} (for resuming to continue this agent's work if needed)` },
    ],
    structured: {
      status: 'completed',
      prompt,
      agentId,
      content,
      totalDurationMs: 1000 + random.below(200_000),
      totalTokens: random.below(60_000),
      totalToolUseCount: random.below(30),
      usage: makeUsage(random, identity.era, random.below(60_000)),
    },
  }
}

function bash(context: ToolContext): ToolRun {
  const { random, pools } = context
  if (random.chance(0.15)) return bashWithOutput(context, '')
  const chars = Math.min(random.logNormal(500, 1.4), context.maxChars)
  return bashWithOutput(context, cut(random, pools.log, chars))
}

function bashWithOutput({ random, identity }: ToolContext, output: string): ToolRun {
  const command = random.chance(0.5)
    ? `npm test -- ${makePath(random)}`
    : `cd ${identity.cwd} && git status && cat ${makePath(random)} | head -50`
  const input = { command, description: makeSentence(random, 5) }
  if (random.chance(0.06)) {
    const content = `Exit code ${1 + random.below(2)}\n${output}`
    return { name: 'Bash', input, content, isError: true, structured: `Error: ${content}` }
  }
  const structured = { stdout: output, stderr: '', interrupted: false, isImage: false }
  return { name: 'Bash', input, content: output, isError: false, structured }
}

function read(context: ToolContext): ToolRun {
  const { random } = context
  const file = pickFile(context)
  const isPart = random.chance(0.4)
  const first = isPart ? random.below(Math.max(1, file.lines.length - 20)) : 0
  const maxLines = Math.max(5, Math.min(2000, context.maxChars / 60))
  const lines = file.lines.slice(first, first + (isPart ? Math.min(120, maxLines) : maxLines))
  const input = isPart ? { file_path: file.path, offset: first + 1, limit: lines.length } : { file_path: file.path }
  const content = `${numberLines(lines, first + 1)}\n<system-reminder>\nWhenever you read a file, think about what it is for.\n</system-reminder>\n`
  const result = {
    filePath: file.path,
    content: lines.join('\n'),
    numLines: lines.length,
    startLine: first + 1,
    totalLines: file.lines.length,
  }
  return { name: 'Read', input, content, structured: { type: 'text', file: result } }
}

function edit(context: ToolContext): ToolRun {
  const { random, pools } = context
  const file = pickFile(context)
  const run = editFile(random, pools, file)
  const strings = { oldString: run.oldString, newString: run.newString }
  return {
    name: 'Edit',
    input: { file_path: file.path, old_string: run.oldString, new_string: run.newString },
    content: `The file ${file.path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${run.snippet}`,
    structured: {
      filePath: file.path,
      ...strings,
      originalFile: run.originalFile,
      structuredPatch: run.structuredPatch,
      userModified: false,
      replaceAll: false,
    },
  }
}

function write(context: ToolContext): ToolRun {
  const { random, identity, pools } = context
  const file = makeProjectFile(random, pools, identity.cwd)
  const content = file.lines.join('\n').slice(0, Math.max(200, Math.min(8000, context.maxChars)))
  return {
    name: 'Write',
    input: { file_path: file.path, content },
    content: `File created successfully at: ${file.path}`,
    structured: { type: 'create', filePath: file.path, content, structuredPatch: [], originalFile: null },
  }
}

function grep(context: ToolContext): ToolRun {
  const { random, pools } = context
  const content = cut(random, pools.log, Math.min(random.logNormal(700, 1.2), context.maxChars))
  const structured = { mode: 'content', numFiles: 0, filenames: [], content, numLines: content.split('\n').length }
  const input = { pattern: makeSentence(random, 1), path: makePath(random), output_mode: 'content', '-n': true }
  return { name: 'Grep', input, content, structured }
}

function glob({ random }: ToolContext): ToolRun {
  const filenames = Array.from({ length: 1 + random.below(30) }, () => makePath(random))
  const structured = { filenames, durationMs: random.below(300), numFiles: filenames.length, truncated: false }
  return {
    name: 'Glob',
    input: { pattern: `**/*${makeSentence(random, 1)}*` },
    content: filenames.join('\n'),
    structured,
  }
}

function todoWrite({ random }: ToolContext): ToolRun {
  const todos = Array.from({ length: 2 + random.below(5) }, (_, i) => ({
    content: makeSentence(random, 6),
    status: i === 0 ? 'in_progress' : 'pending',
    activeForm: makeSentence(random, 6),
  }))
  const content =
    'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress.'
  return { name: 'TodoWrite', input: { todos }, content, structured: { oldTodos: [], newTodos: todos } }
}

function pickFile({ random, pools, identity, files, maxChars }: ToolContext): ProjectFile {
  if (files.length === 0 || (files.length < 40 && random.chance(0.15))) {
    const file = makeProjectFile(random, pools, identity.cwd)
    const maxLines = Math.max(20, Math.round(maxChars / 60))
    if (file.lines.length > maxLines) file.lines.length = maxLines
    files.push(file)
    return file
  }
  return random.pick(files)
}

function repeatPool(pool: string, chars: number): string {
  return pool.repeat(Math.ceil(chars / pool.length)).slice(0, chars)
}
