import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { makeTree } from './temp-tree.ts'
import { addUp, askKept, checkReports, comparable, EVERYTHING, listReports, openScanned } from './usage-sums.ts'

const corpus = listCorpusFiles()

test.runIf(corpus)(
  'over the corpus all reports agree, each request is priced or called unpriced, and a scan says the same',
  { timeout: 300_000 },
  async () => {
    const kept = await askKept(CORPUS, join(makeTree({ x: '' }), 'keep'), tell => {
      const { totals, accuracy } = checkReports(tell, listReports())
      expect(totals.requests).toBeGreaterThan(2000)
      expect(accuracy.copiesDropped).toBeGreaterThan(1000)
      expect(totals.costUsd).toBeGreaterThan(0)
      for (const row of tell('models').rows) {
        // What is in the table has no unpriced tokens, what is not has no cost, but for what the client recorded.
        const isUnpriced = accuracy.unpriced.some(({ model }) => model === row.key)
        expect({ model: row.key, isUnpriced: row.unpricedTokens > 0 }).toEqual({ model: row.key, isUnpriced })
      }
      for (const project of tell('projects').rows.slice(0, 5)) {
        checkReports(tell, listReports(), { ...EVERYTHING, project: project.key })
      }
      const days = tell('daily').rows.filter(row => row.key !== '')
      const middle = Date.parse(String(days[Math.floor(days.length / 2)]?.about.startsAt))
      const halves = [
        { ...EVERYTHING, until: middle },
        { ...EVERYTHING, since: middle },
      ].map(scope => checkReports(tell, listReports(), scope).totals)
      const untimed = tell('daily').rows.filter(row => row.key === '')
      expect(addUp([...halves, ...untimed])).toEqual(addUp([totals]))
      return listReports(true).map(name => comparable(tell(name)))
    })
    const scanned = await openScanned(CORPUS)
    expect(listReports(true).map(name => comparable(scanned(name)))).toEqual(kept)
  },
)
