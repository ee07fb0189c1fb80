import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/render/view/row.ts'
import { loadSession } from '../../src/source/load-session.ts'
import {
  documentOf,
  type OpenedPage,
  type OpenOptions,
  openBrowser,
  QUIET,
  type TestBrowser,
} from '../browser/harness.ts'
import { listSources, viewOf } from '../draw-session.ts'
import { builtPage } from '../export-home.ts'
import { runHere } from '../keep-home.ts'
import { hasRun, listForeign } from './page-check.ts'
import { LINKS, MARKUP, ODD } from './payloads.ts'
import { makeHostileHome, SESSIONS } from './world.ts'

let browser: TestBrowser
let home = ''
const desk = mkdtempSync(join(tmpdir(), 'backscroll-hostile-'))
beforeAll(async () => {
  home = makeHostileHome([...MARKUP, ...LINKS, ...ODD])
  browser = await openBrowser()
}, 60_000)
afterAll(async () => {
  await browser.close()
  rmSync(desk, { recursive: true, force: true })
})

const exported = new Map<string, Promise<string>>()

/** The page as `export` writes it, secrets taken out; each is written once. */
function exportPage(id: string, level: string): Promise<string> {
  const name = `${id}-${level}.html`
  const known = exported.get(name) ?? runExport(id, level, join(desk, name))
  exported.set(name, known)
  return known
}

async function runExport(id: string, level: string, path: string): Promise<string> {
  const args = ['export', id, '--level', level, '-o', path]
  const { code, err } = await runHere(args, { home, cwd: desk, packageDir: await builtPage() })
  expect([code, err]).toEqual([0, expect.stringContaining('Took out')])
  return readFileSync(path, 'utf8')
}

async function checkPage({ page, log }: OpenedPage, about: string): Promise<void> {
  expect(await listForeign(page), about).toEqual([])
  expect(log, about).toEqual(QUIET)
}

async function checkDocument(
  html: string,
  about: string,
  options: OpenOptions,
  act: (opened: OpenedPage) => Promise<void>,
): Promise<void> {
  const opened = await browser.open(html, options)
  await act(opened)
  await checkPage(opened, about)
  if (options.javaScript !== false) expect([about, await hasRun(opened.page)]).toEqual([about, false])
  await opened.close()
}

const IDS = Object.entries(SESSIONS)

describe('the check itself', () => {
  test('sees what would run', { timeout: 60_000 }, async () => {
    const opened = await browser.open(
      `<p onclick=x>${MARKUP.slice(0, 6).join('')}${MARKUP[10]}<a href="javascript:1">x</a></p>`,
    )
    await opened.page.waitForFunction('document.title === "ran"')
    expect(await hasRun(opened.page)).toBe(true)
    const foreign = await listForeign(opened.page)
    expect(foreign).toContain('<iframe>')
    expect(foreign).toContain('href javascript:1')
    expect(foreign).toContain('<p onclick="x">')
    expect(opened.log.dialogs.length + opened.log.requests.length).toBeGreaterThan(0)
    await opened.close()
  })
})

describe('nothing of a hostile transcript runs in a page that export wrote', () => {
  test.each(IDS)('of the session of %s, every row opened', { timeout: 180_000 }, async (name, id) => {
    await checkDocument(await exportPage(id, 'all'), name, { height: 2000 }, async opened => {
      await opened.page.keyboard.press('4')
      await walk(opened, name, 6)
      await drawAll(opened, name)
    })
  })

  test.each(['prompts', 'answers', 'tools', 'raw'])('at level %s', { timeout: 120_000 }, async level => {
    await checkDocument(await exportPage(SESSIONS.kindsInLine, level), level, { height: 2000 }, async opened => {
      await opened.page.keyboard.press('O')
      await walk(opened, level, 2)
      await drawAll(opened, level)
    })
  })

  test.each(IDS)('nor with scripts off: session of %s', { timeout: 120_000 }, async (name, id) => {
    await checkDocument(await exportPage(id, 'all'), name, { javaScript: false }, async () => {})
  })
})

describe('nothing of the fixtures runs, with a payload behind every string', () => {
  test('in one page of all of them, every row opened, and with scripts off', { timeout: 180_000 }, async () => {
    const rows = listSources(`${home}/.claude/projects/-fixtures`).flatMap(source => [
      ...viewOf(loadSession(source), 'all'),
    ])
    expect(rows.length).toBeGreaterThan(1000)
    for (const [at, part] of split(rows).entries()) {
      const html = await documentOf(part)
      await checkDocument(html, `fixtures ${at}`, {}, async opened => {
        await opened.page.keyboard.press('4')
        await drawAll(opened, `fixtures ${at}`)
      })
      await checkDocument(html, `fixtures ${at}, scripts off`, { javaScript: false }, async () => {})
    }
  })
})

/** As many rows as a page prints. */
function split(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: Row[][] = []
  for (let at = 0; at < rows.length; at += PRINTED) parts.push(rows.slice(at, at + PRINTED))
  return parts
}

const PRINTED = 1500

/** Through the window, where code is coloured and rows come and go. */
async function walk(opened: OpenedPage, about: string, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    const isEnd = await opened.page.evaluate(STEP)
    await checkPage(opened, `${about} ${step}`)
    if (isEnd) return
  }
}

/** On paper every row exists at once; where they are too many for one print, some turns at a time. */
async function drawAll(opened: OpenedPage, about: string): Promise<void> {
  const whole = await print(opened, about)
  expect(whole.rows, about).toBeGreaterThan(0)
  if (whole.isCut) await drawTurns(opened, about, [1, Number(await opened.page.evaluate(LAST_TURN))])
}

async function drawTurns(opened: OpenedPage, about: string, [from, to]: readonly [number, number]): Promise<void> {
  await opened.page.evaluate(`location.hash = '#turns=${from}-${to}'`)
  await opened.page.evaluate(FRAME)
  const { isCut } = await print(opened, `${about}, turns ${from} to ${to}`)
  if (!isCut) return
  expect([about, from, to]).not.toEqual([about, from, from])
  const middle = (from + to) >> 1
  await drawTurns(opened, about, [from, middle])
  await drawTurns(opened, about, [middle + 1, to])
}

async function print(opened: OpenedPage, about: string): Promise<Printed> {
  const printed = (await opened.page.evaluate(PRINT)) as Printed
  await checkPage(opened, `${about}, printed`)
  return printed
}

interface Printed {
  readonly rows: number
  readonly isCut: boolean
}

/** Texts, because these tests are not compiled for a browser. */
const FRAME = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

const STEP = `(async () => {
  for (const fold of document.querySelectorAll('.rows details:not([open])')) fold.open = true
  await ${FRAME}
  const before = scrollY
  scrollBy({ top: innerHeight * 0.8, behavior: 'instant' })
  await ${FRAME}
  return scrollY === before
})()`

const PRINT = `(() => {
  dispatchEvent(new Event('beforeprint'))
  const isCut = document.querySelector('.printed > p') !== null
  return { rows: document.querySelectorAll('.printed > .item').length, isCut }
})()`

const LAST_TURN = `Number(document.querySelector('.contents h2').textContent.replace(/\\D/g, ''))`
