/**
 * The page, as a person meets it: the real server and a real browser. A session of 50 MB: first view in 1 s with fewer than
 * 2,000 nodes and 250 MB in the server, to its end and back without a frame over 100 ms, a line that is appended seen
 * within 60 ms. 2,500 sessions listed in 300 ms.
 */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { requireChromium } from '../scripts/find-chromium.js'
import { requireBin } from './bin.ts'
import { listTranscripts, makeCorpus } from './corpus.ts'
import { type Bench, formatSpread, type Row, runBench, spreadOf } from './harness.ts'
import { makeKeptSet } from './kept-set.ts'
import { startPageServer } from './serve-page.ts'

const GOAL = { firstMs: 1000, nodes: 2000, rssMb: 250, frameMs: 100, appendMs: 60, listMs: 300 }
const APPENDS = 10

const bench: Bench = {
  script: import.meta.url,
  work: {},
  async measure({ rounds, seed }) {
    requireBin()
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    try {
      const big = await measureBig(browser, { rounds, seed })
      const many = await measureMany(browser, { rounds, seed })
      return {
        name: 'page',
        notes: [`The built program and Chromium, ${rounds} rounds; times by the clock. The index is there.`],
        rows: [...big, ...many],
      }
    } finally {
      await browser.close()
    }
  },
}

interface Flags {
  readonly rounds: number
  readonly seed: number
}

/** A copy: lines are appended to it. */
async function measureBig(browser: Browser, { rounds, seed }: Flags): Promise<readonly Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'backscroll-page-'))
  const config = join(scratch, 'claude')
  cpSync(makeCorpus({ bytes: 50e6, files: 1, seed }), config, { recursive: true })
  const [path = ''] = listTranscripts(config)
  const server = await startPageServer({ config, keep: join(scratch, 'keep') })
  const firsts: number[] = []
  let nodes = 0
  let frames: readonly number[] = []
  let appends: readonly number[] = []
  let openMb = Number.NaN
  let restMb = Number.NaN
  let peakMb = Number.NaN
  try {
    const page = await openPage(browser, server.url)
    await waitForKeeper(page, server.origin)
    const address = `${server.origin}/session/${basename(path, '.jsonl')}`
    for (let round = 0; round < rounds; round++) {
      firsts.push(await timeView(page, address, '.row'))
      await sleep(1000)
      nodes = Math.max(nodes, await countNodes(page))
    }
    openMb = server.readRssMb()
    await timeView(page, `${address}?level=all`, '.row')
    frames = await scrollThrough(page)
    nodes = Math.max(nodes, await countNodes(page))
    await timeView(page, address, '.row')
    appends = await timeAppends(page, path)
    await page.close()
  } finally {
    restMb = server.readRssMb()
    peakMb = (await server.stop()).rssMb
    rmSync(scratch, { recursive: true, force: true })
  }
  const [first, append] = [spreadOf(firsts), spreadOf(appends)]
  const worst = Math.max(...frames)
  return [
    row('first view of 50 MB', `< ${GOAL.firstMs} ms`, formatSpread(first, ' ms'), first.median < GOAL.firstMs),
    row('nodes, at any time', `< ${GOAL.nodes}`, String(nodes), nodes < GOAL.nodes),
    row('memory of the server, opened', `< ${GOAL.rssMb} MB`, `${Math.round(openMb)} MB`, openMb < GOAL.rssMb),
    row('memory of the server after all that', `< ${GOAL.rssMb} MB`, `${Math.round(restMb)} MB`, restMb < GOAL.rssMb),
    row('at its peak', 'no goal', `${Math.round(peakMb)} MB`, true),
    row(
      'longest frame of a scroll through all',
      `< ${GOAL.frameMs} ms`,
      `${Math.round(worst)} ms of ${frames.length} frames`,
      worst < GOAL.frameMs,
    ),
    row('appended line seen', `< ${GOAL.appendMs} ms`, formatSpread(append, ' ms'), append.median < GOAL.appendMs),
  ]
}

