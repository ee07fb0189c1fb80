import { formatNumberOf } from '../../text/count.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { listDecided } from './decided.ts'
import { listLeftOff } from './left-off.ts'
import { MAX_RECALL_ITEMS, type RecallDecision, type RecallStep, type SessionRecallRequest } from './recall.ts'

/**
 * What a session is told when it begins: where the last one left off, or, after a compaction, what was decided before it.
 * A resumed one has all of it in its window.
 */
export function recallSession(keep: IndexedKeep, request: SessionRecallRequest): RecallDecision {
  if (request.source === 'resume') {
    return decide([], [stop('in-window', 'A resumed session has its whole conversation in the window.')], [])
  }
  return request.source === 'compact' ? recallDecided(keep, request) : recallLeftOff(keep, request)
}

function recallLeftOff(keep: IndexedKeep, request: SessionRecallRequest): RecallDecision {
  const found = listLeftOff(keep, request)
  if (found.length === 0) {
    return decide([], [stop('sessions', 'No kept session of this project is younger than 30 days.')], [])
  }
  const items = found.flatMap(({ item, because }) => (because === undefined ? [item] : [])).slice(0, MAX_RECALL_ITEMS)
  const left = found.flatMap(({ item, because }) => (because === undefined ? [] : [{ item, because }]))
  const steps = [
    pass(
      'sessions',
      `${formatNumberOf(found.length, 'session')} of the last 30 days looked at, those of this branch first.`,
    ),
    items.length > 0
      ? pass('worth', `${formatNumberOf(items.length, 'session')} worth a word.`)
      : stop('worth', `None is worth a word: of the first, ${left[0]?.because}.`),
  ]
  return decide(items, steps, left)
}

function recallDecided(keep: IndexedKeep, request: SessionRecallRequest): RecallDecision {
  if (request.sessionId === undefined) {
    return decide([], [stop('session', 'Nobody knows which session was compacted.')], [])
  }
  const found = listDecided(keep, request)
  if (found.length === 0) {
    const says =
      'Before the compaction the user answered no question, approved no plan, refused nothing and set no rule, as far as it is kept and known by its words.'
    return decide([], [stop('decided', says)], [])
  }
  const items = found.filter(({ key }) => !request.seen.has(key))
  const left = found.filter(({ key }) => request.seen.has(key))
  const steps = [
    pass('decided', `What the user settled before the compaction: ${formatNumberOf(found.length, 'item')}.`),
    items.length > 0 ? pass('seen', 'None of it was shown since.') : stop('seen', 'All of it was shown since.'),
  ]
  return decide(
    items,
    steps,
    left.map(item => ({ item, because: 'it was shown in this session' })),
  )
}

function pass(name: string, says: string): RecallStep {
  return { name, isPassed: true, says }
}

function stop(name: string, says: string): RecallStep {
  return { name, isPassed: false, says }
}

function decide(
  items: RecallDecision['items'],
  steps: readonly RecallStep[],
  left: RecallDecision['left'],
): RecallDecision {
  return { schema: 'backscroll.recall/1', moment: 'session', items, steps, left, threshold: undefined }
}
