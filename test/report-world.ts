import { createPricer } from '../src/pricing/create-pricer.ts'
import { PRICES } from '../src/pricing/prices.ts'
import type { WorkUsageRequest } from '../src/query/story/work-usage.ts'
import { createZone, type Zone } from '../src/time/zone.ts'
import { writeScript } from './lookup-world.ts'

/** Sessions of two projects over a week, made by hand, for the reports of days, weeks, standups and changelogs. */

export const UTC = createZone('UTC') as Zone
export const PR = 'https://github.com/dev/garden/pull/12'

export const FIRST = 'aaaaaaaa-1111-4111-8111-111111111111'
export const FORK = 'aaaaaaab-1111-4111-8111-111111111111'
export const OTHER = 'bbbbbbbb-1111-4111-8111-111111111111'
export const LATER = 'cccccccc-1111-4111-8111-111111111111'

/** Begins on Monday 2026-03-02 shortly before midnight and goes on after it. */
const first = writeScript({ sessionId: FIRST, cwd: '/home/dev/garden', startedAt: '2026-03-02T23:53:00.000Z' })
  .prompt('Plant the beans in the northern bed')
  .edit('/home/dev/garden/bean.ts')
  .bash('npm test', { error: 'Exit code 1\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n' })
  .answer('The beans are planted.')
  .prompt('Now mend the failing test of the beans')
  .edit('/home/dev/garden/bean.ts')
  .edit('/home/dev/garden/package.json')
  .bash('npm test', { output: ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n' })
  .prompt('commit and open a pull request')
  .bash('git commit -m "Plant beans"', { output: '[beans abc1234] Plant beans\n 2 files changed' })
  .bash('gh pr create', { output: `${PR}\n` })
  .answer('Done.')

/** Repeats the first, and goes on the day after. */
const fork = writeScript({
  sessionId: FORK,
  cwd: '/home/dev/garden',
  startedAt: '2026-03-04T09:00:00.000Z',
  mark: 'fork',
  copied: first.lines,
})
  .prompt('Add a fence around the northern bed')
  .edit('/home/dev/garden/fence.ts')
  .answer('There is a fence now.')

const other = writeScript({ sessionId: OTHER, cwd: '/home/dev/kitchen', startedAt: '2026-03-03T12:00:00.000Z' })
  .prompt('Write a recipe for bean soup \x1b[31m<script>alert(1)</script>')
  .call('TodoWrite', { todos: [todo('Write the recipe', 'completed'), todo('Taste the bean soup', 'pending')] })
  .edit('/home/dev/kitchen/soup.md')
  .answer('The recipe is written.')

const later = writeScript({ sessionId: LATER, cwd: '/home/dev/garden', startedAt: '2026-03-05T08:00:00.000Z' })
  .prompt('Why do the beans not grow?')
  .edit('/home/dev/garden/bean.ts')
  .bash('npm test', { error: 'Exit code 1\n Test Files  1 failed (1)\n      Tests  2 failed | 1 passed (3)\n' })

function todo(content: string, status: string): object {
  return { content, status, activeForm: content }
}

export const FILES = {
  [`projects/-home-dev-garden/${FIRST}.jsonl`]: first.lines,
  [`projects/-home-dev-garden/${FORK}.jsonl`]: fork.lines,
  [`projects/-home-dev-kitchen/${OTHER}.jsonl`]: other.lines,
  [`projects/-home-dev-garden/${LATER}.jsonl`]: later.lines,
}

export const ANY = { project: undefined, limits: undefined } as const

/** The reports of a day or week of that spring, asked some days later. */
export function asked(from: string, to: string, project?: string): WorkUsageRequest {
  return {
    from: Date.parse(from),
    to: Date.parse(to),
    scope: { project, limits: undefined },
    zone: UTC,
    now: Date.parse('2026-03-20T12:00:00Z'),
    pricer: createPricer(PRICES),
  }
}

export function askedDay(day: string, project?: string): WorkUsageRequest {
  const from = Date.parse(`${day}T00:00:00Z`)
  return { ...asked(day, day, project), from, to: from + 24 * 60 * 60 * 1000 }
}
