import { type ChainLine, chainEntry, type Identity, type Json } from './era.ts'
import type { LineSink } from './line-sink.ts'
import type { Random } from './random.ts'

export interface ThreadWriterOptions {
  readonly random: Random
  readonly identity: Identity
  readonly sink: LineSink
  readonly startMs: number
  /** Called with every chain entry: the main file of some versions keeps copies of what agents wrote. */
  readonly onEntry?: ((entry: Json) => void) | undefined
}

type Written = Omit<ChainLine, 'parentUuid' | 'uuid' | 'timestamp'> & { readonly parentUuid?: string | null }

/** Appends the lines of one file: keeps the chain, the clock and the counts. */
export class ThreadWriter {
  readonly identity: Identity
  lastUuid: string | null = null
  nowMs: number
  lines = 0
  progressLines = 0
  promptId: string | undefined
  readonly #random: Random
  readonly #sink: LineSink
  readonly #onEntry: ((entry: Json) => void) | undefined

  constructor(options: ThreadWriterOptions) {
    this.identity = options.identity
    this.nowMs = options.startMs
    this.#random = options.random
    this.#sink = options.sink
    this.#onEntry = options.onEntry
  }

  get bytes(): number {
    return this.#sink.bytes
  }

  /** Writes a chain entry and returns its uuid. */
  chain(line: Written): string {
    const uuid = this.#random.uuid()
    const parentUuid = line.parentUuid === undefined ? this.lastUuid : line.parentUuid
    const timestamp = this.tick(3000)
    const entry = chainEntry(this.identity, { promptId: this.promptId, ...line, parentUuid, uuid, timestamp })
    this.lastUuid = uuid
    this.#onEntry?.(entry)
    this.#write(entry)
    return uuid
  }

  progress(line: Written): void {
    this.progressLines++
    this.chain(line)
  }

  /** Writes a line that is no member of the chain. */
  loose(json: Json): void {
    this.#write(json)
  }

  /** Repeats lines of another file; the chain goes on behind them. */
  copy(lines: readonly string[], lastUuid: string | null): void {
    for (const line of lines) {
      this.lines++
      this.#sink.writeLine(line)
    }
    this.lastUuid = lastUuid
  }

  /** Lets some time pass and returns the new moment. */
  tick(maxMs: number): string {
    this.nowMs += 1 + this.#random.below(maxMs)
    return new Date(this.nowMs).toISOString()
  }

  #write(json: Json): void {
    this.lines++
    this.#sink.writeLine(JSON.stringify(json))
  }
}
