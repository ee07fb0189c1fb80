import type { Store } from '../../store/store.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import type { Disturbance, Stretch } from './disturbance.ts'
import type { FileStep } from './file-step.ts'

/**
 * Turns that are rewound did change files, and going back can take the code back too or leave it: the transcript does
 * not say which. From the first turn on that goes another way, a change made on the rewound side is in doubt.
 */
export function findRewind(store: Store, step: FileStep, { from, to }: Stretch): Disturbance | undefined {
  const { session, agent } = step
  const turn = agent === '' ? step.turn : findMainTurn(store, session, agent)
  const own = store.get(TURN, [session, turn])
  if (own?.is_rewound !== 1) return undefined
  const next = store.get(NEXT, [session, turn, from, to])
  if (!next) return undefined
  const at = next.started_at as number
  const where = { session, agent: '', turn, text: '', startedAt: at, endedAt: at }
  return { kind: 'rewind', reach: 'any', isKnown: false, ...where }
}

const TURN = `SELECT is_rewound FROM turns WHERE session = ? AND agent = '' AND number = ?`
const NEXT = `SELECT started_at FROM turns WHERE session = ? AND agent = '' AND number > ? AND is_rewound = 0
AND started_at > ? AND started_at <= ? ORDER BY started_at LIMIT 1`
