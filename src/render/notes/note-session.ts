import type { Story } from '../../narrative/story.ts'

/** A session as its note tells it. Texts are as recorded, or with secrets taken out; hostile in both cases. */
export interface NoteSession {
  readonly sessionId: string
  /** What its places are cited by; letters, digits and `-`. */
  readonly cite: string
  /** `2026-11-16`, in the zone of the notes. */
  readonly date: string
  /** Epoch milliseconds. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  /** A client had it open when the note was written. */
  readonly isRunning: boolean
  readonly project: string
  readonly branch: string | undefined
  readonly models: readonly string[]
  readonly cwds: readonly string[]
  readonly prompts: number
  /** Prompts and answers of the main thread. */
  readonly messages: number
  readonly tokens: number
  readonly costUsd: number | null
  readonly isLowerBound: boolean
  /** Names, the most used first. */
  readonly tools: readonly string[]
  readonly toolCalls: number
  /** That tells it: others that have the session leave the note to it. */
  readonly machine: string
  /** What the person tagged the session with. */
  readonly ownTags: readonly string[]
  /** From 0; undefined where it was not measured. */
  readonly friction: number | undefined
  readonly story: Story
}

/** What other notes say of a session. Texts like those of the session. */
export interface SessionDigest {
  /** Name of its note, which links lead to. */
  readonly name: string
  readonly sessionId: string
  readonly cite: string
  readonly title: string
  readonly summary: string
  readonly date: string
  /** Epoch milliseconds. */
  readonly startedAt: number | undefined
  readonly isRunning: boolean
  readonly project: string
  /** Name of the project's note. */
  readonly projectName: string
  readonly activeMs: number
  readonly prompts: number
  readonly tokens: number
  readonly costUsd: number | null
  readonly isLowerBound: boolean
  readonly filesChanged: number
  readonly commits: number
  /** What was left open, the first ones. */
  readonly open: readonly string[]
  /** Days after the first on which somebody went on with it. */
  readonly laterDays: readonly LaterDay[]
}

export interface LaterDay {
  readonly date: string
  /** Of the first prompt of the day. */
  readonly startedAt: number
  readonly activeMs: number
  readonly prompts: number
}

/** Another note, by the name of its file. */
export interface NoteLink {
  readonly name: string
  readonly title: string
}

export interface SessionLinks {
  readonly project: NoteLink
  readonly day: NoteLink
  /** The session before it in the same project. */
  readonly previous: NoteLink | undefined
  /** What it was resumed or forked from. */
  readonly continues: readonly NoteLink[]
  /** Another session that holds all of this one, and tells it. */
  readonly heldBy: NoteLink | undefined
  readonly related: readonly (NoteLink & { readonly why: string })[]
}
