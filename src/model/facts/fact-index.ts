import type { BackgroundTask, Facts, HumanInput } from './facts.ts'

/** What extractors must look up while they append: kept beside the facts, never part of them. */
export interface FactIndex {
  readonly backgroundTasks: Map<string, BackgroundTask>
  readonly pullRequestUrls: Set<string>
  /** The todo list after the last change of it. */
  todos: readonly TodoItem[]
  /** Subjects of tasks by id: later changes name the id alone. */
  readonly taskSubjects: Map<string, string>
  readonly queue: InputQueue
}

export interface TodoItem {
  readonly id: string
  readonly subject: string
  readonly status: string
}

/** Text typed while the model was working, in the order it was typed. Cursors only move on, so no step is a search. */
export interface InputQueue {
  readonly items: QueuedItem[]
  /** Items before it have left the queue. */
  first: number
  readonly byText: Map<string, SameText>
}

/** Items with one text: `waiting` stands at the first still in the queue, `unrepeated` at the first no attachment repeats. */
export interface SameText {
  readonly items: QueuedItem[]
  waiting: number
  unrepeated: number
}

export interface QueuedItem {
  /** Undefined for what no person typed, such as a task notification: it has a place in the queue all the same. */
  readonly input: HumanInput | undefined
  hasLeft: boolean
  /** An attachment repeated it, or none can: it became a prompt or went back into the editor. */
  isSettled: boolean
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
      queue: { items: [], first: 0, byText: new Map() },
    }
    INDEXES.set(facts, index)
  }
  return index
}

/** For facts that were saved: the index goes on with them. */
export function setFactIndex(facts: Facts, index: FactIndex): void {
  INDEXES.set(facts, index)
}
