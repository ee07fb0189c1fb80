/**
 * Measures redaction over the planted sessions of test/redaction and writes what came out into docs/sharing.md:
 *   node scripts/redaction.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Rule } from '../src/redact/rule.ts'
import { RULES } from '../src/redact/rules/table.ts'
import { LOOK_ALIKES } from '../test/redaction/look-alikes.ts'
import { type Measure, measure, type RedactedSession, redactSession } from '../test/redaction/measure.ts'
import { askSecretlint, listKindsSeen } from '../test/redaction/second-opinion.ts'
import { plantSuite } from '../test/redaction/suite.ts'

export const SHARING_PAGE = fileURLToPath(new URL('../docs/sharing.md', import.meta.url))

const RULES_MARKS = ['<!-- rules: made by scripts/redaction.ts -->', '<!-- /rules -->'] as const
const PEOPLE_MARKS = ['<!-- people: made by scripts/redaction.ts -->', '<!-- /people -->'] as const
const MEASURED_MARKS = ['<!-- measured: made by scripts/redaction.ts -->', '<!-- /measured -->'] as const

/** The page with its made parts as they should be. */
export function renderSharingPage(page: string, measured: string): string {
  const [asked, always] = [true, false].map(isAsked => RULES.filter(rule => (rule.isOnRequest ?? false) === isAsked))
  const ruled = putBetween(page, RULES_MARKS, renderRules(always ?? []))
  return putBetween(putBetween(ruled, PEOPLE_MARKS, renderRules(asked ?? [])), MEASURED_MARKS, measured)
}

export async function renderMeasured(sessions: readonly RedactedSession[], result: Measure): Promise<string> {
  const known = new Set<string>()
  for (const { session } of sessions) {
    for (const kind of listKindsSeen(session, await askSecretlint(session.entries))) known.add(kind)
  }
  const lookAlikes = sessions.reduce((sum, { session }) => sum + session.lookAlikes.length, 0)
  const rows = result.families.map(
    ({ family, kinds, planted, missed }) =>
      `| ${family} | ${kinds} | ${planted} | ${planted - missed} | ${formatShare(1 - missed / planted)} |`,
  )
  return [
    '| family | kinds | planted | taken out | recall |',
    '|---|---|---|---|---|',
    ...rows,
    `| **all** | **${result.kinds.size}** | **${result.planted}** | **${result.planted - result.missed.length}** | **${formatShare(result.recall)}** |`,
    '',
    `Precision: ${formatShare(result.precision)}. ${result.right} different values were taken out that had been planted, and ${result.wrong.length} that had not; ${lookAlikes} look-alikes of ${LOOK_ALIKES.length} kinds stood between them.`,
    '',
    `Second opinion: the recommended rules of [secretlint](https://github.com/secretlint/secretlint) see ${known.size} of the ${result.kinds.size} kinds in the same sessions before redaction, and nothing in them afterwards but placeholders and look-alikes.`,
  ].join('\n')
}

function renderRules(rules: readonly Rule[]): string {
  const byName = Map.groupBy(rules, ({ name }) => name)
  const rows = [...byName].map(
    ([name, all]) =>
      `| \`‹${name}-1›\` | ${[...new Set(all.map(({ what }) => what.replaceAll('|', '\\|')))].join('; ')} |`,
  )
  return ['| in its place | what |', '|---|---|', ...rows].join('\n')
}

function putBetween(page: string, [begin, end]: readonly [string, string], text: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${SHARING_PAGE} has lost its mark ${begin}`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

function formatShare(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sessions = plantSuite().map(redactSession)
  const measured = await renderMeasured(sessions, measure(sessions))
  writeFileSync(SHARING_PAGE, renderSharingPage(readFileSync(SHARING_PAGE, 'utf8'), measured))
  console.log(measured)
}
