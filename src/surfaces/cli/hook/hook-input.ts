import { isAbsolute, resolve } from 'node:path'
import { asObject, asString, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { expandHome } from '../../../source/roots.ts'

/**
 * surfaces/cli/hook runs while Claude Code waits: `backscroll hook <Event>` reads the client's JSON, may print one JSON
 * object, and ends with exit code 0 whatever happens. It has a bundle of its own (`run.ts`), takes what it needs in the
 * order of its cost, and leaves everything that takes time to a detached process.
 */

/** Events as the client spells them. Others are taken too, and nothing is done. */
export const HOOK_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'SessionEnd',
  'Notification',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** What the client wrote, read without trust: what is missing or of a wrong type is undefined. */
export interface HookInput {
  /** As on the command line, else as in the JSON; undefined for one that nobody knows. */
  readonly event: HookEvent | undefined
  readonly sessionId: string | undefined
  /** Absolute, `~` resolved. */
  readonly transcriptPath: string | undefined
  /** Of `SubagentStop`: the subagent's own. */
  readonly agentTranscriptPath: string | undefined
  readonly cwd: string | undefined
  /** Of `SessionStart`: startup, resume, clear or compact. Of `PreCompact`: `trigger`. Of `SessionEnd`: `reason`. */
  readonly source: string | undefined
  readonly prompt: string | undefined
  readonly toolName: string | undefined
  /** `file_path`, `notebook_path` or `path` of the tool's input, absolute. */
  readonly filePath: string | undefined
  /** Set for what happens in a subagent. */
  readonly agentId: string | undefined
}

/** What the client wrote, and what is odd about it. */
export interface HookReading {
  readonly input: HookInput
  /** Undefined: nothing. Otherwise for `doctor`. */
  readonly problem: { readonly code: string; readonly message: string } | undefined
}

/** Never throws. The event on the command line wins: it is what somebody set up. */
export function parseHookInput(
  text: string,
  asked: { readonly event: string | undefined; readonly home: string; readonly isTooLong?: boolean },
): HookReading {
  const json = parseObject(text)
  const named = nonEmpty(json?.hook_event_name)
  const event = knownEvent(asked.event) ?? (asked.event === undefined ? knownEvent(named) : undefined)
  const input = { event, ...readFields(json ?? {}, asked.home) }
  return { input, problem: json ? findProblem(asked.event, named) : asked.isTooLong ? TOO_LONG : UNREADABLE }
}

const UNREADABLE = { code: 'bad-input', message: 'what the client wrote is not a JSON object' }
const TOO_LONG = { code: 'input-too-long', message: 'what the client wrote is too long to be read' }
const MAX_NAME = 60

function findProblem(asked: string | undefined, named: string | undefined): HookReading['problem'] {
  if (asked === undefined || named === undefined || asked === named) return undefined
  const [set, said] = [asked.slice(0, MAX_NAME), named.slice(0, MAX_NAME)]
  return { code: 'event-mismatch', message: `set up for ${set}, and the client says ${said}` }
}

function readFields(json: JsonObject, home: string): Omit<HookInput, 'event'> {
  const cwd = readPath(json.cwd, home, undefined)
  const tool = asObject(json.tool_input) ?? {}
  const agentTranscriptPath = readPath(json.agent_transcript_path, home, undefined)
  return {
    sessionId: readId(json.session_id),
    transcriptPath: readPath(json.transcript_path, home, undefined) ?? agentTranscriptPath,
    agentTranscriptPath,
    cwd,
    source: nonEmpty(json.source) ?? nonEmpty(json.trigger) ?? nonEmpty(json.reason),
    prompt: nonEmpty(json.prompt),
    toolName: nonEmpty(json.tool_name),
    filePath: readPath(tool.file_path ?? tool.notebook_path ?? tool.path, home, cwd),
    agentId: nonEmpty(json.agent_id),
  }
}

const MAX_ID = 200
/** The longest that Linux takes. */
const MAX_PATH = 4096

function readId(value: JsonValue | undefined): string | undefined {
  const id = nonEmpty(value)
  return id !== undefined && id.length <= MAX_ID ? id : undefined
}

/** A relative path is one below `base`; without that it leads nowhere. */
function readPath(value: JsonValue | undefined, home: string, base: string | undefined): string | undefined {
  const path = nonEmpty(value)
  if (path === undefined || path.length > MAX_PATH || path.includes('\0')) return undefined
  const expanded = expandHome(path, home)
  if (isAbsolute(expanded)) return resolve(expanded)
  return base === undefined ? undefined : resolve(base, expanded)
}

function knownEvent(name: string | undefined): HookEvent | undefined {
  return HOOK_EVENTS.find(event => event === name)
}

function nonEmpty(value: JsonValue | undefined): string | undefined {
  const text = asString(value)
  return text === undefined || text.trim() === '' ? undefined : text
}

function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch {
    return undefined
  }
}
