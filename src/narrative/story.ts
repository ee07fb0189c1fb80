/**
 * narrative/ turns a session into an account of what happened. It is pure: it takes the model and what was noted of texts
 * while they passed (`told/`), reads no file, knows no clock and asks no language model. Every statement names the entries
 * that back it; what cannot be backed is not said. A story is a plain value that JSON holds as it is.
 */
import type { Title } from '../model/session.ts'
import type { ActivityKind } from './activity-kinds.ts'
import type { TestReading } from './tests-run/read-test-run.ts'

/** An entry that backs a statement. */
export interface Place {
  /** Thread, as the tables name it; empty: the main one. */
  readonly agent: string
  /** Number of the entry in its thread. */
  readonly entry: number
  /** Turn of the main thread in which it happened. */
  readonly turn: number
  /** Segment of the main thread in which it happened. */
  readonly segment: number
  readonly uuid?: string | undefined
  /** Epoch milliseconds. */
  readonly at?: number | undefined
}

/** Something worth saying, with what backs it: at least one place. */
export interface Backed {
  /** The first ones, up to five. */
  readonly places: readonly Place[]
}

export interface Sentence extends Backed {
  readonly text: string
}

export interface Story extends Results {
  /** That of the session, as lists show it. */
  readonly title: string
  readonly titleFrom: Title['from']
  /** One paragraph. */
  readonly summary: readonly Sentence[]
  /** What the person wanted first, in their words. */
  readonly request: Sentence | undefined
  /** From tools, languages and paths; small letters, no spaces. */
  readonly tags: readonly string[]
  /** Between compactions, in order. */
  readonly segments: readonly SegmentStory[]
  readonly signals: readonly Signal[]
  readonly measures: Measures
}

/** What came of a session, or of a segment of it. */
export interface Results {
  /** Each kind once, the most frequent first. */
  readonly activities: readonly Activity[]
  /** Changed files, most changed first. */
  readonly files: readonly FileResult[]
  readonly commits: readonly CommitResult[]
  readonly pullRequests: readonly PullRequestResult[]
  /** In the order of their runs. */
  readonly tests: readonly TestResult[]
  readonly errors: readonly ErrorResult[]
  readonly questions: readonly QuestionResult[]
  readonly plans: readonly PlanResult[]
  readonly decisions: readonly Decision[]
  /** What was left open at the end. Of a segment: what of it the session leaves open. */
  readonly threads: readonly OpenThread[]
  readonly corrections: readonly Correction[]
  readonly interruptions: readonly Interruption[]
}

export interface SegmentStory {
  readonly index: number
  /** What ended it. */
  readonly endedBy: 'compaction' | 'end'
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly request: Sentence | undefined
  readonly turns: readonly TurnStory[]
  /** Undefined where the session has one segment: then they are those of the session. */
  readonly results: Results | undefined
}

export interface TurnStory {
  readonly turn: number
  /** Head of the prompt, up to 300 characters; empty for what stands before the first prompt. */
  readonly prompt: string
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  /** In the order in which they began. */
  readonly activities: readonly Activity[]
  /** Sentences of its last answer that tell what was found or done. */
  readonly answer: readonly string[]
  readonly outcome: 'answered' | 'interrupted' | 'failed' | 'open'
  readonly isRewound: boolean
  /** The prompt, and the answer. */
  readonly places: readonly Place[]
}

export interface Activity extends Backed {
  readonly kind: ActivityKind
  /** Calls. */
  readonly count: number
  /** Of those, how many failed. */
  readonly failed: number
  /** What it was about, up to three: names of files, heads of commands, addresses. */
  readonly about: readonly string[]
}

export interface FileResult extends Backed {
  /** As recorded. */
  readonly path: string
  /** `created` where the session made it; `deleted` where it is gone at the end. */
  readonly change: 'created' | 'changed' | 'deleted'
  readonly edits: number
  readonly added: number
  readonly removed: number
}

