import type { RecallScore } from './measure.ts'
import type { SimulatedSession } from './simulate.ts'

/** What one set came to. */
export interface RecallReport {
  readonly name: string
  readonly part: string
  readonly score: RecallScore
  readonly simulated: SimulatedSession
}

const HEAD = [
  'prompts',
  'part',
  'wanted',
  'useful',
  'wrong',
  'unwanted',
  'false',
  'new topic',
  'near topic',
  'other project',
  'chit-chat',
  'repeats',
  'bytes a prompt',
  'bytes a fire',
  'p50',
  'p95',
]

/** As a Markdown table, which is readable in a terminal as well. */
export function formatReport(reports: readonly RecallReport[]): string {
  const rows = reports.map(({ name, part, score, simulated }) => [
    name,
    part,
    String(score.wanted),
    percent(score.useful),
    percent(score.wrong),
    String(score.unwanted),
    percent(score.falseFires),
    percent(score.falseByKind['new-topic']),
    percent(score.falseByKind['near-topic']),
    percent(score.falseByKind['other-project']),
    percent(score.falseByKind['chit-chat']),
    `${simulated.repeats} of ${simulated.shown}`,
    String(Math.round(simulated.bytesAPrompt)),
    String(Math.round(simulated.bytesAFire)),
    `${score.p50.toFixed(1)} ms`,
    `${score.p95.toFixed(1)} ms`,
  ])
  return [HEAD, HEAD.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function percent(share: number | undefined): string {
  return share === undefined ? '' : `${share.toFixed(1)} %`
}
