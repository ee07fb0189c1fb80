import type { BackgroundTask, Facts } from './facts.ts'

/** What extractors must look up while they append: kept beside the facts, never part of them. */
export interface FactIndex {
  readonly backgroundTasks: Map<string, BackgroundTask>
  readonly pullRequestUrls: Set<string>
  /** The todo list after the last change of it. */
  todos: readonly TodoItem[]
  /** Subjects of tasks by id: later changes name the id alone. */
  readonly taskSubjects: Map<string, string>
}

export interface TodoItem {
  readonly id: string
  readonly subject: string
  readonly status: string
}

const INDEXES = new WeakMap<Facts, FactIndex>()

export function factIndex(facts: Facts): FactIndex {
  let index = INDEXES.get(facts)
  if (!index) {
    index = {
      backgroundTasks: new Map(),
      pullRequestUrls: new Set(),
      todos: [],
      taskSubjects: new Map(),
    }
    INDEXES.set(facts, index)
  }
  return index
}

/** For facts that were saved: the index goes on with them. */
export function setFactIndex(facts: Facts, index: FactIndex): void {
  INDEXES.set(facts, index)
}
