import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, ONE, type TreeItem } from '../../test/temp-tree.ts'
import { listAllSources } from './discover.ts'
import { deletionOf, findRetention, readRetention } from './retention.ts'
import { findRoots, type Root } from './roots.ts'
import type { SessionSource } from './session-source.ts'

const DAY = 24 * 60 * 60 * 1000

/** The days kept, and the file that says so relative to the home folder. */
function checkRetention(files: { readonly [path: string]: TreeItem }, days: number, setBy?: string): void {
  const home = makeTree({ ...files, '.claude/x': '' })
  const retention = readRetention(join(home, '.claude'))
  expect([retention.days, retention.setBy]).toEqual([days, setBy && join(home, setBy)])
  expect(retention.isWritingOff).toBe(days === 0)
}

test('the client keeps transcripts for 30 days unless a setting says otherwise', () => {
  checkRetention({}, 30)
  checkRetention({ '.claude/settings.json': '{"cleanupPeriodDays": 99999}' }, 99999, '.claude/settings.json')
  checkRetention({ '.claude.json': '{"cleanupPeriodDays": 5}' }, 5, '.claude.json')
})

test('local settings win', () => {
  const files = {
    '.claude/settings.json': '{"cleanupPeriodDays": 7}',
    '.claude/settings.local.json': '{"cleanupPeriodDays": 0}',
  }
  checkRetention(files, 0, '.claude/settings.local.json')
})

test('settings that are broken or no number of days are named', () => {
  const problemsOf = (text: string) => {
    const home = makeTree({ '.claude/settings.json': text })
    return readRetention(join(home, '.claude')).problems.map(({ message }) => message.replace(home, ''))
  }
  expect(problemsOf('{"cleanupPeriodDays": ')).toEqual([
    '/.claude/settings.json is not a JSON object: its cleanupPeriodDays cannot be known, 30 days are assumed',
  ])
  expect(problemsOf('{"cleanupPeriodDays": "12"}')).toEqual([
    'cleanupPeriodDays in /.claude/settings.json must be a number from 0, not "12": 30 days are assumed',
  ])
  for (const good of ['', '{}', '{"cleanupPeriodDays": 7}', '\ufeff{"cleanupPeriodDays": 7}']) {
    expect(problemsOf(good)).toEqual([])
  }
})

test('settings that cannot be read, or say nonsense, count as none', () => {
  checkRetention({ '.claude/settings.json': '{"cleanupPeriodDays": ' }, 30)
  checkRetention({ '.claude/settings.json': '{"cleanupPeriodDays": "12"}' }, 30)
  checkRetention({ '.claude/settings.json': '{"cleanupPeriodDays": -1}' }, 30)
  checkRetention({ '.claude/settings.json': { link: 'settings.json' } }, 30)
})

test('a transcript goes when nothing was written to it for that long', () => {
  const home = makeTree({ [`.claude/projects/p/${ONE}.jsonl`]: makeLines(ONE), [`kept/${ONE}.jsonl`]: makeLines(ONE) })
  const open = (override: string) => {
    const { roots } = findRoots(machineAt(home, { override: [override] }))
    return [roots[0] as Root, listAllSources(roots).sources[0] as SessionSource] as const
  }
  const [root, source] = open('.claude')
  expect(deletionOf(source, findRetention(root))).toBe((source.main?.mtimeMs ?? 0) + 30 * DAY)
  const [keptRoot, kept] = open('kept')
  expect(deletionOf(kept, findRetention(keptRoot))).toBeUndefined()
})