async function measureMany(browser: Browser, { rounds, seed }: Flags): Promise<readonly Row[]> {
  const { folder, keep } = makeKeptSet(1e9, seed)
  const server = await startPageServer({ config: folder, keep })
  const lists: number[] = []
  const answers: number[] = []
  try {
    const page = await openPage(browser, server.url)
    await waitForKeeper(page, server.origin)
    for (let round = 0; round < rounds; round++) {
      answers.push(await timeRequest(page, `${server.origin}/api/v1/sessions?limit=100`))
      lists.push(await timeView(page, `${server.origin}/sessions`, '.session-line'))
    }
    await page.close()
  } finally {
    await server.stop()
  }
  const count = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSession).length
  const [list, answer] = [spreadOf(lists), spreadOf(answers)]
  return [
    row(
      `${count} sessions listed, the answer`,
      `< ${GOAL.listMs} ms`,
      formatSpread(answer, ' ms'),
      answer.median < GOAL.listMs,
    ),
    row(
      'the same in the page, from its request to the rows',
      `< ${GOAL.listMs} ms`,
      formatSpread(list, ' ms'),
      list.median < GOAL.listMs,
    ),
  ]
}

function isSession(name: string): boolean {
  return name.endsWith('.jsonl') && !basename(name).startsWith('agent-')
}

function row(what: string, goal: string, measured: string, isMet: boolean): Row {
  return { what, goal, measured, isMet }
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(url)
  return page
}

/** As the page asks; before it has its key there is no answer yet. */
const WITH_KEY = "{ headers: { authorization: 'Bearer ' + localStorage.getItem('backscroll-key') } }"

/** What is measured is reading, not the first sync. */
async function waitForKeeper(page: Page, origin: string): Promise<void> {
  for (;;) {
    const about = await page.evaluate(`fetch('${origin}/api/v1/about', ${WITH_KEY}).then(answer => answer.json())`)
    if ((about as { keeper?: { phase?: string } }).keeper?.phase === 'watching') return
    await sleep(200)
  }
}

/** From the request for the page to the first of these elements. */
async function timeView(page: Page, address: string, selector: string): Promise<number> {
  await page.goto('about:blank')
  const started = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector(selector)
  return performance.now() - started
}

async function timeRequest(page: Page, address: string): Promise<number> {
  const ms = await page.evaluate(`(async () => {
    const started = performance.now()
    const answer = await fetch('${address}', ${WITH_KEY})
    await answer.json()
    return performance.now() - started
  })()`)
  return Number(ms)
}

async function countNodes(page: Page): Promise<number> {
  return Number(await page.evaluate("document.getElementsByTagName('*').length"))
}

/** Half a window a frame, to the end and back; gives the length of each frame. */
async function scrollThrough(page: Page): Promise<readonly number[]> {
  const frames = await page.evaluate(`new Promise(resolve => {
    const frames = []
    let last = performance.now()
    let direction = 1
    let still = 0
    function step(now) {
      frames.push(now - last)
      last = now
      const before = window.scrollY
      window.scrollBy(0, direction * window.innerHeight / 2)
      still = window.scrollY === before ? still + 1 : 0
      if (still > 20 && direction < 0) return resolve(frames)
      if (still > 20) { direction = -1; still = 0 }
      if (frames.length > 60000) return resolve(frames)
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)
  return frames as readonly number[]
}

/** From the end of the write to the frame that has the words in it, at the end of the page. */
async function timeAppends(page: Page, path: string): Promise<readonly number[]> {
  const times: number[] = []
  const parent = findLastUuid(path)
  await page.keyboard.press('Shift+G')
  await sleep(1000)
  for (let count = 0; count < APPENDS; count++) {
    const words = `needle-${count}-appended`
    const seen = page.evaluate(`new Promise(resolve => {
      const look = () => document.body.textContent.includes('${words}')
        ? resolve(performance.timeOrigin + performance.now()) : requestAnimationFrame(look)
      look()
    })`)
    await sleep(300)
    appendFileSync(path, `${promptLine(count, words, parent)}\n`)
    const written = performance.timeOrigin + performance.now()
    times.push(Number(await seen) - written)
    await sleep(700)
  }
  return times
}

function promptLine(count: number, words: string, parent: string): string {
  return JSON.stringify({
    type: 'user',
    uuid: `page-bench-${count}`,
    parentUuid: count === 0 ? parent : `page-bench-${count - 1}`,
    isSidechain: false,
    timestamp: new Date(1_790_000_000_000 + count * 1000).toISOString(),
    cwd: '/home/dev/bench',
    version: '2.1.40',
    message: { role: 'user', content: `Look for ${words} in the haystack` },
  })
}

/** What comes next hangs below it: under no parent at all it would take everything before it back. */
function findLastUuid(path: string): string {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-50)
  const uuids = lines.map(line => (JSON.parse(line) as { uuid?: string }).uuid)
  return uuids.findLast(uuid => uuid !== undefined) ?? ''
}

await runBench(bench)
