import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_TRANSCRIPTS, listClientVersions } from './corpus.ts'

export interface TrueTokens {
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  /** The client closed the stream early. */
  readonly cut: boolean
}

/** What the server knows of one session. */
export interface SessionTruth {
  readonly messages: {
    readonly [id: string]: TrueTokens & { readonly agent: string | null; readonly copiedFrom: string | null }
  }
  readonly notRecorded: readonly (TrueTokens & { readonly kind: 'compaction' | 'title' | 'other' })[]
  /** In the order of the file. */
  readonly prompts: readonly TruePrompt[]
}

export interface TruePrompt {
  /** None for words that stand in the queue alone. */
  readonly uuid: string | null
  /** How it was started, by the driver's word. */
  readonly kind: string
  readonly words: 'human' | 'program' | 'client'
  readonly startsTurn: boolean
}

export interface ClientVersion {
  readonly version: string
  /** A config folder, as the client wrote it. */
  readonly config: string
  readonly truth: ReadonlyMap<string, SessionTruth>
}

/** Sessions of the real client with what the server sent; none on a machine that has none. */
export function listClientTruths(): readonly ClientVersion[] {
  return (listClientVersions() ?? []).map(version => {
    const config = join(CLIENT_TRANSCRIPTS, version)
    const truth = JSON.parse(readFileSync(join(config, 'truth.json'), 'utf8')) as { [id: string]: SessionTruth }
    return { version, config, truth: new Map(Object.entries(truth)) }
  })
}
