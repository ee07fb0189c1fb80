/**
 * The library: transcript bytes to entries (format) and entries to a session (model). No dependency and no `node:`
 * import, so it also runs in a browser; reading from disk is in `backscroll/source`.
 */
export { type Block, type BlockKind, readBlocks, textOf } from './format/blocks/table.ts'
export type { Entry } from './format/entry.ts'
export type { Issue, IssueCode } from './format/issue.ts'
export type { JsonArray, JsonObject, JsonValue } from './format/json.ts'
export { type FieldsOfKind, readEntryFields } from './format/kinds/read-entry-fields.ts'
export { type EntryKind, type KnownKind, kindOf } from './format/kinds/table.ts'
export { createParser, type Parser, type ParserOptions, type Position } from './format/parser.ts'
export type { Span } from './format/span.ts'
export { createSessionBuilder } from './model/build-session.ts'
export { createSummaryBuilder } from './model/build-summary.ts'
export type {
  BackgroundTask,
  CommandRun,
  Commit,
  ErrorMet,
  Facts,
  FileTouch,
  HookRun,
  HumanInput,
  PlanVersion,
  PullRequest,
  Question,
  SkillUse,
  SlashCommand,
  TaskChange,
  UrlSeen,
} from './model/facts/facts.ts'
export type { LineageLink } from './model/lineage.ts'
export { linkSessions, type SessionLink } from './model/link-sessions.ts'
export { restoreSessionBuilder, SAVED_LAYOUT, saveSessionBuilder } from './model/saved-session.ts'
export { compareRequests, type SentChange } from './model/sent/compare-requests.ts'
export {
  openRequestLog,
  type RequestRebuilder,
  type SentCheck,
  type SentMessage,
  type SentRequest,
} from './model/sent/rebuild-request.ts'
export type {
  CacheMark,
  LoggedRequest,
  LoggedSend,
  LogSource,
  RequestLog,
} from './model/sent/request-log.ts'
export type { Agent, Fork, ForkSide, Message, Segment, Session, Thread, Title, Turn } from './model/session.ts'
export type { EntryThread, OnEntry, SessionBuilder, ThreadBuilder, ThreadOptions } from './model/session-builder.ts'
export type { SessionSummary, SummaryBuilder } from './model/session-summary.ts'
export type { ThreadEntry } from './model/thread-entry.ts'
export type { ToolCall, ToolStatus } from './model/tool-call.ts'
export type { Request, RequestPlace, Tokens, UsageTotals } from './model/usage/request.ts'
export { sumRequests, totalTokens } from './model/usage/totals.ts'
export type { UserRole } from './model/user-role.ts'
