/** backscroll/query: questions about all sessions. */
export { type BadLine, type Deletions, type DoctorReport, runDoctor, type UnknownRow } from './doctor.ts'
export { type FoundSession, findNewestSession, requireSession } from './find-session.ts'
export { type Library, openLibrary } from './library.ts'
export { type ListRequest, listSessions, type SessionList } from './list-sessions.ts'
export { buildOverview, type Overview, type ProjectRow, type RootFacts, type Totals } from './overview.ts'
export type { RowTokens, SessionRow } from './session-row.ts'
export { nameSources, shortIds } from './short-ids.ts'
