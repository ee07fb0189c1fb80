import type { Machine } from '../../../config/folders.ts'

/** What a hook takes from the machine. */
export interface HookHost extends Machine {
  /** Epoch milliseconds. */
  now(): number
  readonly pid: number
  readonly parentPid: number
  /** Node, its options and the script: what runs backscroll again. */
  readonly executable: readonly string[]
  /** Milliseconds since the hook's process began. */
  elapsedMs(): number
  /** What was not delivered by then is not delivered at all. */
  readonly limitMs: number
  /** Called before much code is loaded: it need not be compiled at each start. */
  keepCompiled(): void
  write(text: string): void
}
