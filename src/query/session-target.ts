import type { Thread } from '../model/session.ts'

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

/** `id:4-9` and `id:4#entry` in parts; a single turn is found together with the id, which may have a colon itself. */
export function parseTarget(text: string): Target {
  const [, named = text, entry] = /^(.+:\d{1,9})#([0-9a-f][\w-]{3,63})$/s.exec(text) ?? []
  const [, id, from, to] = /^(.+):(\d{1,9})(?:-|\.\.)(\d{1,9})$/s.exec(named) ?? []
  if (id === undefined) return { id: named, turns: undefined, entry }
  return { id, turns: { from: Number(from), to: Number(to) }, entry }
}

/**
 * The turn that a citation means: that of the entry it names, where there is one. Numbers of an older release may count
 * fewer turns; the entry is the same.
 */
export function turnOfEntry({ entries }: Pick<Thread, 'entries'>, entry: string | undefined): number | undefined {
  return entry === undefined ? undefined : entries.find(({ uuid }) => uuid?.startsWith(entry))?.turn
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
