import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { makeExportHome } from './export-home.ts'

describe.runIf(listCorpusFiles())('export of the recorded corpus', () => {
  test('gives back every byte of every transcript, and counts what `usage` counts', async () => {
    const home = await makeExportHome()
    const wish = ['--root', CORPUS, '--since', '2020-01-01', '-f', 'jsonl', '--no-redact', '-o', 'all/', '--json']
    const { code, out } = await home.exportHere(wish)
    expect(code).toBe(0)
    const { sessions } = JSON.parse((await home.run(['ls', '--root', CORPUS, '--json'])).out)
    const written = new Set<string>(
      JSON.parse(out).files.map(({ path }: { path: string }) => readFileSync(path, 'latin1')),
    )
    for (const { path } of sessions) expect(written.has(readFileSync(path, 'latin1')), path).toBe(true)
    const { totals } = JSON.parse(home.readDesk('all/index.json'))
    const usage = JSON.parse((await home.run(['usage', '--root', CORPUS, '--no-index', '--json'])).out).totals
    expect(totals.sessions).toBe(sessions.length)
    for (const name of Object.keys(totals.usage)) expect(totals.usage[name], name).toBe(usage[name])
  })

  test('writes each format of real sessions, the same bytes each time', async () => {
    const home = await makeExportHome()
    const root = join(CORPUS, 'claude-replay')
    for (const format of ['html', 'md', 'json', 'txt']) {
      const [first, second] = await Promise.all(
        ['first', 'second'].map(async name => {
          const wish = ['--root', root, '--since', '2020-01-01', '-f', format, '-o', `${name}/`, '--json']
          const { code, out } = await home.exportHere(wish)
          expect(code, out).toBe(0)
          return JSON.parse(out)
            .files.map(({ path }: { path: string }) => readFileSync(path, 'latin1'))
            .join('')
        }),
      )
      expect(first === second, format).toBe(true)
      expect(first).not.toBe('')
    }
  })
})
