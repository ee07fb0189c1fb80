import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderMeasured, renderSharingPage, SHARING_PAGE } from '../../scripts/redaction.ts'
import { REPOSITORY } from '../corpus.ts'
import { LOOK_ALIKES } from './look-alikes.ts'
import { type Measure, measure, type RedactedSession, redactSession } from './measure.ts'
import { askAboutText, askSecretlint } from './second-opinion.ts'
import { PLANTED_KINDS, plantSuite } from './suite.ts'

const RECALL_FLOOR = 0.99
const PRECISION_FLOOR = 0.98

let sessions: readonly RedactedSession[]
let result: Measure

beforeAll(() => {
  sessions = plantSuite().map(redactSession)
  result = measure(sessions)
}, 300_000)

describe('the planted suite', () => {
  test('has at least 60 kinds of secrets and 60 of look-alikes, each with several values', () => {
    const names = PLANTED_KINDS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(60)
    expect(new Set(LOOK_ALIKES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60)
    const planted = sessions.flatMap(({ session }) => session.planted)
    for (const name of names) {
      const values = planted.filter(({ kind }) => kind === name)
      expect(new Set(values.map(({ value }) => value)).size).toBeGreaterThanOrEqual(6)
      expect(new Set(values.map(({ context }) => context)).size).toBeGreaterThanOrEqual(6)
    }
  })
  test('is the same each time', () => {
    expect(plantSuite()).toEqual(sessions.map(({ session }) => session))
  })
  test('can be read before redaction: every planted value is found by the check that must not find it later', () => {
    const unread = measure(sessions.map(({ session }) => ({ session, entries: session.entries, hits: [] })))
    expect(unread.missed.length).toBe(unread.planted)
  })
  test('stands in no file: secretlint finds nothing in the suite and the rules', async () => {
    for (const folder of ['test/redaction', 'src/redact/rules']) {
      for (const entry of readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const opinions = await askAboutText(readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        // Look-alikes: dozens of the same letter, an address with names of variables or with `user:pass`.
        expect(opinions.filter(({ text }) => !/x{20}|\$\{|user:pass/.test(text))).toEqual([])
      }
    }
  })
})

describe('redaction', () => {
  test(`takes out at least ${RECALL_FLOOR * 100} % of what was planted`, () => {
    const misses = result.missed.map(({ kind, context, value }) => `${kind}, ${context}: ${value.slice(0, 60)}`)
    if (misses.length > 0) console.log(`missed ${misses.length} of ${result.planted}:\n${misses.join('\n')}`)
    expect(result.recall).toBeGreaterThanOrEqual(RECALL_FLOOR)
  })
  test('takes out most values of every kind', () => {
    for (const { name } of PLANTED_KINDS) {
      const isOfKind = ({ kind }: { readonly kind: string }) => kind === name
      const planted = sessions.flatMap(({ session }) => session.planted.filter(isOfKind))
      expect(result.missed.filter(isOfKind).length, name).toBeLessThan(planted.length / 4)
    }
  })
  test(`is right about at least ${PRECISION_FLOOR * 100} % of what it takes out`, () => {
    if (result.wrong.length > 0) console.log('taken out and harmless:', result.wrong)
    expect(result.right).toBeGreaterThan(3000)
    expect(result.precision).toBeGreaterThanOrEqual(PRECISION_FLOOR)
  })
  test('leaves ids, times and names of the lines around as they are', () => {
    const skeleton = ({
      uuid,
      parentUuid,
      sessionId,
      timestamp,
      type,
      version,
      cwd,
    }: {
      readonly [key: string]: unknown
    }) => {
      return { uuid, parentUuid, sessionId, timestamp, type, version, cwd }
    }
    for (const { session, entries } of sessions) expect(entries.map(skeleton)).toEqual(session.entries.map(skeleton))
  })
  test('leaves nothing for a second opinion: secretlint sees only placeholders and the look-alikes', async () => {
    for (const { session, entries } of sessions) {
      const opinions = await askSecretlint(entries)
      const isLookAlike = (text: string) => session.lookAlikes.some(lookAlike => lookAlike.text.includes(text))
      expect(opinions.filter(({ text }) => !text.includes('‹') && !isLookAlike(text))).toEqual([])
    }
  })
})

test('docs/sharing.md says what the rules are and what was measured (UPDATE=1 rewrites it)', async () => {
  const page = readFileSync(SHARING_PAGE, 'utf8')
  const current = renderSharingPage(page, await renderMeasured(sessions, result))
  if (process.env.UPDATE) writeFileSync(SHARING_PAGE, current)
  else expect(page).toBe(current)
})
