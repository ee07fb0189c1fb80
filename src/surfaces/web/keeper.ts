/** Whoever keeps what is new: a process of its own that syncs, watches and tells. */
export interface Keeper {
  readonly state: KeeperState
  /** Resolves when the sync that is wanted now is done. */
  sync(): Promise<KeeperState>
}

export interface KeeperState {
  /** `starting`: the first look. `syncing`: reading what is new. `watching`: all is kept. `failed`: see `problem`. */
  readonly phase: 'starting' | 'syncing' | 'watching' | 'failed'
  /** There is an index to ask. */
  readonly hasIndex: boolean
  /** While syncing. */
  readonly done: number
  readonly total: number
  /** One sentence and the next step, where something is wrong. */
  readonly problem: string | undefined
  /** ISO 8601; of the last sync that ended. */
  readonly syncedAt: string | undefined
}
