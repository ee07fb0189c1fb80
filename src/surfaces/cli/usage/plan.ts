import { type AskedUsage, readUsageRequest, requireText, type TypedUsage } from '../../../query/usage/asked-usage.ts'
import type { UsageCut } from '../../../query/usage/cuts/cut.ts'
import { requireCut } from '../../../query/usage/cuts/table.ts'
import type { Breakdown, UsageOrder } from '../../../query/usage/usage-report.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { createAppPricer } from '../app-pricer.ts'
import { type CommandRequest, countOption, flagOption, textArg, textOption } from '../define-command.ts'
import { typedTimes, usageZone } from './times.ts'

/** What somebody asked `usage` for, checked: the question, and how its answer is shown. */
export interface UsagePlan extends AskedUsage {
  /** Sessions as typed. */
  readonly sessions: readonly string[]
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
  const explains = requireText('explain', textOption(asked, 'explain'))
  const usesIndex = !flagOption(asked, 'no-index')
  if (!usesIndex && cut.needsIndex) throw needsIndex(cut)
  refuseTogether(asked)
  const typed: TypedUsage = {
    ...typedTimes(asked),
    report: cut.name,
    project: textOption(asked, 'project'),
    model: textOption(asked, 'model'),
    breakdown: readBreakdown(asked),
    order: (textOption(asked, 'order') ?? 'usual') as UsageOrder,
    limit: countOption(asked, 'limit') ?? usualLimit(app, cut, shape),
    recalculates: flagOption(asked, 'recalculate'),
  }
  const setting = {
    zone: usageZone(app, asked),
    now: app.now(),
    pricer: flagOption(asked, 'no-cost') ? undefined : createAppPricer(app),
  }
  return {
    ...readUsageRequest(typed, setting),
    sessions: (asked.options.session as readonly string[] | undefined) ?? [],
    usesIndex,
    shape,
    explains,
  }
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
