import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ErrorBody } from '../src/surfaces/web/error-answer.ts'
import { makeKeepHome } from './keep-home.ts'
import { startWeb, type WebHome } from './web-home.ts'

/** A server whose commands take as long as nobody ends them, and write down that they run. */
async function startSlow(): Promise<{ readonly web: WebHome; running(): readonly number[]; started(): number }> {
  const home = makeKeepHome()
  const log = join(home.home, 'log')
  const script = join(home.home, 'slow.mjs')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
if (process.argv[2] !== 'search') { process.stdin.resume().on('end', () => process.exit()) }
else {
  appendFileSync(${JSON.stringify(log)}, process.pid + '\\n')
  process.on('SIGTERM', () => {})
  setTimeout(() => { console.log('{"schema":"slow"}') }, process.argv.includes('quick') ? 50 : 60_000)
}`,
  )
  const web = await startWeb({ home, waitForSyncMs: 0, more: { executable: [process.execPath, script] } })
  const pids = (): number[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : [])
  return { web, running: () => pids().filter(isRunning), started: () => pids().length }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function searchDeep(web: WebHome, q: string, signal: AbortSignal): Promise<Response> {
  const headers = { Authorization: `Bearer ${web.token}` }
  return fetch(`${web.origin}/api/v1/search?deep=1&q=${q}`, { headers, signal })
}

test('searches of the whole archive run one after another, and more than a few are told to come back', async () => {
  const { web, running, started } = await startSlow()
  const end = new AbortController()
  const answers = Array.from({ length: 24 }, (_, at) => searchDeep(web, `tomatoes${at}`, end.signal))
  const refused: { readonly status: number; readonly code: string }[] = []
  for (const answer of answers) {
    answer.then(
      async response => {
        const { error } = (await response.json()) as ErrorBody
        refused.push({ status: response.status, code: error.code })
      },
      () => {},
    )
  }
  await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(20)
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['409 command-busy']))
  await expect.poll(() => started(), { timeout: 10_000 }).toBe(1)
  expect(running()).toHaveLength(1)
  end.abort()
  await expect.poll(() => running().length, { timeout: 5000 }).toBe(0)
  await sleep(300)
  expect(started()).toBe(1)
  const next = await searchDeep(web, 'quick', AbortSignal.timeout(10_000))
  expect(await next.json()).toEqual({ schema: 'slow' })
}, 40_000)
