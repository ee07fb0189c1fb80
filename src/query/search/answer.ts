import type { SearchQuery } from './query.ts'

/**
 * How exactly a hit fits the words that were typed, from exact to loose. `filter`: no words, only filters. `near`: all
 * words, close to each other. `all`: all words in one unit. `most`, `any`: some of them. `spelling`: only when words were
 * taken for others that are spelled nearly alike, or for the beginning of longer ones. `deep`: found by scanning the archive.
 */
export const STEPS = ['filter', 'phrase', 'near', 'all', 'most', 'any', 'spelling', 'deep'] as const
export type Step = (typeof STEPS)[number]

export type HitRole = 'prompt' | 'answer' | 'thinking' | 'tool' | 'output' | 'summary' | 'plan' | 'note'

/** Answer of a search; what `--json` prints. Times are ISO 8601 in UTC. */
export interface SearchAnswer {
  readonly schema: 'backscroll.search/1'
  readonly query: Pick<SearchQuery, 'text' | 'words' | 'phrases' | 'without' | 'filters'>
  /** The most exact step that found something; undefined where nothing was found. */
  readonly step: Step | undefined
  /** What a person should know about how the question was understood: near misses, words nobody wrote, spelling. */
  readonly notes: readonly string[]
  readonly coverage: Coverage
  readonly hits: readonly SearchHit[]
  /** Conversations that fit, as far as they were looked at, those beyond `-n` included. */
  readonly total: number
}

/** What was searched. */
export interface Coverage {
  readonly sessions: number
  /** The newest entry in the index. */
  readonly newestAt: string | undefined
  /** When the last whole sync ended, where that is known. */
  readonly syncedAt: string | undefined
  /** Bytes of transcript that full text does not hold: `--deep` reads them. */
  readonly leftOutBytes: number
  /** True where the archive was scanned for what the index left out. */
  readonly isDeep: boolean
}

export interface SearchHit {
  readonly sessionId: string
  readonly shortId: string
  /** Turn of the thread; 0 is what stands before the first prompt. */
  readonly turn: number
  /** Turn of the main thread in which it happened, which `show` takes: differs from `turn` in subagents alone. */
  readonly mainTurn: number
  /** The subagent whose thread it is; undefined for the main one. */
  readonly agent: string | undefined
  readonly agentType: string | undefined
  readonly entryUuid: string | undefined
  readonly role: HitRole
  readonly title: string
  /** Name and folder of the project. */
  readonly project: string
  readonly projectPath: string
  readonly branch: string | undefined
  readonly at: string | undefined
  readonly snippet: string
  /** Where in `snippet` the words stand: [start, end) in UTF-16 units. */
  readonly highlights: readonly (readonly [start: number, end: number])[]
  /** How the answer begins that the turn ended with, in one line; undefined where the snippet is of it. */
  readonly answer: string | undefined
  /** Larger is better; comparable within one answer only. */
  readonly score: number
  readonly step: Step
  /** Words of the query that stand in what was found, and filters that chose it: why it matched. */
  readonly matched: readonly string[]
  readonly isRewound: boolean
  /** The client has deleted the transcript: it is in the archive only. */
  readonly isDeleted: boolean
  readonly isPinned: boolean
  readonly tags: readonly string[]
  /** Other sessions that hold the same passage: resumes, forks, copies. */
  readonly alsoIn: readonly { readonly sessionId: string; readonly shortId: string }[]
  /** More places in the same conversation. */
  readonly more: number
  /** The bytes of the entry in the archive. */
  readonly span: HitSpan | undefined
}

export interface HitSpan {
  readonly file: number
  readonly generation: number
  readonly start: number
  readonly end: number
  readonly line: number
}
