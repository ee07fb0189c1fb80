/** backscroll/query: questions about all sessions. */
export { type Marks, readMarks } from '../archive/marks.ts'
export { createGit, type Git, type GitAnswer, type GitProgram } from '../git/run-git.ts'
export { createPricer } from '../pricing/create-pricer.ts'
export type { PriceRow, PriceTable, Rates } from '../pricing/price-table.ts'
export type { ExplainedCost, PricedRequest, Pricer } from '../pricing/pricer.ts'
export { PRICES } from '../pricing/prices.ts'
export { type PriceOverrides, withOverrides } from '../pricing/with-overrides.ts'
export { createZone, type Zone } from '../time/zone.ts'
export type { CacheMiss, Compaction, ContextReport, ContextRequest, MissCause } from './context/context-report.ts'
export { type ReadContextRequest, readContext } from './context/read-context.ts'
export { type BadLine, type Deletions, type DoctorReport, runDoctor, type UnknownRow } from './doctor.ts'
export { learnSession } from './export/learn-session.ts'
export type { LearnedSession } from './export/learned-session.ts'
export { type ExportSession, openPlain, openRedacted } from './export/open-redacted.ts'
export { type FileAt, type FileAtRequest, type FoundFile, fileAt } from './file-at/file-at.ts'
export { type DiffMoment, type FileDiff, type FileDiffRequest, fileDiff } from './file-at/file-diff.ts'
export { type FoundUndoPlan, type UndoFile, type UndoPlan, undoPlan } from './file-at/undo-plan.ts'
export { type FoundSession, findNewestSession, requireSession } from './find-session.ts'
export type { ChangedFiles } from './home/changed-files.ts'
export { buildHome, type HomeDay, type HomeReport, type HomeRequest, type LiveSession } from './home/home-report.ts'
export type { ListedFacts, ListedSession } from './home/listed-session.ts'
export type { RecentUsage, UsedDay } from './home/recent-usage.ts'
export {
  pageSessions,
  SESSION_GROUPS,
  SESSION_SORTS,
  type SessionGroup,
  type SessionPage,
  type SessionPageRequest,
  type SessionSort,
} from './home/session-page.ts'
export { type IndexedKeep, requireIndex } from './indexed-keep.ts'
export { type Keep, type KeepPlaces, openKeep } from './keep.ts'
export type { KeepFacts } from './keep-facts.ts'
export { type Library, openLibrary } from './library.ts'
export { type ListRequest, listSessions, type SessionList } from './list-sessions.ts'
export type { LiveState, LiveStatus } from './live/live-status.ts'
export { loadFrom } from './load-from.ts'
export type { ErrorEnd } from './lookups/error-end.ts'
export type { FactPlace, SessionName } from './lookups/fact-place.ts'
export {
  type FileHistory,
  type FileHistoryRequest,
  type FilePath,
  type FileTouch,
  fileHistory,
} from './lookups/file-history.ts'
export type { ActionFilter, FileAction } from './lookups/file-touches.ts'
export { type CommandOutcome, type FoundCommand, type FoundCommands, findCommands } from './lookups/find-commands.ts'
export { type FoundCommit, type FoundCommits, findCommits } from './lookups/find-commits.ts'
export { type FoundError, type FoundErrors, findErrors } from './lookups/find-errors.ts'
export {
  type FoundPullRequest,
  type FoundPullRequests,
  findPullRequests,
  type PullRequestSession,
} from './lookups/find-pull-requests.ts'
export { type FoundUrl, type FoundUrls, findUrls, type UrlPlace, type UrlSource } from './lookups/find-urls.ts'
export type { PathRequest } from './lookups/path-search.ts'
export type { LookupScope } from './lookups/scope.ts'
export type { WhyCommit, WhyPullRequest } from './lookups/why-commit.ts'
export { type WhyAnswer, type WhyRequest, whyLine } from './lookups/why-line.ts'
export type { Origin } from './lookups/why-origin.ts'
export { buildOverview, type Overview, type ProjectRow, type RootFacts, type Totals } from './overview.ts'
export {
  type Coverage,
  type HitRole,
  type HitSpan,
  type SearchAnswer,
  type SearchHit,
  STEPS,
  type Step,
} from './search/answer.ts'
export {
  type FilterValue,
  type FilterValues,
  type FilterValuesRequest,
  LISTED_FILTERS,
  type ListedFilter,
  listFilterValues,
} from './search/list-filter-values.ts'
export { filterFrom, parseQuery } from './search/parse-query.ts'
export { FILTER_NAMES, type Filter, type FilterName, type SearchQuery } from './search/query.ts'
export { type SearchRequest, searchSessions } from './search/search-sessions.ts'
export { readSent, type SentQuestion } from './sent/read-sent.ts'
export type { SentAbsence, SentAttempt, SentDetails, SentReport } from './sent/sent-report.ts'
export type { RowTokens, SessionRow } from './session-row.ts'
export { nameSources, shortIds } from './short-ids.ts'
export { type Changelog, type ChangelogRequest, changelog } from './story/changelog.ts'
export { type DayReport, reportDay } from './story/day-report.ts'
export { type FoundDecision, type FoundDecisions, findDecisions } from './story/find-decisions.ts'
export { findStory, type SessionStory } from './story/find-story.ts'
export { type FoundThread, type FoundThreads, findThreads } from './story/find-threads.ts'
export { type FoundFriction, findFriction, findSessionFriction, type OneFriction } from './story/friction.ts'
export { listRelated, type RelatedSession, type RelatedSessions } from './story/related-sessions.ts'
export { buildTimeline, type SessionTimeline } from './story/session-timeline.ts'
export { type Standup, type StandupRequest, standup } from './story/standup.ts'
export { findTrends, type Trends, type TrendsRequest } from './story/trends.ts'
export { reportWeek, type WeekReport } from './story/week-report.ts'
export { buildUsage, type UsageWorld } from './usage/build-usage.ts'
export { type ExplainedPage, explainPage, type LocatedRequest } from './usage/explain-page.ts'
export { type ExplainedRequest, type ExplainedUsage, explainUsage } from './usage/explain-usage.ts'
export { openIndexedUsage } from './usage/indexed-usage.ts'
export { type LimitWindow, listLimitWindows } from './usage/limits/read-limits.ts'
export { type ScannedUsage, type ScanOptions, scanUsage } from './usage/scanned-usage.ts'
export type { UsageAccuracy } from './usage/usage-accuracy.ts'
export {
  type Breakdown,
  type RowAbout,
  USAGE_ORDERS,
  type UsageOrder,
  type UsageReport,
  type UsageRequest,
  type UsageRow,
  type UsageScope,
} from './usage/usage-report.ts'
export type { RequestPlaces, SessionUsage, SourceRange, UsageSession, UsageSource } from './usage/usage-source.ts'
export type { UsageNumbers } from './usage/usage-sum.ts'
