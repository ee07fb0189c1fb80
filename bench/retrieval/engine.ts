/** Something that finds sessions. Baselines and backscroll are asked the same questions through it. */
export interface Engine {
  readonly name: string
  search(ask: Ask): readonly Found[]
  close(): void
}

export interface Ask {
  readonly text: string
  readonly limit: number
  /** Only sessions of the project with this name. */
  readonly project?: string | undefined
}

/** A session that was found, best first; each once. */
export interface Found {
  /** The session, and others that hold the same passage. */
  readonly sessionIds: readonly string[]
  /** Place in it, where the engine knows one. */
  readonly turn: number | undefined
  readonly agent: string | undefined
  readonly snippet: string
  /** How exactly it fits, where the engine says so. */
  readonly step: string | undefined
  /** What the answer costs a reader, in bytes. */
  readonly bytes: number
}
