import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { UsageRow, UsageScope } from '../src/query/usage/usage-report.ts'
import { FIXTURES } from './corpus.ts'
import { makeTree, writeItem } from './temp-tree.ts'
import { anySessions, type UsageFiles } from './usage-sessions.ts'
import {
  addUp,
  askKept,
  checkReports,
  comparable,
  EVERYTHING,
  listReports,
  openScanned,
  type TellUsage,
} from './usage-sums.ts'

/** A config folder that can be filled step by step, and a keep beside it. */
function makeFolder() {
  const folder = makeTree({ 'config/projects/x': '' })
  const [config, keepDir] = [join(folder, 'config'), join(folder, 'keep')]
  return {
    config,
    write(files: UsageFiles) {
      for (const [path, lines] of Object.entries(files)) writeItem(join(config, path), lines)
    },
    ask: <Answer>(ask: (tell: TellUsage) => Answer) => askKept(config, keepDir, ask),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Everything that all reports say. */
function tellAll(tell: TellUsage): unknown {
  return listReports().map(name => tell(name))
}

async function checkWorlds(numRuns: number, check: (files: UsageFiles) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(anySessions, check), { numRuns })
}

/** All reports of these files, kept at once. */
async function tellWhole(files: UsageFiles): Promise<unknown> {
  const folder = makeFolder()
  folder.write(files)
  const told = await folder.ask(tellAll)
  folder.remove()
  return told
}

/** What stands under each key; rows of gaps between blocks hold nothing. */
function byKey(rows: readonly UsageRow[]): unknown {
  const keys = [...new Set(rows.filter(row => row.requests + row.totalTokens > 0).map(row => row.key))].sort()
  return keys.map(key => [key, addUp(rows.filter(row => row.key === key))])
}

const TIMEOUT = 120_000

describe('whatever sessions there are', () => {
  test('every report has the same totals, and its rows add up to them, with any filter', {
    timeout: TIMEOUT,
  }, async () => {
    await checkWorlds(25, async files => {
      const folder = makeFolder()
      folder.write(files)
      const moment = Date.UTC(2026, 2, 20)
      const scopes: readonly Partial<UsageScope>[] = [
        {},
        { project: 'orchard' },
        { model: 'opus' },
        { since: moment },
        { until: moment },
        { since: moment - 5e8, until: moment + 5e8, project: 'shed', model: 'claude' },
      ]
      await folder.ask(tell => {
        for (const scope of scopes) checkReports(tell, listReports(), { ...EVERYTHING, ...scope })
      })
      folder.remove()
    })
  })

  test('what was before a moment and what came after are all there is, row by row', { timeout: TIMEOUT }, async () => {
    await checkWorlds(15, async files => {
      const folder = makeFolder()
      folder.write(files)
      await folder.ask(tell => {
        const [first] = tell('sessions').rows
        for (const moment of [Date.UTC(2026, 2, 20), Date.parse(first?.lastAt ?? '2026-03-20')]) {
          const [before, after] = [
            { ...EVERYTHING, until: moment },
            { ...EVERYTHING, since: moment },
          ]
          for (const name of listReports()) {
            const halves = [tell(name, before), tell(name, after)]
            expect(addUp(halves.map(half => half.totals))).toEqual(addUp([tell(name).totals]))
            const rows = halves.flatMap(half => half.rows)
            expect({ name, rows: byKey(rows) }).toEqual({ name, rows: byKey(tell(name).rows) })
          }
        }
      })
      folder.remove()
    })
  })

  test('the index and the transcripts themselves say the same', { timeout: TIMEOUT }, async () => {
    await checkWorlds(40, async files => {
      const folder = makeFolder()
      folder.write(files)
      const reports = listReports(true)
      const kept = await folder.ask(tell => reports.map(name => comparable(tell(name))))
      const scanned = await openScanned(folder.config)
      expect(reports.map(name => comparable(scanned(name)))).toEqual(kept)
      folder.remove()
    })
  })

  test('a second sync changes nothing, and an append gives what a rebuild gives', { timeout: TIMEOUT }, async () => {
    await checkWorlds(15, async files => {
      const folder = makeFolder()
      const heads = Object.entries(files).map(([path, lines]) => [path, lines.slice(0, Math.ceil(lines.length / 2))])
      folder.write(Object.fromEntries(heads))
      await folder.ask(tellAll)
      folder.write(files)
      const grown = await folder.ask(tellAll)
      expect(await folder.ask(tellAll)).toEqual(grown)
      folder.remove()
      expect(await tellWhole(files)).toEqual(grown)
    })
  })

  test('the order in which files come does not matter', { timeout: TIMEOUT }, async () => {
    await checkWorlds(15, async files => {
      const folder = makeFolder()
      // Files of a session come together; the sessions come from the last to the first, each in a sync of its own.
      const paths = Object.keys(files).sort().reverse()
      for (const path of paths) {
        folder.write({ [path]: files[path] as readonly object[] })
        await folder.ask(() => undefined)
      }
      const told = await folder.ask(tellAll)
      folder.remove()
      expect(told).toEqual(await tellWhole(files))
    })
  })
})

test('all fixtures: reports agree, rows add up, the index and a scan say the same', { timeout: TIMEOUT }, async () => {
  const folder = makeFolder()
  const kept = await askKept(FIXTURES, join(folder.config, '..', 'keep'), tell => {
    const { totals } = checkReports(tell, listReports())
    expect(totals.requests).toBeGreaterThan(100)
    return listReports(true).map(name => comparable(tell(name)))
  })
  const scanned = await openScanned(FIXTURES)
  expect(listReports(true).map(name => comparable(scanned(name)))).toEqual(kept)
})
