/**
 * What a thread of a session did, as short records that point back at entries and tool calls. Texts are heads: the whole
 * is read again by span. One array per kind of fact; extractors (model/tools, model/facts) only ever append.
 */
import type { ThreadEntry } from '../thread-entry.ts'
import type { ToolCall } from '../tool-call.ts'

export interface Facts {
  readonly files: FileTouch[]
  readonly commands: CommandRun[]
  readonly errors: ErrorMet[]
  readonly urls: UrlSeen[]
  readonly commits: Commit[]
  readonly pullRequests: PullRequest[]
  readonly questions: Question[]
  readonly plans: PlanVersion[]
  readonly tasks: TaskChange[]
  readonly slashCommands: SlashCommand[]
  readonly skills: SkillUse[]
  readonly hooks: HookRun[]
  readonly backgroundTasks: BackgroundTask[]
  readonly humanInputs: HumanInput[]
  readonly spawns: AgentSpawn[]
}

export function createFacts(): Facts {
  return {
    files: [],
    commands: [],
    errors: [],
    urls: [],
    commits: [],
    pullRequests: [],
    questions: [],
    plans: [],
    tasks: [],
    slashCommands: [],
    skills: [],
    hooks: [],
    backgroundTasks: [],
    humanInputs: [],
    spawns: [],
  }
}

/**
 * A file read or changed by a call that succeeded. The hunks themselves are read from the result by span (`readPatch`).
 * Shell commands leave a trace only since 2.1.280, where the client compares files before and after.
 */
export interface FileTouch {
  readonly path: string
  readonly action: 'read' | 'create' | 'write' | 'edit' | 'delete'
  readonly call: ToolCall
  /** Lines; from the recorded patch, else from the texts of the call. */
  readonly added: number
  readonly removed: number
  /** 0 where no patch is recorded. */
  readonly hunks: number
  /** Of the first 200 hunks, one after another: old start, old lines, new start, new lines. */
  readonly ranges: readonly number[]
  /** The user changed the proposal before accepting it. */
  readonly isUserModified: boolean
}

export interface CommandRun {
  /** Head of the command line, up to 2,000 characters. */
  readonly text: string
  readonly call: ToolCall
  /** 0 where the result is a success; undefined while unknown (no result yet, background, rejected). */
  exitCode: number | undefined
  isInterrupted: boolean
  backgroundTaskId: string | undefined
}

export interface ErrorMet {
  /** Head of the message and the telling lines of the rest, up to 1,000 characters, without wrapping tags. */
  readonly message: string
  readonly source: 'tool' | 'api' | 'hook' | 'client'
  readonly entry: ThreadEntry
  readonly call: ToolCall | undefined
}

export interface UrlSeen {
  readonly url: string
  /** Where it stands: fetched, found by a search, typed by the user, written by the model. */
  readonly source: 'fetch' | 'search' | 'prompt' | 'answer'
  readonly entry: ThreadEntry
  readonly call: ToolCall | undefined
}

export interface Commit {
  /** As printed: short or full. Empty where nothing shows it, as after `git commit -q` alone. */
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
  readonly call: ToolCall
  readonly knownBy: 'git-output' | 'git-operation'
}

/** Each address once per thread, however often the client repeats it. */
export interface PullRequest {
  readonly number: number | undefined
  readonly url: string
  readonly repository: string | undefined
  readonly entry: ThreadEntry
  readonly knownBy: 'pr-link' | 'command-output'
}

export interface Question {
  readonly question: string
  readonly header: string | undefined
  readonly options: readonly string[]
  readonly isMultiSelect: boolean
  readonly call: ToolCall
  /** Undefined while unanswered or rejected. Several choices stand in one comma-separated text, as recorded. */
  answer: string | undefined
}

/** One proposal of a plan; a later one in the same session is the next version. */
export interface PlanVersion {
  /** From 1 within the thread. */
  readonly version: number
  /** First heading or line of the plan. */
  title: string | undefined
  readonly call: ToolCall
  filePath: string | undefined
  /** `rejected` also where the user stopped the work at it. A call that failed before anybody saw the plan is none. */
  verdict: 'approved' | 'rejected' | 'pending'
  /** What the user said with a rejection. */
  feedback: string | undefined
}

/** A todo or task at the moment it was made or changed. */
export interface TaskChange {
  readonly list: 'todos' | 'tasks'
  /** Task id, or the position in a todo list, from 1. */
  readonly id: string
  readonly subject: string | undefined
  /** Status before; undefined where it is new, or not told. */
  readonly from: string | undefined
  /** Status after; `deleted` where it left the list unfinished. */
  readonly to: string
  readonly call: ToolCall
}

export interface SlashCommand {
  /** With its slash. */
  readonly name: string
  readonly args: string
  readonly entry: ThreadEntry
}

export interface SkillUse {
  readonly name: string
  readonly args: string | undefined
  readonly call: ToolCall
}

export interface HookRun {
  /** `PreToolUse`, `SessionStart` … */
  readonly event: string
  /** Event and matcher, e.g. `PostToolUse:Bash`. */
  readonly name: string | undefined
  readonly command: string | undefined
  readonly toolUseId: string | undefined
  readonly outcome: 'started' | 'success' | 'error' | 'blocked' | 'cancelled' | 'context' | 'message' | 'decision'
  readonly durationMs: number | undefined
  /** Characters it put into the model's context. */
  readonly injectedChars: number
  readonly entry: ThreadEntry
}

/** Work that went on after its call returned: a shell, an agent, a workflow, a monitor. */
export interface BackgroundTask {
  readonly id: string
  kind: 'shell' | 'agent' | 'workflow' | 'monitor' | 'unknown'
  /** The call that started it; undefined when only its report is in the file. */
  call: ToolCall | undefined
  /** As last reported: `running`, `completed`, `failed`, `killed` …; `unknown` before any word of it. */
  status: string
  /** Notifications about it. */
  readonly reports: ThreadEntry[]
  /** Calls that asked for its output or stopped it. */
  readonly polls: ToolCall[]
}

/** Every place where a person said something, or somebody in a person's place, wherever the client stored it. */
export interface HumanInput {
  source:
    | 'prompt'
    | 'program-prompt'
    /** A timer or a wake-up, in the words the model set it with. */
    | 'scheduled'
    | 'queued'
    | 'answer'
    | 'rejection'
    | 'plan-feedback'
    | 'command'
    | 'shell'
    | 'memory'
  /** Head, up to 500 characters. Texts that were queued one by one and sent together are one text. */
  text: string
  /** Where it stands; for a queued text that was sent on its own, the prompt that it became. */
  entry: ThreadEntry
  readonly call: ToolCall | undefined
  /**
   * For queued text: `waiting` until `taken-up` in the running turn, `dropped` back into the editor, or `sent` as a prompt
   * of its own. A queued text and the prompt that it became are one record.
   */
  state: 'sent' | 'waiting' | 'taken-up' | 'dropped'
}

/** A call that starts, or goes on with, a subagent. */
export interface AgentSpawn {
  readonly call: ToolCall
  readonly agentType: string | undefined
  readonly description: string | undefined
  /** Head of the prompt, up to 500 characters: old releases name no agent id, and the prompt is how to find it. */
  readonly promptHead: string
  /** Known from the result, the progress of the call, or `resume`. */
  agentId: string | undefined
  status: 'running' | 'completed' | 'async' | 'teammate' | 'failed' | 'interrupted'
  readonly isResume: boolean
  /** `totalTokens` of the result: those of the agent's last request. */
  resultTokens: number | undefined
  /** Workflows: the run id, whose agents stand in a folder of that name. */
  workflowId: string | undefined
}
