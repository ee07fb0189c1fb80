import { basename, join } from 'node:path'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { listTranscripts, makeCorpus } from '../../bench/corpus.ts'
import { makeKeepHome } from '../keep-home.ts'
import { openWeb, settled } from './web-harness.ts'

test('profile', { timeout: 500_000 }, async () => {
  const folder = '/tmp/rp-big'
  const home = makeKeepHome()
  makeCorpus({ bytes: 50e6, files: 1, seed: 3, out: folder })
  const id = basename(listTranscripts(folder)[0] ?? '', '.jsonl')
  cpSync(join(folder, 'projects'), join(home.config, 'projects'), { recursive: true })
  const browser = await openWeb({ home, waitForSyncMs: 120_000 })
  for (const level of ['answers', 'tools', 'all']) {
    const { page, close } = await browser.open(`/session/${id}?level=${level}`)
    await settled(page)
    await page.locator('.rows .row-input:not(.is-preview)').first().waitFor()
    const br = page.context().browser()
    await br?.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] })
    await page.evaluate(async () => {
      const frame = (): Promise<void> => new Promise(resolve => requestAnimationFrame(() => resolve()))
      for (const sign of [1, -1]) for (let at = 0; at < 200; at++) {
        scrollBy({ top: 700 * sign, behavior: 'instant' }); await frame()
      }
    })
    const buffer = await br?.stopTracing()
    const { traceEvents } = JSON.parse(String(buffer)) as { traceEvents: { name: string; dur?: number; tdur?: number; pid: number; tid: number; args?: any; ts: number }[] }
    const main = traceEvents.find(e => e.name === 'thread_name' && e.args?.name === 'CrRendererMain' )
    const names = new Map<string, number>()
    const mains = new Set(traceEvents.filter(e => e.name === 'thread_name' && e.args?.name === 'CrRendererMain').map(e => `${e.pid} ${e.tid}`))
    const tasks = traceEvents.filter(e => mains.has(`${e.pid} ${e.tid}`) && /RunTask/.test(e.name))
    const top = tasks.toSorted((x, y) => (y.tdur ?? 0) - (x.tdur ?? 0)).slice(0, 8)
    console.log(level, tasks.length, top.map(e => `${Math.round((e.tdur ?? 0) / 1000)}/${Math.round((e.dur ?? 0) / 1000)}`).join(' '))
    for (const task of top.slice(0, 3)) {
      const inside = traceEvents.filter(e => e.pid === task.pid && e.tid === task.tid && e.ts >= task.ts && e.ts < task.ts + (task.dur ?? 0) && e !== task && (e.tdur ?? 0) > 5000)
      console.log('  ', inside.map(e => `${e.name}${e.args?.data?.functionName ? `(${e.args.data.functionName})` : ''} ${Math.round((e.tdur ?? 0) / 1000)}`).join(', '))
    }
    void main; void names
    await close()
  }
})
