import type { Engine } from './engine.ts'
import { openEngines } from './engines.ts'
import { askAll, type Outcome, type Question, scoreOf, share } from './evaluate.ts'
import type { KeptFolder } from './keep-folder.ts'
import { KINDS, makeKnownItems } from './known-items.ts'
import { MessageIndex } from './message-index.ts'
import { makeNegatives } from './negatives.ts'
import { readMessages } from './read-messages.ts'
import type { FolderReport, SetReport, StepReport } from './report.ts'
import { makeStressors } from './stressors.ts'

export interface MeasureOptions {
  readonly name: string
  readonly seed: number
  /** Known items of each kind, and questions of each stressor. */
  readonly perKind: number
  readonly paraphrases: readonly Question[]
  /** Questions that these transcripts do not answer, beside those there are for all. */
  readonly foreign?: readonly string[]
  /** backscroll alone: for tests and tuning. */
  readonly isAlone: boolean
  /** What became of each question that backscroll was asked. */
  onOutcomes?(set: string, outcomes: readonly Outcome[]): void
}

/** Outcomes by engine. */
type Outcomes = ReadonlyMap<string, readonly Outcome[]>

const CONFIDENT = ['filter', 'phrase', 'near', 'all']

/** All sets over one folder of transcripts. */
export async function measureFolder(kept: KeptFolder, options: MeasureOptions): Promise<FolderReport> {
  const { name, seed, perKind, paraphrases, isAlone } = options
  const messages = [...readMessages(kept.keep)]
  const engines = openEngines(kept, isAlone ? undefined : messages)
  const known = makeKnownItems(kept.keep, { seed, perKind })
  const index = new MessageIndex(messages)
  const stressors = makeStressors(index, known.items, { seed, perStressor: perKind })
  const ours = engines[0] as Engine
  const ask = (set: string, questions: readonly Question[], asked: readonly Engine[]): Outcomes => {
    const outcomes = new Map(asked.map(engine => [engine.name, askAll(engine, questions)]))
    options.onOutcomes?.(set, outcomes.get(ours.name) ?? [])
    return outcomes
  }
  const sets = new Map<string, Outcomes>()
  for (const kind of KINDS) {
    const items = known.items.filter(item => item.kind === kind)
    if (items.length === 0) continue
    for (const form of ['keyword', 'sentence'] as const) {
      const set = `${kind}, ${form}`
      sets.set(
        set,
        ask(
          set,
          items.map(item => item[form]),
          engines,
        ),
      )
    }
    const filters = items.flatMap(({ filter }) => filter ?? [])
    if (filters.length > 0) sets.set(`${kind}, filter`, ask(`${kind}, filter`, filters, [ours]))
  }
  const totals = ['keyword', 'sentence', 'filter'].map(form => [`known items, ${form}`, joined(sets, form)] as const)
  if (paraphrases.length > 0) sets.set('paraphrase', ask('paraphrase', paraphrases, engines))
  const positives = [...sets].flatMap(([set, outcomes]) =>
    set.endsWith('filter') ? [] : (outcomes.get(ours.name) ?? []),
  )
  const nothing = makeNegatives(positives.length, index, options.foreign).map(text => ({
    text,
    golds: [],
    answer: undefined,
  }))
  const negatives = ask('negatives', nothing, [ours]).get(ours.name) ?? []
  const stressed = stressors.filter(({ plain }) => plain.length > 0)
  const stressReports = stressed.map(({ name: stressor, plain, stressed }) => ({
    stressor,
    plain: scoreOf(askAll(ours, plain)),
    stressed: scoreOf(ask(stressor, stressed, [ours]).get(ours.name) ?? []),
  }))
  for (const engine of engines) engine.close()
  const size = kept.keep.store.get('SELECT count(*) AS sessions, sum(size_bytes) AS bytes FROM sessions')
  return {
    name,
    sessions: Number(size?.sessions),
    megabytes: Number(size?.bytes) / 1e6,
    skipped: known.skipped,
    sets: [...totals, ...sets].map(([set, outcomes]) => setReport(set, outcomes)),
    stressors: stressReports,
    steps: stepsOf(positives, negatives),
    negatives: negatives.length,
    falseConfidence: share(negatives, ({ step }) => step !== undefined && CONFIDENT.includes(step)),
  }
}

/** The sets of one form as one. */
function joined(sets: ReadonlyMap<string, Outcomes>, form: string): Outcomes {
  const all = new Map<string, Outcome[]>()
  for (const [set, outcomes] of sets) {
    if (!set.endsWith(`, ${form}`)) continue
    for (const [engine, list] of outcomes) all.set(engine, [...(all.get(engine) ?? []), ...list])
  }
  return all
}

function setReport(set: string, outcomes: Outcomes): SetReport {
  return { set, scores: Object.fromEntries([...outcomes].map(([engine, list]) => [engine, scoreOf(list)])) }
}

function stepsOf(positives: readonly Outcome[], negatives: readonly Outcome[]): readonly StepReport[] {
  const stepOf = ({ step }: Outcome): string => step ?? 'nothing'
  const steps = new Set([...CONFIDENT, 'most', 'any', 'spelling', 'nothing', ...positives.map(stepOf)])
  return [...steps].map(step => {
    const here = positives.filter(outcome => stepOf(outcome) === step)
    return {
      step,
      positives: here.length,
      right: share(here, ({ rank }) => rank === 1),
      negatives: negatives.filter(outcome => stepOf(outcome) === step).length,
    }
  })
}
