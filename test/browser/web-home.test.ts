import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HomeReport } from '../../src/query/home/home-report.ts'
import { makeKeepHome } from '../keep-home.ts'
import { makeLines, makeTree, ONE, toLines } from '../temp-tree.ts'
import { demoOptions, openWeb, settled, type WebBrowser } from './web-harness.ts'

let demo: WebBrowser
beforeAll(async () => {
  demo = await openWeb(demoOptions())
}, 60_000)

describe('the overview of the demo set', () => {
  test('says that it is one, and how to begin with sessions of one’s own', async () => {
    const { page, log, close } = await demo.open('/')
    await settled(page)
    const note = await page.textContent('.demo-note')
    expect(note).toContain('These are demo sessions')
    expect(note).toContain('--root')
    expect(log.consoleErrors).toEqual([])
    await close()
  })

  test('shows the same sessions, files and money as the server says', async () => {
    const report = await demo.web.json<HomeReport>('/home')
    const { page, close } = await demo.open('/')
    await settled(page)
    const listed = await page.$$eval('.day-text > a', all => all.map(one => one.textContent))
    expect(listed).toEqual(report.days.flatMap(day => day.sessions.map(session => session.title)))
    expect(listed.length).toBeGreaterThan(3)
    expect(await page.textContent('.home-totals')).toContain(`${report.totals.sessions} sessions in`)
    expect(await page.locator('.glance dt').allTextContents()).toEqual(['Today', '7 days', '30 days'])
    expect(await page.textContent('.glance > :nth-child(3) .glance-cost')).toBe(
      `$${(report.usage?.last30Days.costUsd ?? 0).toFixed(2)}`,
    )
    expect(await page.locator('.day-bars rect').count()).toBe(30)
    expect(await page.getAttribute('.day-bars svg', 'aria-label')).toMatch(/^Cost per day, .* Most on .*: \$/)
    await close()
  })

  test('leads from a session to it, from a project to its sessions', async () => {
    const { page, close } = await demo.open('/')
    await settled(page)
    const [project] = await page.$$eval('.home-side a[href^="/sessions?project="]', all =>
      all.map(one => one.textContent ?? ''),
    )
    await page.click(`.home-side a:text-is("${project}")`)
    await page.waitForFunction(() => document.querySelector('.session-link') !== null)
    const names = new Set(await page.$$eval('.session-rows .cell-project', all => all.map(one => one.textContent)))
    expect([...names]).toEqual([project])
    await close()
  })
})

describe('the overview of a machine', () => {
  test('without sessions says how to begin', async () => {
    const home = { ...makeKeepHome(), home: makeTree({}), keep: join(makeTree({}), 'keep') }
    const { open } = await openWeb({ home })
    const { page, log, close } = await open('/')
    await page.waitForSelector('.begin')
    expect(await page.locator('.begin li').count()).toBe(3)
    expect(await page.textContent('.begin')).toContain('backscroll open --demo')
    expect(log.consoleErrors).toEqual([])
    // A first session comes by itself.
    const path = join(home.home, '.claude', 'projects', '-work', `${ONE}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, toLines(makeLines(ONE, { prompt: 'The very first' })))
    await page.waitForFunction(() => document.querySelector('.day-text > a')?.textContent === 'The very first')
    await close()
  })

  test('with a session that runs says what it does, and follows it in place', async () => {
    const own = await openWeb()
    const { page, close } = await own.open('/', { height: 300 })
    await settled(page)
    await page.evaluate(() => scrollTo(0, 40))
    const top = await page.evaluate(() => scrollY)
    const at = new Date().toISOString()
    appendFileSync(
      own.web.home.transcript,
      toLines(makeLines(ONE, { prompt: 'Water them', cwd: own.web.home.work, at })),
    )
    await page.waitForSelector('.live-list')
    expect(await page.textContent('.live-list')).toMatch(/Grow the tomatoes.*(working|waiting for you)/)
    expect(await page.textContent('.live-list')).toContain('app')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(top)
    await close()
  })

  test('says what the client will delete soon, and that it is kept', async () => {
    const at = new Date(Date.now() - 27 * 24 * 60 * 60 * 1000)
    const { utimesSync } = await import('node:fs')
    const home = makeKeepHome()
    utimesSync(home.transcript, at, at)
    const { open } = await openWeb({ home })
    const { page, close } = await open('/')
    await settled(page)
    expect(await page.textContent('#expiring + p')).toBe(
      'Claude Code will delete 1 session within a week; the archive keeps all of it.',
    )
    await close()
  })

  test('shows hostile titles as text', async () => {
    const title = '<img src=x onerror="window.hacked=1"> \u202Eevil'
    const id = '44444444-4444-4444-8444-444444444444'
    const home = makeKeepHome({
      [`.claude/projects/-x/${id}.jsonl`]: makeLines(id, { prompt: title, cwd: '/x/<b>y', branch: '"><script>1' }),
    })
    const { open } = await openWeb({ home })
    for (const path of ['/', '/sessions']) {
      const { page, log, close } = await open(path)
      await settled(page)
      await page.waitForFunction(() => document.querySelector('main')?.textContent?.includes('<img src=x'))
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      expect(await page.textContent('main')).not.toContain('\u202E')
      expect([log.requests, log.pageErrors, log.violations]).toEqual([[], [], []])
      await close()
    }
  })
})
