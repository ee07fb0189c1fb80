import { expect, test } from 'vitest'
import { openBrowser, documentOf } from '/work/main/test/browser/harness.ts'
import { loadSession } from '/work/main/src/source/load-session.ts'
import { listSources, viewOf } from '/work/main/test/draw-session.ts'
import { makeTree, makeLines, ONE, toLines } from '/work/main/test/temp-tree.ts'
test('x', { timeout: 200000 }, async () => {
  const b = await openBrowser()
  for (const [n, t] of [['words', 'word and '.repeat(120000)], ['64k', 'A'.repeat(65536)], ['256k', 'A'.repeat(262144)], ['1m', 'A'.repeat(1<<20)]] as const) {
    const home = makeTree({ ['p/'+ONE+'.jsonl']: makeLines(ONE, { prompt: t }) })
    const l = loadSession(listSources(home)[0]!)
    const html = await documentOf(viewOf(l, 'all'))
    for (const js of [true, false]) {
      const t0 = Date.now()
      try { const o = await b.open(html, { javaScript: js }); console.log(n, js, html.length, Date.now() - t0); await o.close() } catch (e) { console.log(n, js, 'FAIL', Date.now() - t0) }
    }
  }
  await b.close()
})
