import type { Store } from '../../store/store.ts'
import { findOwnTurns } from '../own-turns.ts'
import { listWithin, type SessionLimits } from '../session-limits.ts'
import type { Choice } from './filter-choices.ts'

/** The limits of whoever asks, as if they were a filter; what other sessions repeat of the one that asks is left out too. */
export function choiceOf(store: Store, limits: SessionLimits): Choice {
  const sessions = listWithin(store, limits)
  const own = limits.without === undefined ? undefined : findOwnTurns(store, limits.without)
  if (own === undefined || own.isNone) return { sessions }
  return {
    sessions,
    isWanted({ session, agent, firstTurn, lastTurn }) {
      for (let turn = firstTurn; turn <= lastTurn; turn++) if (!own.isCopied(session, agent, turn)) return true
      return false
    },
    isWantedText: ({ session, agent, turn }) => !own.isCopied(session, agent, turn),
  }
}
