/** Recall and precision of the real redactor over planted sessions. */
import { createRedactor } from '../../src/redact/create-redactor.ts'
import type { Hit, RedactorOptions } from '../../src/redact/redaction.ts'
import { GREP_FILE } from './contexts.ts'
import type { Family } from './planted-kind.ts'
import { decodeUrl, listReadable } from './readable.ts'
import type { Planted, PlantedSession } from './suite.ts'

export interface Measure {
  readonly planted: number
  readonly missed: readonly Planted[]
  /** Values taken out that were planted, and those that were not. */
  readonly right: number
  readonly wrong: readonly Wrong[]
  readonly recall: number
  readonly precision: number
  readonly kinds: ReadonlySet<string>
  readonly families: readonly FamilyMeasure[]
}

export interface FamilyMeasure {
  readonly family: Family
  readonly kinds: number
  readonly planted: number
  readonly missed: number
}

/** Something harmless that was taken out. */
export interface Wrong {
  readonly rule: string
  readonly what: string
}

/** Names that occur in no planted text, so that only the rules are measured. */
export const OPTIONS: RedactorOptions = {
  identity: { homes: ['/home/mallory'], users: ['mallory'], hosts: ['mallorybook'] },
  words: [],
  keep: [],
}

export interface RedactedSession {
  readonly session: PlantedSession
  readonly entries: PlantedSession['entries']
  readonly hits: readonly Hit[]
}

export function redactSession(session: PlantedSession): RedactedSession {
  const redactor = createRedactor(OPTIONS)
  for (const [at, entry] of session.entries.entries()) {
    redactor.learnValue(entry, { session: 'planted', agentId: undefined, line: at + 1 })
  }
  const redaction = redactor.seal()
  const entries = session.entries.map(entry => redaction.redactValue(entry))
  for (const entry of entries) redaction.requireClean(JSON.stringify(entry))
  return { session, entries, hits: redaction.hits }
}

export function measure(sessions: readonly RedactedSession[]): Measure {
  const planted = sessions.flatMap(({ session }) => session.planted)
  const missed = sessions.flatMap(listMissed)
  const wrong = sessions.flatMap(listWrong)
  const right = sessions.reduce((sum, redacted) => sum + redacted.hits.length - listWrongHits(redacted).length, 0)
  return {
    planted: planted.length,
    missed,
    right,
    wrong,
    recall: 1 - missed.length / planted.length,
    precision: right / (right + wrong.length),
    kinds: new Set(planted.map(({ kind }) => kind)),
    families: measureFamilies(planted, missed),
  }
}

function listMissed({ session, entries }: RedactedSession): readonly Planted[] {
  const values = session.planted.map(({ value }) => value)
  const readable = listReadable(entries, values)
  return session.planted.filter(({ value }) => readable.has(value))
}

/** Hits that were not planted, and look-alikes that changed without a hit of their own. */
function listWrong(redacted: RedactedSession): readonly Wrong[] {
  const { session, entries } = redacted
  const wrongHits = listWrongHits(redacted)
  const touched = session.lookAlikes.filter(
    ({ entry, text }) =>
      JSON.stringify(entries[entry]) !== JSON.stringify(session.entries[entry]) &&
      !wrongHits.some(hit => text.includes(hit.value)),
  )
  return [
    ...wrongHits.map(({ rule, value }) => ({ rule, what: value })),
    ...touched.map(({ kind, text }) => ({ rule: `look-alike: ${kind}`, what: text })),
  ]
}

function listWrongHits({ hits, session }: RedactedSession): readonly Hit[] {
  const planted = session.planted.map(({ value }) => bare(value))
  return hits.filter(hit => {
    const taken = bare(hit.value)
    return !planted.some(value => value.includes(taken) || taken.includes(value))
  })
}

/** However it was written: without line ends, marks of a diff, colours, names of files and escapes. */
function bare(value: string): string {
  return decodeUrl(value)
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(new RegExp(`${GREP_FILE}:\\d+:`, 'g'), '')
    .replace(/\s+\d+→/g, '')
    .replace(/[^A-Za-z0-9]/g, '')
}

function measureFamilies(planted: readonly Planted[], missed: readonly Planted[]): readonly FamilyMeasure[] {
  return [...Map.groupBy(planted, ({ family }) => family)].map(([family, all]) => ({
    family,
    kinds: new Set(all.map(({ kind }) => kind)).size,
    planted: all.length,
    missed: missed.filter(miss => miss.family === family).length,
  }))
}
