import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import type { UsageReport } from '../src/query/usage/usage-report.ts'
import type { UsageNumbers } from '../src/query/usage/usage-sum.ts'
import { FIXTURES, listFixtureFiles } from './corpus.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeItem } from './temp-tree.ts'

/** A machine whose client wrote the transcripts of one trap (a folder of fixtures/usage), and nothing else. */
export function makeUsageHome(trap: string, rename: (text: string) => string = text => text): KeepHome {
  const home = makeKeepHome()
  rmSync(home.config, { recursive: true })
  const folder = join(FIXTURES, 'usage', trap)
  for (const path of listFixtureFiles(join('usage', trap))) {
    writeItem(join(home.config, rename(relative(folder, path))), rename(readFileSync(path, 'utf8')))
  }
  return home
}

/** What `backscroll usage … --json` says, in UTC unless told otherwise. */
export async function readUsage(home: KeepHome, args: readonly string[]): Promise<UsageReport> {
  const zone = args.includes('--tz') ? [] : ['--tz', 'UTC']
  const { code, out, err } = await home.run(['usage', ...args, ...zone, '--json'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** The same from the index and from the transcripts themselves: they must agree in every number. */
export async function countTrap(trap: string, args: readonly string[] = ['models']): Promise<UsageReport> {
  const home = makeUsageHome(trap)
  expect((await home.run(['sync'])).code).toBe(0)
  const kept = await readUsage(home, args)
  expect(toNumbers(await readUsage(home, [...args, '--no-index']))).toEqual(toNumbers(kept))
  return kept
}

/** What does not depend on titles, which only the index knows. */
function toNumbers({ rows, totals, accuracy }: UsageReport): unknown {
  return { rows: rows.map(({ label: _label, about: _about, ...row }) => row), totals, accuracy }
}

/** Numbers as a person writes them down; those left out are zero. */
export interface Expected {
  readonly requests: number
  readonly input: number
  readonly output: number
  readonly read?: number
  readonly write5m?: number
  readonly write1h?: number
  /** Null: nobody knows. */
  readonly usd: number | null
  readonly unpriced?: number
}

export function checkNumbers(numbers: UsageNumbers | undefined, expected: Expected): void {
  const { read = 0, write5m = 0, write1h = 0, unpriced = 0 } = expected
  const { requests, inputTokens, outputTokens, cacheReadTokens, ...rest } = numbers as UsageNumbers
  expect({
    requests,
    input: inputTokens,
    output: outputTokens,
    read: cacheReadTokens,
    write5m: rest.cacheWrite5mTokens,
    write1h: rest.cacheWrite1hTokens,
    write: rest.cacheWriteTokens,
    unpriced: rest.unpricedTokens,
    nanoUsd: nano(rest.costUsd),
  }).toEqual({
    requests: expected.requests,
    input: expected.input,
    output: expected.output,
    read,
    write5m,
    write1h,
    write: write5m + write1h,
    unpriced,
    nanoUsd: nano(expected.usd),
  })
}

/** Money is exact to a billionth of a dollar. */
export function nano(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 1e9)
}

/** A row of a trap for a table of tests: what is known of all its requests together. */
export interface Trap extends Expected {
  readonly rule: string
  readonly says: string
  readonly trap: string
  readonly copies?: number
  readonly unfinished?: number
}

export async function checkTrap({ trap, copies = 0, unfinished = 0, ...expected }: Trap): Promise<void> {
  const { totals, accuracy } = await countTrap(trap)
  checkNumbers(totals, expected)
  expect({ copies: accuracy.copiesDropped, unfinished: accuracy.unfinished }).toEqual({ copies, unfinished })
}
