import { formatIso } from '../../time/day.ts'
import {
  groupByDay,
  type IndexNumbers,
  type IndexPage,
  type IndexPrompt,
  type IndexSession,
  type IndexUsage,
} from './index-page.ts'

export const EXPORT_SCHEMA = 'backscroll.export/1'

/** The index of an export for programs; docs/schema/export-1.schema.json describes it. */
export interface ExportJson {
  readonly schema: typeof EXPORT_SCHEMA
  /** The oldest one first. */
  readonly sessions: readonly ExportSessionJson[]
  readonly totals: IndexNumbers & { readonly sessions: number }
}

/** Times are ISO 8601 in UTC; what is not known is left out. */
export interface ExportSessionJson extends Omit<IndexSession, 'startedAt' | 'endedAt' | 'range'> {
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly turnRange: IndexSession['range']
}

export function indexJson(page: IndexPage): string {
  return `${JSON.stringify(buildExportJson(page), null, 2)}\n`
}

export function buildExportJson({ sessions, totals }: IndexPage): ExportJson {
  return {
    schema: EXPORT_SCHEMA,
    sessions: groupByDay(sessions).flatMap(day => day.sessions.map(sessionJson)),
    totals: { sessions: sessions.length, ...numbersJson(totals) },
  }
}

/** Field by field: what a caller's values hold beside these is not part of the format. */
function sessionJson(session: IndexSession): ExportSessionJson {
  return {
    id: session.id,
    file: session.file,
    title: session.title.toWellFormed(),
    project: session.project,
    branches: session.branches,
    startedAt: formatIso(session.startedAt),
    endedAt: formatIso(session.endedAt),
    turnRange: session.range && { from: session.range.from, to: session.range.to },
    ...numbersJson(session),
    prompts: session.prompts.map(promptJson),
    commits: session.commits.map(({ sha, subject, branch }) => ({ sha, subject, branch })),
    pullRequests: session.pullRequests.map(({ url, number, repository }) => ({ url, number, repository })),
  }
}

function promptJson({ turn, text, isRewound }: IndexPrompt): IndexPrompt {
  return { turn, text: text.toWellFormed(), isRewound }
}

function numbersJson({ activeMs, turns, toolCalls, agents, filesChanged, usage }: IndexNumbers): IndexNumbers {
  return { activeMs, turns, toolCalls, agents, filesChanged, usage: usageJson(usage) }
}

function usageJson(usage: IndexUsage): IndexUsage {
  return {
    requests: usage.requests,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheWriteTokens: usage.cacheWriteTokens,
    cacheReadTokens: usage.cacheReadTokens,
    totalTokens: usage.totalTokens,
    costUsd: usage.costUsd,
    unpricedTokens: usage.unpricedTokens,
    isLowerBound: usage.isLowerBound,
  }
}
