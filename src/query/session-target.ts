/** Some turns of a conversation, both included. */
export interface TargetTurns {
  readonly from: number
  readonly to: number
}

/** For whoever named turns that are not there. */
export const TURNS_HINT = 'Name a turn as id:3, or several as id:4-9; without it you get the whole session.'

/** `id:4-9` in its parts; a single turn is found together with the id, which may have a colon itself. */
export function parseTarget(text: string): { readonly id: string; readonly turns: TargetTurns | undefined } {
  const [, id, from, to] = /^(.+):(\d{1,9})(?:-|\.\.)(\d{1,9})$/s.exec(text) ?? []
  if (id === undefined) return { id: text, turns: undefined }
  return { id, turns: { from: Number(from), to: Number(to) } }
}

/** What a citation names: a session, some of its turns, an entry. */
export interface Citation {
  readonly id: string
  readonly turns: TargetTurns | undefined
  /** Beginning of the uuid of an entry. */
  readonly entry: string | undefined
}

/** `id`, `id:4`, `id:4-9`, `id#entry`, `id:4#entry`; brackets around it are those of a quoted citation. */
export function parseCitation(text: string): Citation {
  const [, bare = ''] = /^\s*\[?\s*(.*?)\s*\]?\s*$/s.exec(text) ?? []
  const [, named = bare, entry] = /^(.+)#([\w-]{4,64})$/s.exec(bare) ?? []
  const range = parseTarget(named)
  if (range.turns) return { ...range, entry }
  const [, id = named, turn] = /^(.+):(\d{1,9})$/s.exec(named) ?? []
  return { id, turns: turn === undefined ? undefined : { from: Number(turn), to: Number(turn) }, entry }
}
