import { CUTS } from '../../../query/usage/cuts/table.ts'

export interface UsageReports {
  readonly schema: 'backscroll.usage-reports/1'
  readonly reports: readonly UsageReportName[]
}

export interface UsageReportName {
  readonly name: string
  /** One line on it. */
  readonly summary: string
  /** Title of its first column. */
  readonly title: string
  /** Its rows are times. */
  readonly isByTime: boolean
}

export function listReports(): UsageReports {
  return {
    schema: 'backscroll.usage-reports/1',
    reports: CUTS.map(({ name, summary, title, isByTime }) => ({ name, summary, title, isByTime })),
  }
}
