import { expect, test } from 'vitest'
import type { SyncReport } from '../../ingest/sync-report.ts'
import { formatImport, formatSync } from './format-sync.ts'

function report(sessions: Partial<SyncReport['sessions']>, readBytes = 0): SyncReport {
  const none = { seen: 0, added: 0, grown: 0, unchanged: 0, excluded: 0, forgotten: 0, ownRuns: 0, gone: 0 }
  return {
    schema: 'backscroll.sync/1',
    isBusy: false,
    needsSync: false,
    isIndexMended: false,
    sessions: { ...none, ...sessions },
    files: { seen: 0, changed: 0, newGenerations: 0 },
    work: { readBytes, checkedBytes: 0, parsedEntries: 0, archivedBytes: readBytes / 5 },
    left: { sessions: 0, older: 0, bytes: 0 },
    durationMs: 1,
    problems: [],
  }
}

test('a sync says what is new, what is gone and what was left out', () => {
  expect(formatSync(report({ added: 12, grown: 3, gone: 2 }, 48e6), 20)).toBe(
    'Kept 12 new and 3 grown sessions, 48 MB -> 9.6 MB. 2 no longer exist at the source.',
  )
  expect(formatSync(report({ grown: 1, excluded: 2, forgotten: 1 }, 1000), 20)).toBe(
    'Kept 1 grown session, 1 KB -> 200 B. Left out: 2 excluded, 1 forgotten.',
  )
})

test('a sync with nothing to do says how much is kept, gone or not', () => {
  expect(formatSync(report({ unchanged: 6, gone: 1 }), 6)).toBe(
    'Nothing new: 6 sessions are kept. 1 no longer exists at the source.',
  )
  expect(formatSync(report({ unchanged: 1, gone: undefined }), 1)).toBe('Nothing new: 1 session is kept.')
})

test('an import speaks of what it was given alone', () => {
  expect(formatImport(report({ added: 1, gone: 7 }, 1000))).toBe('Imported 1 new session, 1 KB -> 200 B.')
  expect(formatImport(report({ forgotten: 1, gone: 7 }))).toBe('Nothing was kept. Left out: 1 forgotten.')
})

test('a session that could not be read has not grown', () => {
  const problems = [{ code: 'no-permission', path: '/x', message: '/x cannot be read' }] as const
  expect(formatSync({ ...report({ grown: 1, unchanged: 4 }), problems }, 5)).toBe('Nothing new could be read.')
})
