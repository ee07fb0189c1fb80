import type { Features } from './passage-features.ts'

/**
 * How sure it is that a turn is wanted, 0 to 1: a logistic regression over what speaks for it. The weights were fitted by
 * `node bench/recall/fit.ts` on the projects that it calls training; docs/recall.md has what they reach on the others. What
 * has 0 was of no use beside the rest: `share` and `near` choose the turn of a session. `agent` is by hand, as training has
 * no example of it.
 */
export const PASSAGE_WEIGHTS: { readonly [Name in keyof Features]: number } & { readonly base: number } = {
  base: -4.62,
  share: 0,
  near: 0,
  settled: 0.72,
  answered: 2.14,
  mass: 2.81,
  count: 0.87,
  names: 2.26,
  pairs: 0.48,
  lead: 4.09,
  crowd: -4.53,
  looksBack: 1.5,
  complains: 0.12,
  orders: -2.72,
  brief: -0.52,
  agent: -0.5,
}

/** The base was moved so that here, on the training projects, at most 5 % of any kind of prompt bring something unwanted. */
export const PASSAGE_THRESHOLD = 0.5

export function scorePassage(features: Features): number {
  let sum = PASSAGE_WEIGHTS.base
  for (const name of Object.keys(features) as (keyof Features)[]) sum += PASSAGE_WEIGHTS[name] * features[name]
  return 1 / (1 + Math.exp(-sum))
}
