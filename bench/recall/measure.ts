import type { PromptRecallRequest, RecallDecision } from '../../src/query/recall/recall.ts'
import { recallPrompt } from '../../src/query/recall/recall-prompt.ts'
import { quantile, share } from '../retrieval/evaluate.ts'
import type { KeptFolder } from '../retrieval/keep-folder.ts'
import { CASE_KINDS, type CaseKind, type RecallCase } from './recall-case.ts'

/** What became of one prompt. */
export interface RecallOutcome {
  readonly of: RecallCase
  readonly decision: RecallDecision
  readonly hasFired: boolean
  /** It fired, and a gold session is among the items. */
  readonly isUseful: boolean
  readonly ms: number
}

/** Shares in percent, times in milliseconds. */
export interface RecallScore {
  readonly wanted: number
  readonly unwanted: number
  readonly useful: number
  /** Of those that want something: fired, and nothing of it was right. */
  readonly wrong: number
  /** Of those that want nothing; each kind counts the same, however many there are. */
  readonly falseFires: number
  readonly falseByKind: { readonly [Kind in Exclude<CaseKind, 'wanted'>]: number | undefined }
  /** Of the items of useful fires: those of a gold session. */
  readonly rightItems: number
  readonly p50: number
  readonly p95: number
}

export function contextOf(one: RecallCase, now: number): Omit<PromptRecallRequest, 'prompt'> {
  const name = one.cwd.split('/').at(-1) ?? ''
  return {
    project: { path: one.cwd, name, remote: undefined },
    isEverywhere: false,
    branch: undefined,
    sessionId: one.sessionId,
    compactedAt: undefined,
    seen: new Set(),
    now: one.at ?? now,
  }
}

export function askAll({ keep, now }: KeptFolder, cases: readonly RecallCase[]): readonly RecallOutcome[] {
  return cases.map(one => {
    const request = { ...contextOf(one, now), prompt: one.prompt }
    const started = performance.now()
    const decision = recallPrompt(keep, request)
    const ms = performance.now() - started
    const ids = decision.items.map(({ sessionId }) => sessionId)
    return { of: one, decision, hasFired: ids.length > 0, isUseful: ids.some(id => one.golds.includes(id)), ms }
  })
}

export function scoreOf(outcomes: readonly RecallOutcome[]): RecallScore {
  const wanted = outcomes.filter(({ of }) => of.kind === 'wanted')
  const unwanted = outcomes.filter(({ of }) => of.kind !== 'wanted')
  const rates = CASE_KINDS.filter(kind => kind !== 'wanted').map(kind => {
    const own = unwanted.filter(({ of }) => of.kind === kind)
    return [kind, own.length === 0 ? undefined : share(own, ({ hasFired }) => hasFired)] as const
  })
  const known = rates.flatMap(([, rate]) => rate ?? [])
  const items = wanted.filter(({ isUseful }) => isUseful)
  const shown = items.flatMap(({ of, decision }) => decision.items.map(({ sessionId }) => of.golds.includes(sessionId)))
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    wanted: wanted.length,
    unwanted: unwanted.length,
    useful: share(wanted, ({ isUseful }) => isUseful),
    wrong: share(wanted, ({ hasFired, isUseful }) => hasFired && !isUseful),
    falseFires: known.length === 0 ? 0 : known.reduce((sum, rate) => sum + rate, 0) / known.length,
    falseByKind: Object.fromEntries(rates) as RecallScore['falseByKind'],
    rightItems: share(shown, Boolean),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  }
}
