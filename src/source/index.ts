/** backscroll/source: transcripts on disk, found and read. */
export { type Companion, type CompanionKind, listCompanions } from './companions.ts'
export { listAllSources, listSessionSources, type SkippedFile, type SourceListing } from './discover.ts'
export { DISK, type FileAccess } from './file-access.ts'
export { type FollowOptions, followSession } from './follow-session.ts'
export { type FileInspection, inspectFile, type UnknownThing } from './inspect-source.ts'
export { type FileIssue, type LoadedSession, loadSession } from './load-session.ts'
export type { ProblemCode, SourceProblem } from './problem.ts'
export { createProjectFinder, findProject, matchesProject, type Project, projectKeyOf } from './project.ts'
export { type ChunkOptions, readChunks } from './read-chunks.ts'
export { createSpanReader, type SpanReader } from './read-span.ts'
export { deletionOf, findRetention, listSettingProblems, type Retention, readRetention } from './retention.ts'
export { type FoundRoots, findRoots, type Root, type RootEnvironment } from './roots.ts'
export type { SessionUpdate } from './session-follower.ts'
export type { FilePlace, SessionReader } from './session-reader.ts'
export {
  changedAtOf,
  type KeptPlace,
  listFiles,
  pathOf,
  type SessionSource,
  type SourceFile,
  sizeBytesOf,
} from './session-source.ts'
export { readSiblings, type Sibling, type Siblings } from './siblings.ts'
export { type Sniffed, sniffFile } from './sniff.ts'
