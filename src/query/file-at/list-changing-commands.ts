import { formatIso } from '../../time/day.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import { kindOfCommand } from './command-kinds.ts'
import { parseLine } from './command-reach.ts'
import type { NamedDisturbance, Namer } from './describe-state.ts'

const MAX_COMMANDS = 20

/** Commands of a session that are known to change files, newest last: what they did is not in any record. */
export function listChangingCommands(
  { store, sessions }: Namer,
  session: number,
): { readonly commands: readonly Omit<NamedDisturbance, 'side'>[]; readonly commandCount: number } {
  const rows = store.all(COMMANDS, [session]).filter(row => mayChangeFiles(row.text as string))
  const known = sessions.get(session)
  const commands = rows.slice(-MAX_COMMANDS).map(row => {
    const agent = row.agent as string
    return {
      kind: 'command' as const,
      reach: 'any' as const,
      isKnown: true,
      text: row.text as string,
      sessionId: known?.sessionId,
      shortId: known?.shortId,
      turn: agent === '' ? (row.turn as number) : findMainTurn(store, session, agent),
      agent: agent === '' ? undefined : agent,
      at: formatIso((row.at as number | null) ?? undefined),
    }
  })
  return { commands, commandCount: rows.length }
}

const COMMANDS = `SELECT f.agent, f.turn, f.at, f.text FROM commands AS f
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
WHERE f.session = ? AND ifnull(c.status, '') NOT IN ('rejected', 'denied', 'skipped') ORDER BY f.at, f.agent, f.number`

/** It is known to change files, given by name or not. What goes to a device or a place for what is thrown away is none. */
function mayChangeFiles(text: string): boolean {
  return parseLine(text).commands.some(({ words: [program, ...args], writesTo }) => {
    if (writesTo.some(target => !THROWN_AWAY.test(target))) return true
    const kind = program === undefined ? 'reads' : kindOfCommand(program, args)
    return (
      kind === 'changes-any' ||
      (kind === 'changes-named' && !args.every(arg => /^-/.test(arg) || THROWN_AWAY.test(arg)))
    )
  })
}

const THROWN_AWAY = /^(?:\/dev|\/tmp|\/private\/tmp|\/var\/tmp)(?:\/|$)/
