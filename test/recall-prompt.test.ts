import { beforeAll, expect, test } from 'vitest'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import type { PromptRecallRequest, RecallDecision } from '../src/query/recall/recall.ts'
import { recallPrompt } from '../src/query/recall/recall-prompt.ts'
import { keepScripts, type Script, writeScript } from './lookup-world.ts'

const APP = '/home/dev/app'
const OTHER = '/home/dev/other'
const LEASE = 'bbbb0000-0000-4000-8000-000000000001'
const FORK = 'bbbb0000-0000-4000-8000-000000000002'
const REWOUND = 'bbbb0000-0000-4000-8000-000000000003'
const ASKED = 'bbbb0000-0000-4000-8000-000000000004'
const FOREIGN = 'bbbb0000-0000-4000-8000-000000000005'
const CHOICE = 'bbbb0000-0000-4000-8000-000000000006'
const NOW = Date.parse('2026-04-01T00:00:00.000Z')
const WHY = 'why does the heartbeat lose its lease after a renewal?'

let keep: IndexedKeep

function script(sessionId: string, startedAt: string, more: { cwd?: string; copied?: readonly object[] } = {}): Script {
  return writeScript({ sessionId, startedAt, mark: `r${sessionId.slice(-2)}`, ...more })
}

const lease = script(LEASE, '2026-03-02T10:00:00.000Z')
  .prompt('The heartbeat of the worker loses its lease, although the renewal succeeded.')
  .answer('Let me look at the heartbeat.')
  .answer(
    'The renewal is sent with an old fencing number.\nThe lease is lost because the heartbeat reads it before the renewal.',
  )
  .prompt('thanks')
  .answer('You are welcome.')

/** Everyday work, so that the words of a prompt are rare among others. */
function everyday(at: number): readonly object[] {
  const id = `bbbb0000-0000-4000-8000-0000000001${at}0`
  return script(id, `2026-02-0${at + 1}T10:00:00.000Z`)
    .prompt(`Rename the button number ${at} of the form, and move the footer`)
    .answer('The button has its new name, and the footer stands below the form.')
    .prompt('Write the release notes of this version')
    .answer('Three sections: new, changed and fixed.').lines
}

beforeAll(async () => {
  const folder = (cwd: string, id: string): string => `projects/${cwd.replace(/[^a-z]/g, '-')}/${id}.jsonl`
  const rewound = script(REWOUND, '2026-03-05T10:00:00.000Z')
    .prompt('Which colour does the dashboard have at night?')
    .answer('It is dark blue at night.')
  const [root] = rewound.lines as readonly { readonly uuid: string }[]
  rewound
    .line({ type: 'user', parentUuid: root?.uuid, message: { role: 'user', content: 'Try the gyroscope calibration' } })
    .answer('The gyroscope calibration is wrong because the magnetometer drifts.')
    .line({ type: 'user', parentUuid: root?.uuid, message: { role: 'user', content: 'No, leave it' } })
    .answer('Left as it was.')
  keep = await keepScripts({
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map(at => [folder(APP, `everyday-${at}`), everyday(at)])),
    [folder(APP, LEASE)]: lease.lines,
    [folder(APP, FORK)]: script(FORK, '2026-03-03T10:00:00.000Z', { copied: lease.lines })
      .prompt('Then write the migration of the archive table')
      .answer('The migration of the archive table is written.').lines,
    [folder(APP, REWOUND)]: rewound.lines,
    [folder(APP, ASKED)]: script(ASKED, '2026-03-06T10:00:00.000Z').prompt(
      'How does the turbine controller limit its torque?',
    ).lines,
    [folder(APP, CHOICE)]: script(CHOICE, '2026-03-08T10:00:00.000Z')
      .prompt('Which provider sends our letters, Postmark or Sendgrid?')
      .answer('Postmark is quicker with letters, Sendgrid is cheaper above a million.')
      .prompt('the first one, as we are small')
      .answer('Decided: Postmark, because letters arrive within seconds.').lines,
    [folder(OTHER, FOREIGN)]: script(FOREIGN, '2026-03-07T10:00:00.000Z', { cwd: OTHER })
      .prompt('Why is the kerning of the headline too tight?')
      .answer('The kerning is too tight because the headline font has no table for it.').lines,
  })
})

