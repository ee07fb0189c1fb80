import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLines, type ExportHome, makeExportHome, RICH } from './export-home.ts'

const FILES = [
  '2026-03-01-grow-the-tomatoes-11111111',
  '2026-03-01-push-the-plums-with-github-token-1-and-tell-email-3f2a0000',
  '2026-03-01-water-the-beans-22222222',
]

let home: ExportHome
beforeAll(async () => {
  home = await makeExportHome()
})

describe('export of many sessions', () => {
  test('is a folder with an index and a file for each', async () => {
    const { code, out } = await home.exportHere(['--project', 'app', '-o', 'week/'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe(join(home.desk, 'week', 'index.html'))
    expect(home.listDesk().filter(name => name.startsWith('week/'))).toEqual(
      [...FILES, 'index'].map(name => `week/${name}.html`).sort(),
    )
    const index = home.readDesk('week/index.html')
    for (const name of FILES) expect(index).toContain(`href="${name}.html#turns=1"`)
    expect(index).toContain('<code>0a1b2c3</code> Plant plums')
    expect(index).toContain('href="https://example.com/acme/orchard/pull/12"')
    expect(index).toContain('5 turns · 2 tool calls')
  })

  test('makes a folder that says what it holds where none is named', async () => {
    const { out } = await home.exportHere(['--since', '2026-02-01', '-f', 'md'])
    expect(out.split('\n')[0]).toBe(join(home.desk, 'backscroll-app-2026-03-01', 'index.md'))
  })

  test('has an index in every format, the same bytes each time', async () => {
    for (const format of ['html', 'md', 'json', 'txt']) {
      await home.exportHere(['--project', 'app', '-f', format, '-o', `a-${format}/`])
      await home.exportHere(['--project', 'app', '-f', format, '-o', `b-${format}`])
      for (const name of [...FILES, 'index'].map(file => `${file}.${format}`))
        expect(home.readDesk(`b-${format}/${name}`), name).toBe(home.readDesk(`a-${format}/${name}`))
    }
    const index = JSON.parse(home.readDesk('a-json/index.json'))
    expect(index).toMatchObject({ schema: 'backscroll.export/1', totals: { sessions: 3, turns: 5, toolCalls: 2 } })
    expect(index.sessions[0]).toMatchObject({
      id: RICH,
      file: `${FILES[1]}.json`,
      project: 'app',
      branches: ['main'],
      prompts: [
        { turn: 1, text: 'Push the plums with ‹github-token-1› …' },
        { turn: 2, text: 'What is in this picture?' },
        { turn: 3, text: 'Count the plums' },
      ],
      commits: [{ sha: '0a1b2c3', subject: 'Plant plums' }],
      pullRequests: [{ url: 'https://example.com/acme/orchard/pull/12', number: 12 }],
    })
  })

  test('holds no secret anywhere, and calls the same one the same', async () => {
    await home.exportHere(['--project', 'app', '-f', 'md', '--level', 'all', '-o', 'clean/'])
    for (const name of home.listDesk().filter(file => /^clean\/.*\.md$/.test(file))) {
      for (const secret of [...Object.values(home.secrets), home.home])
        expect(home.readDesk(name)).not.toContain(secret)
    }
  })

  test('takes several ids, each with its own turns', async () => {
    const { out, code } = await home.exportHere(['3f2a:1', '3f2a:2-3', '2222', '2222', '-f', 'json', '-o', 'parts/'])
    expect(code).toBe(0)
    expect(
      out
        .trimEnd()
        .split('\n')
        .map(path => path.slice(join(home.desk, 'parts').length + 1)),
    ).toEqual(['index.json', `${FILES[1]}-turn-1.json`, `${FILES[1]}-turns-2-3.json`, `${FILES[2]}.json`])
    const { sessions, totals } = JSON.parse(home.readDesk('parts/index.json'))
    const parts = sessions.filter(({ id }: { id: string }) => id === RICH)
    expect(parts.map((part: { turns: number; turnRange: object }) => [part.turns, part.turnRange])).toEqual([
      [1, { from: 1, to: 1 }],
      [2, { from: 2, to: 3 }],
    ])
    expect(parts[0].commits).toHaveLength(1)
    expect(parts[1].commits).toHaveLength(0)
    expect(totals.turns).toBe(4)
  })

  test('goes into one stream as text, the index first', async () => {
    const { out, code } = await home.exportHere(['--project', 'app', '-f', 'txt', '-o', '-'])
    expect(code).toBe(0)
    expect(out).toMatch(/^3 sessions, 2026-03-01\n[\s\S]*\nWater the beans\n~\/work\/app/)
    const html = await home.exportHere(['--project', 'app', '-o', '-'])
    expect(html).toMatchObject({ code: 2, out: '' })
    expect(html.err).toMatch(/several pages do not fit into one stream/)
  })

  test('counts what `usage` counts, with and without an index', async () => {
    const kept = await makeExportHome({
      // A resume repeats the answer of its original.
      '44444444-4444-4444-8444-444444444444.jsonl': resumed(home),
    })
    const without = await totalsOf(kept, 'without')
    expect((await kept.run(['sync'])).code).toBe(0)
    const totals = await totalsOf(kept, 'with')
    const usage = JSON.parse((await kept.run(['usage', 'sessions', '--json'])).out)
    const { requests, totalTokens, costUsd } = usage.totals
    expect(totals.usage).toMatchObject({ requests, totalTokens, costUsd })
    expect(without.usage).toEqual(totals.usage)
    const { sessions } = JSON.parse(kept.readDesk('with/index.json'))
    for (const row of usage.rows) {
      const session = sessions.find(({ id }: { id: string }) => id === row.key)
      expect(session.usage, row.key).toMatchObject({ requests: row.requests, costUsd: row.costUsd })
    }
  })

  test('has sessions that only the archive still has', async () => {
    const kept = await makeExportHome()
    expect((await kept.run(['sync'])).code).toBe(0)
    rmSync(kept.transcript)
    const { code } = await kept.exportHere(['--project', 'app', '-f', 'md', '-o', 'kept/'])
    expect(code).toBe(0)
    expect(kept.readDesk(`kept/${FILES[0]}.md`)).toContain('Grow the tomatoes')
    const alone = await kept.exportHere(['1111', '-f', 'txt', '-o', '-'])
    expect(alone.out).toContain('Grow the tomatoes')
  })

  test('goes on where one of them cannot be read, and says so', async () => {
    const damaged = await makeExportHome({ 'not-one.jsonl': 'nothing\nhere is\nJSON\n' })
    const { code, out, err } = await damaged.exportHere(['1111', 'not-one', '2222', '-f', 'txt', '-o', 'some/'])
    expect(code).toBe(2)
    expect(out.trimEnd().split('\n')).toHaveLength(3)
    expect(err).toMatch(/not-one\.jsonl is not a Claude Code transcript.*not exported/)
  })

  test('says which lines could not be read', async () => {
    const damaged = await makeExportHome()
    writeFileSync(
      damaged.transcript,
      `${readFileSync(damaged.transcript, 'utf8')}{"type":"user", cut\n{"type":"brand-new"}\n`,
    )
    const { code, err } = await damaged.exportHere(['1111', '-f', 'md'])
    expect(code).toBe(0)
    expect(err).toMatch(/1 line could not be read/)
    expect(err).toMatch(/1 entry is of a kind that backscroll does not know/)
  })

  test('of nothing says so and writes nothing', async () => {
    const empty = await makeExportHome({ 'hollow.jsonl': '' })
    const none = await empty.exportHere(['--project', 'no-such-project', '-o', 'none/'])
    expect(none).toMatchObject({ code: 1, out: '' })
    expect(none.err).toMatch(
      /no session matches the project "no-such-project": nothing was written\nList the sessions with/,
    )
    const hollow = await empty.exportHere(['hollow', '-f', 'md'])
    expect(hollow).toMatchObject({ code: 1, out: '' })
    expect(hollow.err).toMatch(/this session is empty/)
    expect(empty.listDesk()).toEqual([])
  })
})

async function totalsOf(kept: ExportHome, folder: string): Promise<{ readonly usage: object }> {
  const { code } = await kept.exportHere(['--since', '2026-01-01', '-f', 'json', '-o', `${folder}/`])
  expect(code).toBe(0)
  return JSON.parse(kept.readDesk(`${folder}/index.json`)).totals
}

function resumed({ work }: ExportHome): readonly object[] {
  const lines = createLines('44444444-4444-4444-8444-444444444444', work)
  lines.user('u1', 'Push the plums again')
  lines.assistant('a1', [{ type: 'text', text: 'Pushing now.' }])
  lines.user('v1', 'And once more')
  lines.assistant('v2', [{ type: 'text', text: 'Pushed.' }])
  return lines.all
}
