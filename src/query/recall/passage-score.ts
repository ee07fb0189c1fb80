import type { Features } from './passage-features.ts'

/**
 * How sure it is that a turn is wanted, 0 to 1: a logistic regression over what speaks for it. The weights were fitted by
 * `node bench/recall/fit.ts` on the projects that it calls training, with eight prompts that want nothing for one that
 * wants something; docs/recall.md has what they reach on the other projects. A fit today differs by up to 0.4, as names
 * are looked up otherwise since: they were left, because the blind projects were asked with them. By hand are `agent`, of
 * which training has no example, `looksBack` and `names`, which it gave next to nothing.
 */
export const PASSAGE_WEIGHTS: { readonly [Name in keyof Features]: number } & { readonly base: number } = {
  base: -4.5,
  share: 1.99,
  near: 0.18,
  answered: 3.15,
  mass: 2.67,
  count: 1.55,
  names: 0.1,
  pairs: 0.53,
  unknown: -0.92,
  lead: 3.23,
  crowd: -6.66,
  looksBack: 0.2,
  brief: -0.31,
  agent: -0.5,
}

/** Chosen on the training projects: the lowest at which 3 % of new topics in a project bring something. */
export const PASSAGE_THRESHOLD = 0.5

export function scorePassage(features: Features): number {
  let sum = PASSAGE_WEIGHTS.base
  for (const name of Object.keys(features) as (keyof Features)[]) sum += PASSAGE_WEIGHTS[name] * features[name]
  return 1 / (1 + Math.exp(-sum))
}
