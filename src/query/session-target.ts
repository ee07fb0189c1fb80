import type { Session, Thread } from '../model/session.ts'
import type { ThreadEntry } from '../model/thread-entry.ts'
import { head } from '../text/head.ts'
import { UserError } from '../user-error.ts'

/** Some turns of a conversation, both included. */
export interface TargetTurns {
  readonly from: number
  readonly to: number
}

/** For whoever named turns that are not there. */
export const TURNS_HINT = 'Name a turn as id:3, or several as id:4-9; without it you get the whole session.'

/** What somebody typed to name a session. */
export interface Target {
  readonly id: string
  readonly turns: TargetTurns | undefined
  /** Beginning of the uuid of an entry. */
  readonly entry: string | undefined
}

/** `id:4-9`, `id:4#entry` and `id#entry` in parts; a single turn is found together with the id, which may have a colon itself. */
export function parseTarget(text: string): Target {
  const [, named = text, entry] =
    /^(.+:\d{1,9})#([\w-]{4,64})$/s.exec(text) ?? /^(.+)#([0-9a-f][\w-]{3,63})$/s.exec(text) ?? []
  const [, id, from, to] = /^(.+):(\d{1,9})(?:-|\.\.)(\d{1,9})$/s.exec(named) ?? []
  if (id === undefined) return { id: named, turns: undefined, entry }
  return { id, turns: { from: Number(from), to: Number(to) }, entry }
}

/** What a citation names of a session. */
export interface CitedPlace {
  /** Beginning of the uuid of an entry. */
  readonly entry: string
  readonly turn: number | undefined
}

/**
 * The turn that a citation means: that of the entry it names. Numbers of an older release may count fewer turns; the entry
 * is the same. Of several that begin so the one in the turn that is named. Undefined for an entry of a subagent; throws
 * where the session has none.
 */
export function requireEntryTurn(
  { main, agents }: Pick<Session, 'main' | 'agents'>,
  { entry, turn }: CitedPlace,
): number | undefined {
  const isMeant = ({ uuid }: ThreadEntry): boolean => uuid?.startsWith(entry) ?? false
  const found = main.entries.filter(isMeant)
  const [first] = found
  if (first) return found.some(other => other.turn === turn) ? turn : first.turn
  if (agents.some(({ thread }) => thread.entries.some(isMeant))) return undefined
  throw new UserError({
    code: 'no-such-entry',
    message: `no entry of this session begins with "${head(entry, 64)}"`,
    hint: 'Leave out # and what stands behind it.',
  })
}

/**
 * The turn that had this number before turns began at commands, `!` lines, plans, timers and what other agents and
 * background tasks said: then prompts alone were counted. Undefined where there was none.
 */
export function turnOfOldNumber({ turns }: Pick<Thread, 'turns'>, number: number): number | undefined {
  return turns.filter(({ prompt }) => prompt?.role === 'prompt' || prompt?.role === 'program-prompt')[number - 1]
    ?.number
}

/** `id`, `id:4`, `id:4-9`, `id#entry`, `id:4#entry`; brackets around it are those of a quoted citation. */
export function parseCitation(text: string): Target {
  const [, bare = ''] = /^\s*\[?\s*(.*?)\s*\]?\s*$/s.exec(text) ?? []
  const [, named = bare, entry] = /^(.+)#([\w-]{4,64})$/s.exec(bare) ?? []
  const range = parseTarget(named)
  if (range.turns) return { ...range, entry }
  const [, id = named, turn] = /^(.+):(\d{1,9})$/s.exec(named) ?? []
  return { id, turns: turn === undefined ? undefined : { from: Number(turn), to: Number(turn) }, entry }
}
