import { ACTIVITY_KINDS } from './activity-kinds.ts'
import type { Correction, Decision, ErrorResult, OpenThread, PlanResult, SignalKind, Story } from './story.ts'

/** Everything a story can find, by name: what docs/narrative.md counts over recorded transcripts, and tests prove. */
export interface Finding {
  readonly name: string
  readonly says: string
  /** How often it is found in a story. */
  count(story: Story): number
}

const ERROR_ENDINGS: { readonly [ending in ErrorResult['ending']]: string } = {
  resolved: 'the same was done again and worked',
  retried: 'something like it worked later',
  abandoned: 'not tried again, the work went on',
  open: 'the last word on the matter',
}

const VERDICTS: { readonly [verdict in PlanResult['verdict']]: string } = {
  approved: 'a plan the person accepted',
  rejected: 'a plan the person refused',
  pending: 'a plan without a verdict',
}

const DECIDED: { readonly [from in Decision['from']]: string } = {
  answer: 'an answer to a question',
  plan: 'an accepted plan',
  person: 'words of the person that settle something',
  model: 'words of the model that say what it chose',
  refusal: 'words with a no',
}

const OPEN: { readonly [kind in OpenThread['kind']]: string } = {
  task: 'on the task list and not done',
  tests: 'tests, builds or checks that failed when they last ran',
  promise: 'said in the last answer to be left to do',
  question: 'a question that waits',
  plan: 'a plan that waits for a verdict',
  error: 'the last thing done failed',
  interrupted: 'stopped, and nothing came after',
  prompt: 'typed and never answered, or broken off at a call',
}

const CORRECTED: { readonly [by in Exclude<Correction['by'], 'queued'>]: string } = {
  prompt: 'typed, also while it worked',
  rejection: 'with a no to a call',
  'plan-feedback': 'with a no to a plan',
  rewind: 'by taking the conversation back',
}

const FIRST_WORDS: ReadonlySet<Story['titleFrom']> = new Set(['prompt', 'plan', 'command', 'teammate'])

const SIGNALS: { readonly [kind in Exclude<SignalKind, 'tokens-per-line'>]: string } = {
  corrections: 'the person corrected it',
  interruptions: 'the person stopped it',
  refusals: 'calls the person said no to',
  retries: 'a file changed again after something failed',
  'open-errors': 'errors not resolved',
  'read-edit-cycles': 'a file edited, read again and edited again',
  'failed-tests': 'runs of tests that failed',
  compactions: 'the context was compacted',
  rewinds: 'the conversation was taken back',
}

export const FINDINGS: readonly Finding[] = [
  { name: 'request', says: 'what the person wanted first', count: ({ request }) => Number(request !== undefined) },
  {
    name: 'title from first words',
    says: 'where nobody chose one',
    count: ({ titleFrom }) => Number(FIRST_WORDS.has(titleFrom)),
  },
  { name: 'summary', says: 'sentences of the paragraph', count: ({ summary }) => summary.length },
  { name: 'tags', says: 'from tools, languages and paths', count: ({ tags }) => tags.length },
  ...ACTIVITY_KINDS.map(kind => ({
    name: `activity: ${kind}`,
    says: 'calls',
    count: ({ activities }: Story) => activities.find(activity => activity.kind === kind)?.count ?? 0,
  })),
  { name: 'files', says: 'changed files', count: ({ files }) => files.length },
  { name: 'commits', says: 'commits made', count: ({ commits }) => commits.length },
  { name: 'pull requests', says: 'opened or linked', count: ({ pullRequests }) => pullRequests.length },
  ...(['passed', 'failed', 'unknown'] as const).map(outcome => ({
    name: `tests: ${outcome}`,
    says: 'runs, as seen in their output',
    count: ({ tests }: Story) => tests.filter(test => test.outcome === outcome).length,
  })),
  ...rowsOf('error', ERROR_ENDINGS, ({ errors }) => errors.map(({ ending }) => ending)),
  { name: 'questions', says: 'asked of the person', count: ({ questions }) => questions.length },
  ...rowsOf('plan', VERDICTS, ({ plans }) => plans.map(({ verdict }) => verdict)),
  ...rowsOf('decision', DECIDED, ({ decisions }) => decisions.map(({ from }) => from)),
  ...rowsOf('open thread', OPEN, ({ threads }) => threads.map(({ kind }) => kind)),
  ...rowsOf('correction', CORRECTED, ({ corrections }) =>
    corrections.map(({ by }) => (by === 'queued' ? 'prompt' : by)),
  ),
  { name: 'interruptions', says: 'the person stopped it', count: ({ interruptions }) => interruptions.length },
  ...rowsOf('signal', SIGNALS, ({ signals }) => signals.map(({ kind }) => kind)),
]

function rowsOf<Kind extends string>(
  name: string,
  kinds: { readonly [kind in Kind]: string },
  list: (story: Story) => readonly string[],
): readonly Finding[] {
  return Object.entries<string>(kinds).map(([kind, says]) => ({
    name: `${name}: ${kind}`,
    says,
    count: story => list(story).filter(found => found === kind).length,
  }))
}
