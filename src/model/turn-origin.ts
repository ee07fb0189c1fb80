/** What set the model to work. */
export type TurnOrigin =
  /** A person typed it, in the terminal or behind a front end of the SDK. */
  | 'typed'
  /** Typed while the model worked, and sent on its own afterwards. */
  | 'queued'
  /** A slash command that goes to the model: of the person's own, a skill, or a prompt of an MCP server. */
  | 'command'
  /** A `!` line whose output the model answered. */
  | 'shell'
  /** A plan that was accepted with its context cleared: the client hands it to a new session. */
  | 'plan'
  /** `claude -p`, or a program that uses the SDK. */
  | 'program'
  /** Another agent or session. */
  | 'teammate'
  /** A wake-up or a timer that the model itself had set. */
  | 'scheduled'
  /** A background task that ended or had something to say. */
  | 'notification'
  /** The first prompt of a subagent, written by the model that started it. */
  | 'agent'
  /** The client says that something began here, in a word nobody knows yet. */
  | 'unknown'
  /** Turn 0: nothing in the file set it off. */
  | 'none'

/** An entry that set a turn off. Several notifications that came at once are several starts of one turn. */
export interface TurnStart {
  readonly uuid: string | undefined
  readonly origin: TurnOrigin
}

/** Turns that a person set off: by words, a command, a `!` line, or by accepting a plan. */
export function isOfPerson(origin: TurnOrigin): boolean {
  return PERSONS.has(origin)
}

const PERSONS: ReadonlySet<TurnOrigin> = new Set<TurnOrigin>(['typed', 'queued', 'command', 'shell', 'plan'])

/** Turns that somebody asked for in words: not those of timers and background tasks, nor a `!` line. */
export function isRequest(origin: TurnOrigin): boolean {
  return !UNASKED.has(origin)
}

export const UNASKED: ReadonlySet<TurnOrigin> = new Set<TurnOrigin>(['notification', 'scheduled', 'shell', 'none'])

/** What newer clients (seen in 2.1.327) write on the entry that starts a turn. */
export const MARKED_ORIGINS: ReadonlyMap<string, TurnOrigin> = new Map<string, TurnOrigin>([
  ['human', 'typed'],
  ['sdk', 'program'],
  ['task_notification', 'notification'],
  ['scheduled', 'scheduled'],
  ['peer', 'teammate'],
])
