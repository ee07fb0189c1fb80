import type { ThreadEntry } from './thread-entry.ts'

/** A tool use and its result, paired by `tool_use_id`. */
export interface ToolCall {
  /** `tool_use_id`. */
  readonly id: string
  /** As the model wrote it: may be garbage, escape it everywhere. Empty when only the result is in the file. */
  readonly name: string
  /** One line that tells this call from its neighbours: a path, a command, a pattern. */
  readonly headline: string
  /** Undefined for a result without call. */
  readonly use: ThreadEntry | undefined
  /** Undefined while there is none: interrupted, crashed, or still running. */
  result: ThreadEntry | undefined
  status: ToolStatus
  /** What the user said when rejecting it. */
  rejection: string | undefined
  /** Head of the error, up to 500 characters. */
  error: string | undefined
  /** Time from the call to its result, never negative. */
  durationMs: number | undefined
  /** Background shell, agent or workflow that goes on after the result. */
  backgroundTaskId: string | undefined
  /** Where a too large output was put by the client (`tool-results/…`). */
  persistedPath: string | undefined
}

export type ToolStatus =
  /** No result in the file. */
  | 'pending'
  | 'ok'
  | 'error'
  /** The user said no. */
  | 'rejected'
  /** Denied by a permission rule, a hook or the client's classifier. */
  | 'denied'
  /** The user stopped it. */
  | 'interrupted'
  /** A parallel call failed, so this one was not run. */
  | 'skipped'
