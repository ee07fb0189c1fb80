import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type KeptFolder, keepFolder } from '../bench/retrieval/keep-folder.ts'
import type { IndexedKeep } from '../src/query/indexed-keep.ts'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import { CORPUS, listCorpusFiles } from './corpus.ts'
import { keepScripts, type Script, writeScript } from './lookup-world.ts'
import { makeTree } from './temp-tree.ts'
import { reply, tellUsage, tokensByKey, toolResult, toolUse } from './usage-script.ts'
import { addUp } from './usage-sums.ts'

const REPORTS = CUTS.map(({ name }) => name)

/** The same total in every report, and rows that add up to it in every number. */
function checkTotals(keep: IndexedKeep): void {
  const { totals } = tellUsage(keep, 'models')
  for (const name of REPORTS) {
    const report = tellUsage(keep, name)
    expect({ name, totals: report.totals }).toEqual({ name, totals })
    expect({ name, sums: addUp(report.rows) }).toEqual({ name, sums: addUp([totals]) })
  }
}

/** What a turn of a session does; each thing costs a request. */
type Deed = 'think' | 'commit' | 'open' | 'read'
type Turns = readonly (readonly Deed[])[]

const anyTurns: fc.Arbitrary<Turns> = fc.array(
  fc.array(fc.constantFrom<Deed>('think', 'think', 'commit', 'open', 'read'), { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 5 },
)
const anySessions = fc.array(anyTurns, { minLength: 1, maxLength: 4 })

interface Written {
  readonly files: { readonly [path: string]: readonly object[] }
  /** What each commit and pull request must cost, told in another way than the reports do. */
  readonly commits: Map<string, number>
  readonly prs: Map<string, number>
}

function writeSessions(sessions: readonly Turns[]): Written {
  const written = { files: {} as { [path: string]: readonly object[] }, commits: new Map(), prs: new Map() }
  let number = 0
  sessions.forEach((turns, at) => {
    const sessionId = `${at}${at}${at}${at}0000-0000-4000-8000-000000000000`
    // A project for each, so that no branch says anything about another session.
    const script = writeScript({ sessionId, mark: `s${at}`, cwd: `/home/dev/p${at}` })
    const told = turns.map(deeds => {
      script.prompt('Go on')
      return deeds.map(deed => write(script, deed, ++number))
    })
    written.files[`projects/p${at}/${sessionId}.jsonl`] = script.lines
    expectCosts(written, told)
  })
  return written
}

interface Told {
  readonly deed: Deed
  readonly number: number
}

function write(script: Script, deed: Deed, number: number): Told {
  const id = `r${number}`
  const path = `/home/dev/file${number % 3}.ts`
  const file = { type: 'text', file: { filePath: path, content: 'x', numLines: 1 } }
  const sha = shaOf(number)
  if (deed === 'think') script.line(reply(id, number))
  if (deed === 'commit') run(script, number, 'git commit -m x', `[main ${sha}] x\n 1 file changed`)
  if (deed === 'open') run(script, number, 'gh pr create', `https://github.com/dev/app/pull/${number}`)
  if (deed === 'read') {
    script
      .line(reply(id, number, [toolUse(`t${id}`, 'Read', { file_path: path })]))
      .line(toolResult(`t${id}`, 'x', file))
  }
  return { deed, number }
}

function run(script: Script, number: number, command: string, output: string): void {
  script
    .line(reply(`r${number}`, number, [toolUse(`tr${number}`, 'Bash', { command })]))
    .line(toolResult(`tr${number}`, output))
}

function shaOf(number: number): string {
  return (0xabc0000 + number).toString(16)
}

/** From the last turn to the first: what is next is known by then. */
function expectCosts({ commits, prs }: Written, turns: readonly (readonly Told[])[]): void {
  let nextCommits: readonly string[] = ['-']
  const opened = turns.flat().filter(({ deed }) => deed === 'open')
  let nextPr = opened.length === 0 ? '-' : `dev/app#${opened.at(-1)?.number}`
  for (const deeds of turns.toReversed()) {
    const made = deeds.filter(({ deed }) => deed === 'commit').map(({ number }) => shaOf(number))
    const [first] = deeds.filter(({ deed }) => deed === 'open')
    if (made.length > 0) nextCommits = made
    if (first) nextPr = `dev/app#${first.number}`
    for (const { number } of deeds) {
      prs.set(nextPr, (prs.get(nextPr) ?? 0) + number)
      nextCommits.forEach((key, at) => {
        const part = Math.floor(number / nextCommits.length) + (at < number % nextCommits.length ? 1 : 0)
        commits.set(key, (commits.get(key) ?? 0) + part)
      })
    }
  }
}

test('whatever sessions did: reports agree, and commits and pull requests cost the turns that led to them', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anySessions, async sessions => {
      const { files, commits, prs } = writeSessions(sessions)
      const keep = await keepScripts(files)
      checkTotals(keep)
      expect(tokensByKey(tellUsage(keep, 'commits'))).toEqual(Object.fromEntries(commits))
      expect(tokensByKey(tellUsage(keep, 'prs'))).toEqual(Object.fromEntries(prs))
    }),
    { numRuns: 12 },
  )
})

describe.runIf(listCorpusFiles())('usage of recorded sessions', () => {
  let kept: KeptFolder
  beforeAll(async () => {
    kept = await keepFolder(CORPUS, join(makeTree({}), 'keep'))
  }, 120_000)
  afterAll(() => kept.close())

  test('every report has the same total, and its rows add up to it', () => {
    checkTotals(kept.keep)
  })

  test.each(['prs', 'commits', 'agents', 'files', 'tools', 'branches', 'prompts'])('%s are found', name => {
    const { rows } = tellUsage(kept.keep, name)
    const named = rows.filter(
      ({ key, requests, totalTokens }) => key !== '' && key !== 'main' && requests + totalTokens > 0,
    )
    expect(named.length).toBeGreaterThan(0)
  })

  test('tools and files tell of no more than was done', () => {
    for (const { key, about } of tellUsage(kept.keep, 'tools').rows) {
      if (key !== '') expect(about.errors as number).toBeLessThanOrEqual(about.calls as number)
    }
    const touched = tellUsage(kept.keep, 'files').rows.filter(({ key }) => key !== '')
    expect(
      touched.filter(({ about }) => Number(about.reads) + Number(about.changes) === 0).map(({ key }) => key),
    ).toEqual([])
  })

  test('the tree of every session adds up to the session', () => {
    const scope = { since: undefined, until: undefined, project: undefined, model: undefined }
    const sessions = tellUsage(kept.keep, 'sessions').rows.filter(({ about }) => Number(about.subagents) > 0)
    expect(sessions.length).toBeGreaterThan(3)
    for (const { key } of sessions.slice(0, 40)) {
      const { rows, totals } = tellUsage(kept.keep, 'agents', { scope: { ...scope, sessions: [key] } })
      expect(sumTops(rows)).toEqual([totals.totalTokens, Math.round((totals.costUsd ?? 0) * 1e9)])
    }
  })
})

function sumTops(rows: UsageReport['rows']): readonly [number, number] {
  const tops = rows.filter(({ about }) => about.depth === 0)
  const tokens = tops.reduce((sum, { about }) => sum + Number(about.treeTokens), 0)
  return [tokens, tops.reduce((sum, { about }) => sum + Math.round(Number(about.treeUsd ?? 0) * 1e9), 0)]
}
