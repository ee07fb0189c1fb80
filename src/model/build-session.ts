import type { Session } from './session.ts'
import type { OnEntry, SessionBuilder, SiblingHead, ThreadBuilder, ThreadOptions } from './session-builder.ts'
import { SessionModel } from './session-model.ts'

/**
 * Builds a session from the entries of its files. Each file is folded on its own; what joins them (agents to their calls,
 * requests repeated in several files) is decided when the session is asked for, so files may grow in any order.
 */
export function createSessionBuilder(options: { readonly id: string; readonly onEntry?: OnEntry }): SessionBuilder {
  return new ModelBuilder(new SessionModel(options.id), options.onEntry)
}

/** The model and who listens to it: the one can be saved, the other cannot. */
export class ModelBuilder implements SessionBuilder {
  readonly model: SessionModel
  readonly #onEntry: OnEntry | undefined

  constructor(model: SessionModel, onEntry: OnEntry | undefined) {
    this.model = model
    this.#onEntry = onEntry
  }

  openThread(options: ThreadOptions): ThreadBuilder {
    const { model } = this
    const onEntry = this.#onEntry
    const thread = model.openThread(options)
    return { add: entry => model.add(thread, entry, onEntry) }
  }

  setSiblings(siblings: readonly SiblingHead[]): void {
    this.model.setSiblings(siblings)
  }

  addSummary(leafUuid: string, text: string): void {
    this.model.addSummary(leafUuid, text)
  }

  build(): Session {
    return this.model.build()
  }
}
