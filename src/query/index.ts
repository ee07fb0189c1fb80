/** backscroll/query: questions about all sessions. */
export { type Marks, readMarks } from '../archive/marks.ts'
export { createGit, type Git, type GitAnswer, type GitProgram } from '../git/run-git.ts'
export { type BadLine, type Deletions, type DoctorReport, runDoctor, type UnknownRow } from './doctor.ts'
export { type FoundSession, findNewestSession, requireSession } from './find-session.ts'
export { type IndexedKeep, requireIndex } from './indexed-keep.ts'
export { type Keep, type KeepPlaces, openKeep } from './keep.ts'
export type { KeepFacts } from './keep-facts.ts'
export { type Library, openLibrary } from './library.ts'
export { type ListRequest, listSessions, type SessionList } from './list-sessions.ts'
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
export { filterFrom, parseQuery } from './search/parse-query.ts'
export { FILTER_NAMES, type Filter, type FilterName, type SearchQuery } from './search/query.ts'
export { type SearchRequest, searchSessions } from './search/search-sessions.ts'
export type { RowTokens, SessionRow } from './session-row.ts'
export { nameSources, shortIds } from './short-ids.ts'
