import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCorpusFiles } from '../corpus.ts'
import { type KeepHome, makeKeepHome } from '../keep-home.ts'
import { settle } from './fixture-pages.ts'
import { findViolations, settled } from './web-harness.ts'
import { useSessionPages } from './web-session-home.ts'

const MAX_BYTES = 3e6
const SESSION_NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-.*\.jsonl$/

interface Recorded {
  readonly path: string
  readonly id: string
  /** Headings in texts of it. */
  readonly headings: number
  /** An entry in its middle. */
  readonly entry: string | undefined
}

/** The sessions with the most headings in them. */
const recorded: readonly Recorded[] = (listCorpusFiles() ?? [])
  .filter(path => SESSION_NAME.test(basename(path)) && statSync(path).size < MAX_BYTES)
  .map(readRecorded)
  .sort((one, other) => other.headings - one.headings)
  .filter(({ id }, at, all) => all.findIndex(other => other.id === id) === at)
  .slice(0, 2)

function readRecorded(path: string): Recorded {
  const text = readFileSync(path, 'utf8')
  const answers = text.split('\n').filter(line => line.includes('"type":"assistant"'))
  const middle = answers[Math.floor(answers.length / 2)] ?? ''
  const headings = answers.reduce((sum, line) => sum + line.split(/\\n#{1,4} /).length - 1, 0)
  return { path, id: basename(path, '.jsonl'), headings, entry: /"uuid":"([0-9a-f-]{36})"/.exec(middle)?.[1] }
}

function makeHome(): KeepHome {
  const home = makeKeepHome()
  const folder = join(home.config, 'projects', '-home-ada-recorded')
  mkdirSync(folder, { recursive: true })
  for (const { path, id } of recorded) cpSync(path, join(folder, `${id}.jsonl`))
  return home
}

describe.skipIf(recorded.length === 0)('recorded sessions', () => {
  const pages = useSessionPages(makeHome)
  for (const { id, entry } of recorded) {
    const queries = ['', '?level=all', '?find=the', ...(entry === undefined ? [] : [`?entry=${entry}`])]
    for (const query of queries) {
      test(`axe finds nothing in ${id.slice(0, 8)}${query}, wherever it is scrolled to`, {
        timeout: 90_000,
      }, async () => {
        const { page, close } = await pages.browser().open(`/session/${id}${query}`, { reducedMotion: 'reduce' })
        await settled(page)
        await page.locator('.rows .row').first().waitFor()
        for (const share of [undefined, 0.35, 0.8]) {
          if (share !== undefined)
            await page.evaluate(at => scrollTo(0, at * document.documentElement.scrollHeight), share)
          await settle(page)
          await page.waitForTimeout(400)
          expect(await findViolations(page)).toEqual([])
        }
        await close()
      })
    }
  }
})
