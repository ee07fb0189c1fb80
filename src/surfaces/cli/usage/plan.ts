import type { UsageCut } from '../../../query/usage/cuts/cut.ts'
import { requireCut } from '../../../query/usage/cuts/table.ts'
import type { Breakdown, UsageOrder, UsageRequest } from '../../../query/usage/usage-report.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { type CommandRequest, countOption, flagOption, textArg, textOption } from '../define-command.ts'
import { readUsageTimes } from './times.ts'

/** What somebody asked `usage` for, checked: the question, and how its answer is shown. */
export interface UsagePlan {
  readonly cut: UsageCut
  /** Without the sessions, which only the index or the disk can name. */
  readonly request: UsageRequest
  /** Sessions as typed. */
  readonly sessions: readonly string[]
  /** The last so many blocks. */
  readonly lastBlocks: number | undefined
  readonly usesIndex: boolean
  readonly shape: UsageShape
  /** The row whose requests are listed. */
  readonly explains: string | undefined
}

export type UsageShape = 'table' | 'chart' | 'csv' | 'json'

/** Rows of a report that may have thousands, on a terminal. */
const DEFAULT_LIMIT = 20

export function readUsagePlan(app: App, asked: CommandRequest): UsagePlan {
  const cut = requireCut(textArg(asked, 'report') ?? 'daily')
  const shape = readShape(app, asked)
  const explains = namedOption(asked, 'explain')
  const usesIndex = !flagOption(asked, 'no-index')
  if (!usesIndex && cut.needsIndex) throw needsIndex(cut)
  refuseTogether(asked)
  const { zone, since, until, lastBlocks } = readUsageTimes(app, asked, cut)
  return {
    cut,
    request: {
      report: cut.name,
      scope: {
        since,
        until,
        project: namedOption(asked, 'project'),
        model: namedOption(asked, 'model'),
        sessions: undefined,
      },
      zone,
      now: app.now(),
      breakdown: readBreakdown(asked),
      order: (textOption(asked, 'order') ?? 'usual') as UsageOrder,
      limit: countOption(asked, 'limit') ?? usualLimit(app, cut, shape),
      pricer: flagOption(asked, 'no-cost') ? undefined : createAppPricer(app),
      recalculates: flagOption(asked, 'recalculate'),
    },
    sessions: (asked.options.session as readonly string[] | undefined) ?? [],
    lastBlocks,
    usesIndex,
    shape,
    explains,
  }
}

/** An empty name would mean all there is: often it is a shell variable that is not set. */
function namedOption(asked: CommandRequest, name: string): string | undefined {
  const text = textOption(asked, name)
  if (text === undefined || text.trim() !== '') return text
  throw new UserError({
    code: 'empty-option',
    message: `--${name} has no value`,
    hint: 'Leave it out, or give it a name. A shell variable that is not set is empty.',
  })
}

/** What would have no effect beside the other. */
function refuseTogether(asked: CommandRequest): void {
  const pairs = [
    ...['csv', 'chart', 'breakdown', 'instances'].map(name => ['explain', name] as const),
    ['no-cost', 'recalculate'] as const,
  ]
  for (const pair of pairs) if (pair.every(name => asked.options[name] !== undefined)) throw conflict(pair)
  if (flagOption(asked, 'no-cost') && textOption(asked, 'order') === 'cost') throw conflict(['no-cost', 'order cost'])
}

function readShape({ json }: App, asked: CommandRequest): UsageShape {
  const wanted = (['csv', 'chart'] as const).filter(name => flagOption(asked, name))
  const shapes: readonly UsageShape[] = json ? ['json', ...wanted] : wanted
  if (shapes.length > 1) throw conflict(shapes)
  return shapes[0] ?? 'table'
}

function readBreakdown(asked: CommandRequest): Breakdown {
  const wanted = (['breakdown', 'instances'] as const).filter(name => flagOption(asked, name))
  if (wanted.length > 1) throw conflict(wanted)
  return wanted[0] === undefined ? 'none' : wanted[0] === 'breakdown' ? 'models' : 'projects'
}

/** Times are few and read as a whole; programs get all there is. */
function usualLimit({ isTerminal }: App, { isByTime }: UsageCut, shape: UsageShape): number | undefined {
  const isForPeople = isTerminal && (shape === 'table' || shape === 'chart')
  return isForPeople && !isByTime ? DEFAULT_LIMIT : undefined
}

function conflict(names: readonly string[]): UserError {
  return new UserError({
    code: 'options-conflict',
    message: `${names.map(name => `--${name}`).join(' and ')} cannot be asked for together`,
    hint: 'Leave out one of them.',
  })
}

function needsIndex({ name }: UsageCut): UserError {
  return new UserError({
    code: 'needs-index',
    message: `--no-index cannot tell the ${name}: that takes turns, calls and files, which only the index knows`,
    hint: `Leave out --no-index: \`backscroll usage ${name}\`.`,
  })
}
