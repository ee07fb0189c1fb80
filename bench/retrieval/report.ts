import type { Score } from './evaluate.ts'

/** A set of questions and how each engine did on it. */
export interface SetReport {
  readonly set: string
  readonly scores: { readonly [engine: string]: Score }
}

export interface StressReport {
  readonly stressor: string
  readonly plain: Score
  readonly stressed: Score
}

/** What the step of the best hit tells: how often it was right, and how often it was said where nothing is right. */
export interface StepReport {
  readonly step: string
  readonly positives: number
  readonly right: number
  readonly negatives: number
}

export interface FolderReport {
  readonly name: string
  readonly sessions: number
  readonly megabytes: number
  readonly skipped: { readonly [kind: string]: number }
  readonly sets: readonly SetReport[]
  readonly stressors: readonly StressReport[]
  readonly steps: readonly StepReport[]
  readonly negatives: number
  /** Negatives answered with `filter`, `phrase`, `near` or `all`, in percent. */
  readonly falseConfidence: number
}

export function formatReport(report: FolderReport): string {
  const skipped = Object.entries(report.skipped).map(([kind, count]) => `${count} ${kind}`)
  return [
    `## ${report.name}`,
    '',
    `${report.sessions} sessions, ${report.megabytes.toFixed(1)} MB.`,
    ...(skipped.length > 0
      ? [`Facts left out because more than three conversations share them: ${skipped.join(', ')}.`]
      : []),
    '',
    ...formatSets(report.sets),
    '',
    ...formatStressors(report.stressors),
    ...formatSteps(report),
  ].join('\n')
}

/** The same in fewer rows, for docs/search.md: sums in full, kinds by hit@5 alone. */
export function formatForDocs(report: FolderReport): string {
  const isSum = ({ set }: SetReport): boolean => !/^(path|command|error|commit|pr|url|date),/.test(set)
  return [
    `### ${report.name}: ${report.sessions} sessions, ${report.megabytes.toFixed(1)} MB`,
    '',
    ...formatSets(report.sets.filter(isSum)),
    '',
    ...formatKinds(report.sets.filter(set => !isSum(set))),
    '',
    ...formatStressors(report.stressors),
    ...formatSteps(report),
  ].join('\n')
}

function formatKinds(sets: readonly SetReport[]): readonly string[] {
  const engines = [...new Set(sets.flatMap(({ scores }) => Object.keys(scores)))]
  return [
    `| hit@5 | questions | ${engines.join(' | ')} |`,
    `|---|---|${engines.map(() => '---|').join('')}`,
    ...sets.map(({ set, scores }) => {
      const cells = engines.map(engine => (scores[engine] ? percent(scores[engine].hit5) : '–'))
      return `| ${set} | ${Object.values(scores)[0]?.questions ?? 0} | ${cells.join(' | ')} |`
    }),
  ]
}

function formatSets(sets: readonly SetReport[]): readonly string[] {
  return [
    '| set | engine | questions | hit@1 | hit@5 | hit@10 | MRR | recall@5 | turn@5 | snippet | bytes | p50 ms | p95 ms |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...sets.flatMap(({ set, scores }) =>
      Object.entries(scores).map(([engine, score]) => {
        const shares = [score.hit1, score.hit5, score.hit10].map(percent)
        const more = [percent(score.recall5), percent(score.place5), percent(score.snippet), score.bytes.toFixed(0)]
        const cells = [set, engine, score.questions, ...shares, score.mrr.toFixed(2), ...more]
        return `| ${[...cells, score.p50.toFixed(1), score.p95.toFixed(1)].join(' | ')} |`
      }),
    ),
  ]
}

function formatStressors(stressors: readonly StressReport[]): readonly string[] {
  return [
    '| stressor | questions | hit@1 before | hit@1 | hit@5 before | hit@5 | cost at 5, points |',
    '|---|---|---|---|---|---|---|',
    ...stressors.map(({ stressor, plain, stressed }) => {
      const shares = [plain.hit1, stressed.hit1, plain.hit5, stressed.hit5].map(percent)
      return `| ${[stressor, plain.questions, ...shares, (plain.hit5 - stressed.hit5).toFixed(1)].join(' | ')} |`
    }),
  ]
}

function formatSteps({ steps, negatives, falseConfidence }: FolderReport): readonly string[] {
  if (steps.length === 0) return []
  return [
    '',
    `${negatives} questions about what is not there; ${percent(falseConfidence)} % were answered as if it were (filter, phrase, near, all).`,
    '',
    '| step of the best hit | questions with an answer | of those right at 1, % | questions without |',
    '|---|---|---|---|',
    ...steps.map(
      ({ step, positives, right, negatives }) => `| ${step} | ${positives} | ${percent(right)} | ${negatives} |`,
    ),
  ]
}

function percent(value: number): string {
  return value.toFixed(1)
}
