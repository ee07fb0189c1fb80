/**
 * What a session is doing. `working`: the model or a tool is at work. `waiting`: for the person, who is to answer, allow
 * or go on. `idle`: nothing was written for long. `failed`: it ended with an error, an interruption or in the middle of
 * something.
 */
export type LiveState = 'working' | 'waiting' | 'idle' | 'failed'

export interface LiveStatus {
  readonly state: LiveState
  /** A few words on it, such as `Bash npm test` or `asks a question`; may be empty. */
  readonly detail: string
  /** ISO 8601: since when. */
  readonly since: string | undefined
  /** `client`: its own note of running sessions. */
  readonly knownBy: 'client' | 'transcript'
}
