/** A prompt, where it is typed, and what a good recall does with it. */
export interface RecallCase {
  /** Folder of the project. */
  readonly cwd: string
  readonly prompt: string
  /** Ids of the sessions of which one should come; none: it should stay silent. */
  readonly golds: readonly string[]
  readonly kind: CaseKind
  readonly part: CasePart
  /** Where the prompt itself was typed: that session is not asked. */
  readonly sessionId?: string | undefined
  /** Epoch milliseconds; what is later is not there yet. */
  readonly at?: number | undefined
}

/**
 * `wanted`: earlier sessions tell something. `new-topic`: work in the same project that nobody did before. `near-topic`:
 * the same with two words or more that one of its sessions has too, the hardest. `other-project`: what is wanted elsewhere, typed here. `chit-chat`: what people say between the steps of any work.
 */
export const CASE_KINDS = ['wanted', 'new-topic', 'near-topic', 'other-project', 'chit-chat'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/**
 * Weights and threshold are fitted on `training` alone; whole projects are on one side. What `held-out` came to was seen
 * while the features were made; `blind` was written when all of it stood.
 */
export const CASE_PARTS = ['training', 'held-out', 'blind'] as const
export type CasePart = (typeof CASE_PARTS)[number]
