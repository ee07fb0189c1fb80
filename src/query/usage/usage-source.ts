import type { RequestFact } from '../../model/usage/request-facts.ts'
import type { Project } from '../../source/project.ts'
import type { ClientSide } from './client/client-side.ts'

/** Where the facts of a report come from: the index, or the transcripts themselves. Both give the same requests. */
export interface UsageSource {
  /** Each request once over all sessions (R3), for the session it belongs to (R7). Sessions without any are there too. */
  readonly groups: readonly SessionUsage[]
  /** Where requests stand on disk, for `--explain`; in the order asked for. */
  placesOf(session: UsageSession, facts: readonly RequestFact[]): readonly RequestPlaces[]
}

export interface SessionUsage {
  readonly session: UsageSession
  readonly facts: readonly RequestFact[]
  /** Requests of this session that count for another: what remains of them is a number of lines. */
  readonly copies: readonly { readonly firstAt: number | undefined; readonly model: string; readonly lines: number }[]
}

export interface UsageSession {
  /** Number in the archive; without an index, a number of its own. */
  readonly number: number
  readonly id: string
  readonly title: string
  readonly project: Project
  /** It is found from these too; what it cost counts for its own. */
  readonly otherProjects: readonly Project[]
  /** Folder it began in. */
  readonly cwd: string | undefined
  readonly unreadable: number
  /** R1: what stands only in progress copies of agents whose file is missing. */
  readonly seenInProgress: { readonly requests: number; readonly tokens: number }
  /** Undefined where the client left no total of its own. */
  readonly client?: ClientSide | undefined
}

export interface RequestPlaces {
  readonly key: string
  readonly messageId: string | undefined
  readonly requestId: string | undefined
  /** The line it is attributed to (R7), and the one whose counts were taken (R8). */
  readonly at: LinePlace
  readonly winner: LinePlace
  /** Lines that repeat it, in this session and in others: dropped. `lines` may be shorter than `count` says. */
  readonly copies: readonly CopiedLines[]
}

export interface LinePlace {
  readonly file: string
  readonly line: number
}

export interface CopiedLines {
  readonly sessionId: string
  readonly file: string
  readonly lines: readonly number[]
  readonly count: number
}

/** Which part of all requests a source must give; a source may give more. */
export interface SourceRange {
  readonly since: number | undefined
  readonly until: number | undefined
}
