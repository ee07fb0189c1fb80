import { askDoctor } from '../routes/doctor.ts'
import { askHome } from '../routes/home.ts'
import { askStatus } from '../routes/keep-status.ts'
import { askProjects } from '../routes/projects.ts'
import { askSessions } from '../routes/sessions.ts'
import { askUsage } from '../routes/usage.ts'
import { askExplained } from '../routes/usage-explain.ts'
import type { ReportWorld } from './report-world.ts'

const REPORTS = {
  home: askHome,
  sessions: askSessions,
  projects: askProjects,
  usage: askUsage,
  explained: askExplained,
  doctor: askDoctor,
  status: askStatus,
} as const

export type ReportName = keyof typeof REPORTS

/** As the check of the request left it: what a process sends to another is the same value. */
export type ReportQuery<Name extends ReportName> =
  Parameters<(typeof REPORTS)[Name]> extends readonly [unknown, infer Q] ? Q : Record<string, never>

export async function makeReport<Name extends ReportName>(
  world: ReportWorld,
  name: Name,
  query: ReportQuery<Name>,
): Promise<unknown> {
  const make = REPORTS[name] as (world: ReportWorld, query: unknown) => unknown
  return await make(world, query)
}

export function isReportName(name: unknown): name is ReportName {
  return typeof name === 'string' && Object.hasOwn(REPORTS, name)
}