function ask(prompt: string, more: Partial<PromptRecallRequest> = {}): RecallDecision {
  return recallPrompt(keep, {
    prompt,
    project: { path: APP, name: 'app', remote: undefined },
    isEverywhere: false,
    branch: 'main',
    sessionId: undefined,
    compactedAt: undefined,
    seen: new Set(),
    now: NOW,
    ...more,
  })
}

/** Name of the step that ended it. */
function endOf({ steps }: RecallDecision): string | undefined {
  return steps.find(({ isPassed }) => !isPassed)?.name
}

test('a prompt brings the passage it is about, once however many sessions repeat it', () => {
  const decision = ask(WHY)
  expect(decision.items.map(({ sessionId, turn }) => [sessionId, turn])).toEqual([[LEASE, 1]])
  const [item] = decision.items
  expect(item?.text).toBe(
    'The renewal is sent with an old fencing number.\nThe lease is lost because the heartbeat reads it before the renewal.',
  )
  expect(item?.why).toMatch(/^has "\w+", .* and "\w+"$/)
  expect(item?.score).toBeGreaterThanOrEqual(decision.threshold ?? 1)
  expect(decision.steps.every(({ isPassed }) => isPassed)).toBe(true)
})

test('what was shown is not shown again, nor is its copy', () => {
  const [shown] = ask(WHY).items
  const again = ask(WHY, { seen: new Set([shown?.key ?? '']) })
  expect(again.items).toEqual([])
  expect(endOf(again)).toBe('seen')
  expect(again.left[0]?.because).toBe('it was shown in this session')
})

test('what the running session has in its window is not recalled, whichever session it is found in', () => {
  expect(ask(WHY, { sessionId: LEASE }).items).toEqual([])
  expect(ask(WHY, { sessionId: FORK }).items).toEqual([])
  expect(endOf(ask('the migration of the archive table', { sessionId: FORK }))).toBe('in-window')
})

test('what it said before its last compaction may be', () => {
  const compactedAt = Date.parse('2026-03-02T11:00:00.000Z')
  expect(ask(WHY, { sessionId: LEASE, compactedAt }).items).toHaveLength(1)
  expect(ask(WHY, { sessionId: LEASE, compactedAt: Date.parse('2026-03-02T09:00:00.000Z') }).items).toEqual([])
})

test('sides that were taken back and questions that nobody answered bring nothing', () => {
  expect(ask('is the gyroscope calibration wrong, or does the magnetometer drift?').items).toEqual([])
  const asked = ask('how does the turbine controller limit its torque?')
  expect([asked.items, endOf(asked)]).toEqual([[], 'answered'])
})

test('other projects are asked only where somebody wants it', () => {
  const prompt = 'the kerning of the headline is too tight again'
  expect(ask(prompt).items).toEqual([])
  expect(ask(prompt, { isEverywhere: true }).items.map(({ sessionId }) => sessionId)).toEqual([FOREIGN])
  expect(endOf(ask(prompt, { project: { path: '/nowhere', name: 'nowhere', remote: undefined } }))).toBe('project')
})

test('a new topic, one word alone and a trivial prompt stay silent, and say why', () => {
  expect(endOf(ask('add an elevation profile to the hiking map'))).toBe('words')
  expect(endOf(ask('what is a heartbeat?'))).toBe('words')
  expect(endOf(ask('ok, go on'))).toBe('trivial')
})

test('one plain word that a passage has in common is not enough, however rare', () => {
  const decision = ask('the fencing should have a gate of oak')
  expect([decision.items, endOf(decision)]).toEqual([[], 'words'])
})

test('of two turns that weigh and decide a question gets the one that decides', () => {
  const { items } = ask('why did we pick Postmark over Sendgrid for letters?')
  expect(items.map(({ sessionId, turn }) => [sessionId, turn])).toEqual([[CHOICE, 2]])
  expect(items[0]?.text).toContain('Decided: Postmark')
})

test('new work that shares two words with a session brings nothing', () => {
  expect(ask('add a renewal date to the lease form').items).toEqual([])
})

test('no prompt breaks the question', () => {
  for (const prompt of [
    '"lease" AND NOT (renewal',
    "heartbeat'; DROP TABLE units",
    'lease* ^heartbeat : {prompt}',
    '𝔩𝔢𝔞𝔰𝔢 \ud800 renewal',
  ]) {
    expect(ask(prompt).schema).toBe('backscroll.recall/1')
  }
})
