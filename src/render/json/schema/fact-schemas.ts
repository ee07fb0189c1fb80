import type { Facts } from '../../../model/facts/facts.ts'
import type { ThreadEntry } from '../../../model/thread-entry.ts'
import type { ToolCall } from '../../../model/tool-call.ts'
import { HOOK_OUTCOMES } from './row-schemas.ts'
import {
  boolean,
  count,
  list,
  number,
  objectFrom,
  oneOf,
  optional,
  ref,
  type Schema,
  type Shape,
  text,
} from './schema.ts'

type Fact = Facts[keyof Facts][number]

/** In JSON an entry is named by its place, a call by its id; a call may have no id to be named by. */
type FactJson<Value extends Fact> = {
  readonly [Field in keyof Value]: Value[Field] extends ThreadEntry
    ? object
    : Value[Field] extends ToolCall
      ? string
      : Value[Field]
}

type FactShapes = { readonly [List in keyof Facts]: Shape<FactJson<Facts[List][number]>> }

const entry = ref('entryRef')
/** Id of the tool call. */
const call = text

const SHAPES: FactShapes = {
  files: {
    path: text,
    action: oneOf({ read: true, create: true, write: true, edit: true, delete: true }),
    call,
    added: number,
    removed: number,
    hunks: number,
    ranges: list(number),
    isUserModified: boolean,
  },
  commands: {
    text,
    call,
    exitCode: optional(number),
    isInterrupted: boolean,
    backgroundTaskId: optional(text),
  },
  errors: {
    message: text,
    source: oneOf({ tool: true, api: true, hook: true, client: true }),
    entry,
    call: optional(call),
  },
  urls: {
    url: text,
    source: oneOf({ fetch: true, search: true, prompt: true, answer: true }),
    entry,
    call: optional(call),
  },
  commits: {
    sha: text,
    subject: optional(text),
    branch: optional(text),
    call,
    knownBy: oneOf({ 'git-output': true, 'git-operation': true }),
  },
  pullRequests: {
    number: optional(number),
    url: text,
    repository: optional(text),
    entry,
    knownBy: oneOf({ 'pr-link': true, 'command-output': true }),
  },
  questions: {
    question: text,
    header: optional(text),
    options: list(text),
    isMultiSelect: boolean,
    call,
    answer: optional(text),
  },
  plans: {
    version: count,
    title: optional(text),
    call,
    filePath: optional(text),
    verdict: oneOf({ approved: true, rejected: true, pending: true }),
    feedback: optional(text),
  },
  tasks: {
    list: oneOf({ todos: true, tasks: true }),
    id: text,
    subject: optional(text),
    from: optional(text),
    to: text,
    call,
  },
  slashCommands: { name: text, args: text, entry },
  skills: { name: text, args: optional(text), call },
  hooks: {
    event: text,
    name: optional(text),
    command: optional(text),
    toolUseId: optional(text),
    outcome: oneOf(HOOK_OUTCOMES),
    durationMs: optional(number),
    injectedChars: number,
    entry,
  },
  backgroundTasks: {
    id: text,
    kind: oneOf({ shell: true, agent: true, workflow: true, monitor: true, unknown: true }),
    call: optional(call),
    status: text,
    reports: list(entry),
    polls: list(call),
  },
  humanInputs: {
    source: oneOf({
      prompt: true,
      'program-prompt': true,
      scheduled: true,
      queued: true,
      answer: true,
      rejection: true,
      'plan-feedback': true,
      command: true,
      shell: true,
      memory: true,
    }),
    text,
    entry,
    call: optional(call),
    state: oneOf({ sent: true, waiting: true, 'taken-up': true, dropped: true }),
  },
  spawns: {
    call,
    agentType: optional(text),
    description: optional(text),
    promptHead: text,
    agentId: optional(text),
    status: oneOf({ running: true, completed: true, async: true, teammate: true, failed: true, interrupted: true }),
    isResume: boolean,
    resultTokens: optional(number),
    workflowId: optional(text),
  },
}

const lists = Object.entries(SHAPES)

/** One schema per kind of fact, and `facts` for all lists of a thread. */
export const FACT_DEFS: { readonly [name: string]: Schema } = {
  facts: objectFrom(Object.fromEntries(lists.map(([name]) => [name, list(ref(`fact-${name}`))]))),
  ...Object.fromEntries(lists.map(([name, shape]) => [`fact-${name}`, objectFrom(shape)])),
}
