import type { ActivityKind } from '../../narrative/activity-kinds.ts'

/** Kinds of activity that are drawn as one: few enough to be told apart at a glance. */
export const LANES = [
  { id: 'looked', name: 'Looked' },
  { id: 'planned', name: 'Planned' },
  { id: 'changed', name: 'Changed' },
  { id: 'ran', name: 'Ran' },
  { id: 'tested', name: 'Tested' },
  { id: 'delivered', name: 'Delivered' },
  { id: 'delegated', name: 'Delegated' },
] as const

export type LaneId = (typeof LANES)[number]['id']

const LANE_OF: { readonly [Kind in ActivityKind]: LaneId } = {
  explored: 'looked',
  researched: 'looked',
  reviewed: 'looked',
  planned: 'planned',
  asked: 'planned',
  tracked: 'planned',
  wrote: 'changed',
  edited: 'changed',
  documented: 'changed',
  configured: 'changed',
  ran: 'ran',
  built: 'ran',
  debugged: 'ran',
  'used-tools': 'ran',
  tested: 'tested',
  committed: 'delivered',
  'opened-pr': 'delivered',
  delegated: 'delegated',
}

/** The share of each lane in what was done, the greatest first; the shares add up to one. */
export function shareLanes(
  did: readonly { readonly kind: ActivityKind; readonly count: number }[],
): readonly { readonly lane: LaneId; readonly share: number }[] {
  const counts = new Map<LaneId, number>()
  for (const { kind, count } of did) counts.set(LANE_OF[kind], (counts.get(LANE_OF[kind]) ?? 0) + count)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts]
    .map(([lane, count]) => ({ lane, share: total === 0 ? 0 : count / total }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
}
