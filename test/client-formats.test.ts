import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attachmentGivenKinds } from '../src/format/kinds/attachment-given.ts'
import { findTool } from '../src/model/tools/table.ts'
import { runDoctor } from '../src/query/doctor.ts'
import { openLibrary } from '../src/query/library.ts'
import { CLIENT_TRANSCRIPTS, listClientVersions } from './corpus.ts'
import { readEntries } from './read-session.ts'
import { machineAt } from './temp-tree.ts'
import { runTools } from './tool-runs.ts'

const versions = listClientVersions()

describe.runIf(versions)('what the real client wrote', () => {
  test.each(versions ?? [])('%s: the doctor finds nothing unknown', async version => {
    const config = join(CLIENT_TRANSCRIPTS, version)
    const library = openLibrary(machineAt(config, { override: [config] }))
    const report = await runDoctor(library, { now: 0, threads: 1 })
    expect(report.entries).toBeGreaterThan(300)
    const { unknownKinds, unknownKeys, unknownValues, badLines, problems, files, companions } = report
    const named = [unknownKinds, unknownKeys, unknownValues].map(rows => rows.map(row => row.name))
    expect(named).toEqual([[], [], []])
    expect({ badLines, problems, skipped: files.skipped }).toEqual({ badLines: [], problems: [], skipped: [] })
    expect(companions.filter(({ kind }) => kind === 'other')).toEqual([])
    expect(report.isClean).toBe(true)
  })

  test('each kind of line that came with 2.1.327 is there', () => {
    const paths = listTranscripts(join(CLIENT_TRANSCRIPTS, '2.1.327'))
    const seen = new Set<string>(paths.flatMap(path => readEntries(path).map(entry => entry.kind)))
    const given = attachmentGivenKinds.map(({ kind }) => kind)
    const others = ['tools-used', 'atis-latch', 'system/scheduled_task_fire', 'attachment/already_read_file']
    expect([...given, ...others].filter(kind => !seen.has(kind))).toEqual([])
  })

  test.each(versions ?? [])('%s: every tool has a page, and every key of its input and result a row there', version => {
    const unknown = new Set<string>()
    for (const path of listTranscripts(join(CLIENT_TRANSCRIPTS, version))) {
      for (const { call, input, structured } of runTools(readEntries(path)).runs) {
        const tool = findTool(call.name)
        if (tool.names[0] === '*') unknown.add(call.name)
        if (tool.isOpen) continue
        for (const key of Object.keys(input)) if (!Object.hasOwn(tool.input, key)) unknown.add(`${call.name} ${key}`)
        const result = typeof structured === 'object' && !Array.isArray(structured) ? structured : {}
        for (const key of Object.keys(result ?? {})) {
          if (!Object.hasOwn(tool.result, key)) unknown.add(`${call.name} result ${key}`)
        }
      }
    }
    expect([...unknown]).toEqual([])
  })
})

function listTranscripts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(folder, name))
}
