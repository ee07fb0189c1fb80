/** How well what a person settles is known by its words: over the prompts of `settled-cases.txt`. */
import { readFileSync } from 'node:fs'
import { listStanding } from '../../src/narrative/wording/standing.ts'

export interface SettledScore {
  readonly part: string
  readonly sessions: number
  /** Sentences that are to be told, and how many of them were. */
  readonly wanted: number
  readonly found: number
  /** Sentences that were told, and how many of them are to be told. */
  readonly told: number
  readonly right: number
}

export interface SettledCase {
  readonly part: string
  readonly prompts: readonly string[]
  readonly wanted: readonly string[]
}

export interface SettledOutcome extends SettledCase {
  readonly told: readonly string[]
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
}

const CASES = new URL('settled-cases.txt', import.meta.url)

export function readSettledCases(): readonly SettledCase[] {
  let part = ''
  return readFileSync(CASES, 'utf8')
    .split('\n')
    .flatMap(line => {
      if (line.startsWith('== ')) part = line.slice(3)
      if (line === '' || line.startsWith('==') || line.startsWith('#')) return []
      const wanted = [...line.matchAll(/\[\[(.*?)\]\]/g)].map(match => match[1] ?? '')
      const prompts = line
        .replaceAll('[[', '')
        .replaceAll(']]', '')
        .split(' || ')
        .map(prompt => prompt.replaceAll('\\n', '\n'))
      return [{ part, prompts, wanted }]
    })
}

export function askSettled(one: SettledCase): SettledOutcome {
  const said = one.prompts.map(text => ({ text, source: 'prompt' }))
  const told = listStanding(said).flatMap(({ sentences }) => sentences.map(({ text }) => text))
  const isOne = (a: string, b: string): boolean => a.includes(b) || b.includes(a)
  return {
    ...one,
    told,
    wrong: told.filter(text => !one.wanted.some(wanted => isOne(text, wanted))),
    missed: one.wanted.filter(wanted => !told.some(text => isOne(text, wanted))),
  }
}

export function measureSettled(): readonly SettledScore[] {
  const outcomes = readSettledCases().map(askSettled)
  return [...new Set(outcomes.map(({ part }) => part))].map(part => {
    const own = outcomes.filter(outcome => outcome.part === part)
    const sum = (count: (outcome: SettledOutcome) => number): number =>
      own.reduce((total, outcome) => total + count(outcome), 0)
    const wanted = sum(outcome => outcome.wanted.length)
    const told = sum(outcome => outcome.told.length)
    return {
      part,
      sessions: own.length,
      wanted,
      found: wanted - sum(({ missed }) => missed.length),
      told,
      right: told - sum(({ wrong }) => wrong.length),
    }
  })
}

export function formatSettled(): string {
  const percent = (of: number, all: number): string => `${((of / Math.max(1, all)) * 100).toFixed(1)} %`
  const rows = measureSettled().map(
    ({ part, sessions, wanted, found, told, right }) =>
      `| ${part} | ${sessions} | ${wanted} | ${percent(found, wanted)} | ${told} | ${percent(right, told)} |`,
  )
  return [
    '| what a person settled | sessions | sentences | told | told in all | of these right |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
