import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFixtureFiles } from '../../test/corpus.ts'
import { makeLines, makeTree, ONE, toLines } from '../../test/temp-tree.ts'
import { type FileInspection, inspectFile } from '../source/inspect-source.ts'
import { badLines, kinds, transcripts, unknownThings } from '../store/tables/kept.ts'
import { DERIVED } from '../store/tables/table.ts'
import { inspectionRows } from './inspection.ts'

const PLACE = { session: 7, file: 42 }

function inspectText(text: string): FileInspection {
  return inspectFile(join(makeTree({ 'x.jsonl': text }), 'x.jsonl'))
}

test('what is known of a transcript becomes rows, in the order of their keys', () => {
  const text = `${toLines(makeLines(ONE))}${toLines([{ type: 'zzz' }, { type: 'aaa' }])}oops\n`
  const rows = inspectionRows(inspectText(text), PLACE)
  expect(rows.get(transcripts)).toEqual([[7, 42, text.length, 5, 'transcript', '2 lines of known kinds', 1]])
  expect(rows.get(kinds)).toEqual([
    [7, 42, 'assistant', 1],
    [7, 42, 'unknown', 2],
    [7, 42, 'unreadable', 1],
    [7, 42, 'user', 1],
  ])
  expect(rows.get(unknownThings)).toEqual([
    [7, 42, 'kind', 'aaa', '2.1.40', 1, 4],
    [7, 42, 'kind', 'zzz', '2.1.40', 1, 3],
  ])
  expect(rows.get(badLines)).toEqual([[7, 42, 0, 5, 'not-json', expect.stringContaining('not')]])
})

test('keys are unique and every table is one that is derived, on every fixture', () => {
  for (const path of listFixtureFiles()) {
    for (const [table, rows] of inspectionRows(inspectFile(path), PLACE)) {
      expect(DERIVED).toContain(table)
      const keys = rows.map(row => JSON.stringify(row.slice(0, table.key.length)))
      expect(new Set(keys).size, `${path} ${table.name}`).toBe(rows.length)
    }
  }
})
