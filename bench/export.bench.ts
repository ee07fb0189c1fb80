/**
 * A session of 50 MB to share: HTML in 4 s, 300 MB and a tenth of its size, opened with first content in 1 s and fewer
 * than 2,000 nodes; Markdown in 2 s. As a whole process, secrets taken out, beside a bare loop that parses the same file.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBare } from './bare-loop.ts'
import { BIN, requireBin } from './bin.ts'
import { listTranscripts, makeCorpus } from './corpus.ts'
import { type Bench, formatSpread, type Row, type Run, runBench, runWay, spreadOf, takeTurns } from './harness.ts'
import { openInBrowser, type PageTimes } from './open-page.ts'
import { readUsage, TELL } from './process-usage.ts'

const MB = 1e6
const GOAL = { htmlMs: 4000, mdMs: 2000, rssMb: 300, share: 0.1, nodes: 2000, firstMs: 1000 }

const bench: Bench = {
  script: import.meta.url,
  work: {
    parse(folder) {
      const buffer = Buffer.alloc(256 * 1024)
      for (const path of listTranscripts(folder)) readBare(path, buffer, () => {})
    },
  },
  async measure({ rounds, seed }) {
    requireBin()
    const folder = makeCorpus({ bytes: 50e6, files: 1, seed })
    const scratch = mkdtempSync(join(tmpdir(), 'backscroll-export-'))
    try {
      const runs = takeTurns<number>(rounds, {
        parse: () => ({ ...runWay<unknown>(bench, 'parse', folder), output: 0 }),
        html: () => runExport(folder, join(scratch, 'session.html')),
        md: () => runExport(folder, join(scratch, 'session.md')),
      })
      const of = (way: string): readonly Run<number>[] => runs.get(way) ?? []
      const pages: PageTimes[] = []
      for (let round = 0; round < rounds; round++) pages.push(await openInBrowser(join(scratch, 'session.html')))
      const bytes = listTranscripts(folder).reduce((sum, path) => sum + statSync(path).size, 0)
      return {
        name: 'export',
        notes: [
          `One session of ${Math.round(bytes / MB)} MB, ${rounds} rounds, everything redacted; times by the clock, start of Node included.`,
          `A bare loop that parses the same file: ${formatSpread(spreadOf(of('parse').map(run => run.ms)), ' ms')}.`,
        ],
        rows: [...exportRows(of('html'), of('md'), bytes), ...pageRows(pages)],
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  },
}

function exportRows(html: readonly Run<number>[], md: readonly Run<number>[], bytes: number): Row[] {
  const htmlMs = spreadOf(html.map(run => run.ms))
  const mdMs = spreadOf(md.map(run => run.ms))
  const rss = spreadOf(html.map(run => run.maxRssBytes / MB))
  const share = (html[0]?.output ?? 0) / bytes
  return [
    row('HTML', `≤ ${GOAL.htmlMs} ms`, formatSpread(htmlMs, ' ms'), htmlMs.median <= GOAL.htmlMs),
    row('its memory', `≤ ${GOAL.rssMb} MB`, formatSpread(rss, ' MB'), rss.median <= GOAL.rssMb),
    row('its size', `≤ ${GOAL.share * 100} %`, `${(share * 100).toFixed(1)} %`, share <= GOAL.share),
    row('Markdown', `≤ ${GOAL.mdMs} ms`, formatSpread(mdMs, ' ms'), mdMs.median <= GOAL.mdMs),
  ]
}

function pageRows(pages: readonly PageTimes[]): Row[] {
  const first = spreadOf(pages.map(page => page.firstContentMs))
  const nodes = Math.max(...pages.map(page => page.nodes))
  return [
    row('first content on the page', `< ${GOAL.firstMs} ms`, formatSpread(first, ' ms'), first.median < GOAL.firstMs),
    row('nodes of the page', `< ${GOAL.nodes}`, String(nodes), nodes < GOAL.nodes),
  ]
}

function row(what: string, goal: string, measured: string, isMet: boolean): Row {
  return { what, goal, measured, isMet }
}

/** Gives the size of what was written. */
function runExport(root: string, path: string): Run<number> {
  const home = join(path, '..', 'home')
  mkdirSync(home, { recursive: true })
  const id = (readdirSync(root, { recursive: true, encoding: 'utf8' }).find(name => name.endsWith('.jsonl')) ?? '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.jsonl$/, '')
  const env = { PATH: process.env.PATH ?? '', HOME: home, BACKSCROLL_HOME: join(home, 'keep'), NO_COLOR: '1' }
  const started = performance.now()
  const args = ['--import', TELL, BIN, 'export', id, '--root', root, '-o', path]
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  const ms = performance.now() - started
  if (child.status !== 0) throw new Error(`export failed: ${child.stderr}`)
  const { cpuMs, rssMb } = readUsage(child.stderr)
  return { ms, cpuMs, maxRssBytes: rssMb * 1024 * 1024, output: statSync(path).size }
}

await runBench(bench)