export interface CommitResult extends Backed {
  /** Empty where nothing shows it. */
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

export interface PullRequestResult extends Backed {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
  /** Opened here, or only named by the client. */
  readonly isOpened: boolean
}

/** One run of tests, as seen in its output. */
export interface TestResult extends Backed, TestReading {
  /** Head of the command line. */
  readonly command: string
  /** What makes two runs the same tests: the command without what only changes how it is shown. */
  readonly key: string
}

/** An error as often as it was met, and how it ended. */
export interface ErrorResult extends Backed {
  /** The line that tells most. */
  readonly message: string
  readonly source: 'tool' | 'api' | 'hook' | 'client'
  readonly count: number
  /**
   * `resolved`: the same was done again and worked. `retried`: something like it worked. `abandoned`: nothing like it was
   * done again. `open`: it was the last word on the matter.
   */
  readonly ending: 'resolved' | 'retried' | 'abandoned' | 'open'
  /** What shows the ending. */
  readonly endedAt: Place | undefined
}

export interface QuestionResult extends Backed {
  readonly question: string
  readonly options: readonly string[]
  readonly answer: string | undefined
}

export interface PlanResult extends Backed {
  readonly version: number
  readonly title: string | undefined
  readonly verdict: 'approved' | 'rejected' | 'pending'
  readonly feedback: string | undefined
}

export interface Decision extends Backed {
  readonly text: string
  /** `answer`: to a question. `plan`: a plan that was accepted. `person`, `model`: said so in words. `refusal`: a no with words. */
  readonly from: 'answer' | 'plan' | 'person' | 'model' | 'refusal'
  /** What it was about: the question, the title of the plan, what was refused. */
  readonly about: string | undefined
  /** Holds for longer than a choice on the way: always, never, must. */
  readonly isRule: boolean
  /** It was taken back later in the same session: the words that did. */
  readonly takenBack: Sentence | undefined
}

export interface OpenThread extends Backed {
  /**
   * `task`: on the list and not done. `tests`: they failed when they last ran, or a build or a linter did. `promise`: the last answer says that it is left to
   * do. `question`: waits for an answer. `plan`: waits for a verdict. `error`: the last thing done failed. `interrupted`: the
   * person stopped the work and nothing came after it. `prompt`: typed and never answered, or the work broke off at a call.
   */
  readonly kind: 'task' | 'tests' | 'promise' | 'question' | 'plan' | 'error' | 'interrupted' | 'prompt'
  readonly text: string
  /** What tells whether a later session closed it: the subject of a task, the key of tests. */
  readonly key: string
}

/** The person said that what was done is not what they wanted. */
export interface Correction extends Backed {
  readonly text: string
  readonly by: 'prompt' | 'queued' | 'rejection' | 'plan-feedback' | 'rewind'
}

export interface Interruption extends Backed {
  /** What was running: head of the call, or empty. */
  readonly during: string
  /** What the person said next. */
  readonly next: string | undefined
}

/** Something that made the work harder, with its evidence. */
export interface Signal extends Backed {
  readonly kind: SignalKind
  readonly count: number
  /** One sentence, such as `src/a.ts was edited 7 times in turn 3`. */
  readonly text: string
}

export type SignalKind =
  | 'corrections'
  | 'interruptions'
  | 'refusals'
  | 'retries'
  | 'open-errors'
  | 'read-edit-cycles'
  | 'failed-tests'
  | 'compactions'
  | 'rewinds'
  | 'tokens-per-line'

/** Numbers of a session that sessions are compared by. */
export interface Measures {
  readonly turns: number
  readonly toolCalls: number
  readonly activeMs: number
  readonly corrections: number
  /** Without those that only repeat a refusal. */
  readonly interruptions: number
  /** Calls the person said no to without a word; with words they are corrections. */
  readonly refusals: number
  /** Edits of a file again because the last run failed or the last edit did not fit, in one turn. */
  readonly retries: number
  readonly errors: number
  readonly openErrors: number
  /** A file read again as a whole after it was edited, and edited again, in one turn. */
  readonly readEditCycles: number
  readonly testRuns: number
  readonly failedTestRuns: number
  readonly compactions: number
  readonly rewinds: number
  readonly filesChanged: number
  readonly linesAdded: number
  readonly linesRemoved: number
  /** Input that was not in the cache, cache writes and output. */
  readonly tokens: number
  readonly commits: number
  readonly pullRequests: number
  readonly agents: number
}
