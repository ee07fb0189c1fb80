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
