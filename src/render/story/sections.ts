import type { ActivityKind } from '../../narrative/activity-kinds.ts'
import type { Activity, Place, Results, Story, TestResult } from '../../narrative/story.ts'
import { clip } from '../../text/clip.ts'
import { formatInteger, formatNumberOf } from '../../text/count.ts'
import { shortSha } from '../../text/short-sha.ts'

/** What a story says, in parts and lines, decided once: every format draws the same. Texts are as recorded: hostile. */
export interface StorySection {
  readonly id: SectionId
  readonly title: string
  readonly items: readonly StoryItem[]
}

export type SectionId =
  | 'done'
  | 'files'
  | 'commits'
  | 'tests'
  | 'decisions'
  | 'questions'
  | 'plans'
  | 'errors'
  | 'corrections'
  | 'open'

export interface StoryItem {
  readonly text: string
  /** Stands behind or below it, less loud. */
  readonly detail: string | undefined
  readonly mark: 'good' | 'bad' | 'open' | undefined
  /** The entries that back it. */
  readonly places: readonly Place[]
  /** The file it is about, as recorded. */
  readonly file?: string | undefined
  /** An address outside that it is about: only a safe one may become a link. */
  readonly url?: string | undefined
}

/** Parts without a line are left out. */
export function listSections(results: Results, paths: PathNames = { nameOf: path => path }): readonly StorySection[] {
  const sections: readonly StorySection[] = [
    { id: 'done', title: 'What was done', items: results.activities.map(tellActivity) },
    { id: 'files', title: 'Files', items: listFiles(results, paths) },
    { id: 'commits', title: 'Commits and pull requests', items: listCommits(results) },
    { id: 'tests', title: 'Tests', items: listTests(results, paths) },
    { id: 'decisions', title: 'Decisions', items: listDecisions(results) },
    { id: 'questions', title: 'Questions', items: listQuestions(results) },
    { id: 'plans', title: 'Plans', items: listPlans(results) },
    { id: 'errors', title: 'Errors', items: listErrors(results) },
    { id: 'corrections', title: 'Corrections and interruptions', items: listCorrections(results) },
    { id: 'open', title: 'Left open', items: listOpen(results) },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

/** How a path is called: relative to the project where it lies in it. */
export interface PathNames {
  nameOf(path: string): string
}

/** Paths below the folders of a session, relative to them: to the outermost, so that each name says where it is. */
export function createPathNames(cwds: readonly string[]): PathNames {
  const folders = cwds.map(cwd => `${cwd.replaceAll('\\', '/')}/`).sort((a, b) => a.length - b.length)
  return {
    nameOf(path) {
      const plain = path.replaceAll('\\', '/')
      const folder = folders.find(known => known !== '/' && plain.startsWith(known))
      return folder === undefined ? path : plain.slice(folder.length)
    },
  }
}

const ACTIVITY_WORDS: { readonly [kind in ActivityKind]: string } = {
  explored: 'Explored',
  planned: 'Planned',
  wrote: 'Wrote new files',
  edited: 'Edited',
  ran: 'Ran commands',
  tested: 'Ran tests',
  debugged: 'Debugged',
  built: 'Built and checked',
  committed: 'Committed',
  'opened-pr': 'Opened a pull request',
  reviewed: 'Reviewed',
  delegated: 'Delegated',
  researched: 'Researched',
  configured: 'Configured',
  documented: 'Documented',
  asked: 'Asked',
  tracked: 'Kept a task list',
  'used-tools': 'Used tools',
}

export function nameActivity(kind: ActivityKind): string {
  return ACTIVITY_WORDS[kind]
}

const MAX_SUBJECT = 40

function tellActivity({ kind, count, failed, about, places }: Activity): StoryItem {
  const counted = `${formatNumberOf(count, 'call')}${failed > 0 ? `, ${formatInteger(failed)} failed` : ''}`
  const detail = [counted, about.map(subject => clip(subject, MAX_SUBJECT)).join(', ')]
    .filter(part => part !== '')
    .join(': ')
  return { text: ACTIVITY_WORDS[kind], detail, mark: undefined, places }
}

function listFiles({ files }: Results, { nameOf }: PathNames): readonly StoryItem[] {
  return files.map(({ path, change, edits, added, removed, places }) => {
    const lines = added + removed > 0 ? `+${added} −${removed}` : ''
    const detail = [change === 'changed' ? '' : change, lines, edits > 1 ? `${edits} edits` : ''].filter(
      part => part !== '',
    )
    return { text: nameOf(path), detail: detail.join(', ') || undefined, mark: undefined, places, file: path }
  })
}

function listCommits({ commits, pullRequests }: Results): readonly StoryItem[] {
  return [
    ...commits.map(({ sha, subject, branch, places }) => ({
      text: `${shortSha(sha, 8)}${subject ? ` ${subject}` : ''}`,
      detail: branch === undefined ? undefined : `on ${branch}`,
      mark: undefined,
      places,
    })),
    ...pullRequests.map(({ url, isOpened, places }) => ({
      text: url,
      detail: isOpened ? 'opened here' : 'linked',
      mark: undefined,
      places,
      url,
    })),
  ]
}

/** Runs of the same tests stand once, with how the last one went, however their files were named. */
function listTests({ tests }: Results, paths: PathNames): readonly StoryItem[] {
  return [...Map.groupBy(tests, ({ key }) => nameWords(key, paths))].map(([key, runs]) => {
    const last = runs.at(-1) as TestResult
    const failures = runs.filter(({ outcome }) => outcome === 'failed').length
    const counted = runs.length > 1 ? `${runs.length} runs, ${failures} failed; last: ` : ''
    return {
      text: clip(key, MAX_COMMAND),
      detail: counted + describeRun(last),
      mark: MARKS.get(last.outcome),
      places: runs.flatMap(({ places }) => places.slice(0, 1)),
    }
  })
}

const MAX_COMMAND = 120

function nameWords(line: string, { nameOf }: PathNames): string {
  return line.replace(/(?<!\S)(?:[A-Za-z]:)?[\\/]\S+/g, word => nameOf(word))
}

const MARKS: ReadonlyMap<TestResult['outcome'], StoryItem['mark']> = new Map([
  ['passed', 'good'],
  ['failed', 'bad'],
])

function describeRun({ outcome, passed, failed, skipped, failing }: TestResult): string {
  const counts = [
    passed === undefined ? '' : `${passed} passed`,
    failed === undefined ? '' : `${failed} failed`,
    skipped ? `${skipped} skipped` : '',
  ].filter(part => part !== '')
  const said = counts.length > 0 ? counts.join(', ') : outcome
  return failing.length > 0 ? `${said}: ${failing.join(', ')}` : said
}

const DECIDED_BY = {
  answer: 'your answer',
  plan: 'accepted plan',
  person: 'you said',
  model: 'Claude said',
  refusal: 'you refused',
} as const

function listDecisions({ decisions }: Results): readonly StoryItem[] {
  return decisions.map(({ text, from, about, takenBack, places }) => {
    const by = about === undefined || about === text ? DECIDED_BY[from] : `${DECIDED_BY[from]}: ${about}`
    const detail = takenBack ? `${by}; later: ${takenBack.text}` : by
    return { text, detail, mark: undefined, places: takenBack ? [...places, ...takenBack.places] : places }
  })
}

function listQuestions({ questions }: Results): readonly StoryItem[] {
  return questions.map(({ question, answer, places }) => ({
    text: question,
    detail: answer === undefined ? 'not answered' : answer,
    mark: answer === undefined ? ('open' as const) : undefined,
    places,
  }))
}

function listPlans({ plans }: Results): readonly StoryItem[] {
  return plans.map(({ version, title, verdict, feedback, places }) => ({
    text: `Version ${version}${title ? `: ${title}` : ''}`,
    detail: feedback ? `${verdict}: ${feedback}` : verdict,
    mark: verdict === 'rejected' ? ('bad' as const) : verdict === 'approved' ? ('good' as const) : ('open' as const),
    places,
  }))
}

const ENDINGS = {
  resolved: 'resolved',
  retried: 'something like it worked later',
  abandoned: 'not tried again',
  open: 'not resolved',
} as const

function listErrors({ errors }: Results): readonly StoryItem[] {
  return errors.map(({ message, count, ending, endedAt, places }) => ({
    text: message,
    detail: `${count > 1 ? `${formatInteger(count)} times, ` : ''}${ENDINGS[ending]}`,
    mark: ending === 'open' ? ('bad' as const) : undefined,
    places: endedAt ? [...places, endedAt] : places,
  }))
}

const MAX_NEXT = 120

const CORRECTED_BY = {
  prompt: undefined,
  queued: 'while it worked',
  rejection: 'with a no',
  'plan-feedback': 'to a plan',
  rewind: 'taken back and asked anew',
} as const

function listCorrections({ corrections, interruptions }: Results): readonly StoryItem[] {
  return [
    ...corrections.map(({ text, by, places }) => ({ text, detail: CORRECTED_BY[by], mark: undefined, places })),
    ...interruptions.map(({ during, next, places }) => ({
      text: during === '' ? 'Interrupted' : `Interrupted: ${during}`,
      detail: next === undefined ? undefined : `then: ${clip(next, MAX_NEXT)}`,
      mark: undefined,
      places,
    })),
  ]
}

const OPEN_WORDS = {
  task: 'on the task list',
  tests: undefined,
  promise: 'said in the last answer',
  question: 'waits for your answer',
  plan: 'a plan that waits for a verdict',
  error: 'the last thing done failed',
  interrupted: 'interrupted',
  prompt: 'without an answer',
} as const

function listOpen({ threads }: Results): readonly StoryItem[] {
  return threads.map(({ kind, text, places }) => ({ text, detail: OPEN_WORDS[kind], mark: 'open' as const, places }))
}

/** The summary as one paragraph. */
export function summaryOf({ summary }: Pick<Story, 'summary'>): string {
  return summary.map(({ text }) => text).join(' ')
}
