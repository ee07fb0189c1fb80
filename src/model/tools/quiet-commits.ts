import { head } from '../../text/head.ts'
import { type Pipeline, readPipelines } from '../../text/shell/read-pipelines.ts'
import type { CommitText } from './git-output.ts'

/**
 * Commits that git did not announce, because it was told to be quiet or because what it printed went elsewhere:
 * `git commit -q -m "Fix it" && git log --oneline -1`. What is known of them is what the command line says and what the
 * commands behind it show.
 */

/** What a command line does about commits; plain data, kept until its result comes. */
export interface CommitLine {
  readonly steps: readonly CommitStep[]
  /** How often it asks for the status in words, which say what a refused commit says. */
  readonly statuses: number
}

/** One commit of it: `git commit`, or a merge that makes one. */
interface CommitStep {
  /** Of its message, where the line holds that. */
  readonly subject: string | undefined
  /** It says nothing where it works. */
  readonly isQuiet: boolean
  /** What it says is seen: neither sent to a file nor through a pipe. */
  readonly isHeard: boolean
  /** Where the line worked, so did it. */
  readonly isSure: boolean
  /** It ran whatever came before it. */
  readonly isCertain: boolean
  /** Of what stands behind it, up to the next commit: does it show the commit that is the newest then? */
  readonly isShown: boolean
  /** What shows it runs only where it worked. */
  readonly isShownAfter: boolean
  /** Something is sent or fetched behind it, which may fail by itself. */
  readonly isSent: boolean
  /** A merge, of which only a commit that is shown with its subject tells that it was needed. */
  readonly isMerge: boolean
}

const MAX_LINE = 20_000
const MAX_SUBJECT = 200
/** Of a loop. */
const MAX_ROUNDS = 20

export function readCommitLine(command: string): CommitLine {
  const line = command.slice(0, MAX_LINE)
  const lines = readPipelines(line, {})
  const commits = lines.flatMap((pipeline, at) => (isCommit(gitArguments(pipeline)) ? [at] : []))
  const steps = commits.flatMap((at, number) => {
    const behind = lines.slice(at + 1, commits[number + 1])
    return listRounds(lines, at).map(round => readStep(line, round, lines[at - 1], behind))
  })
  return { steps, statuses: lines.filter(pipeline => isStatus(gitArguments(pipeline))).length }
}

/** A loop over words that are written out is as many commits, each with its word. */
function listRounds(lines: readonly Pipeline[], at: number): readonly Pipeline[] {
  const pipeline = lines[at] as Pipeline
  const list = pipeline.blocks.length === 1 ? pipeline.blocks[0] : undefined
  if (list?.kind !== 'list') return [pipeline]
  const named = new RegExp(`\\$(?:${list.name}\\b|\\{${list.name}\\})`, 'g')
  const put = (word: string, value: string): string =>
    /^\w+$/.test(list.name) ? word.replace(named, () => value) : word
  return list.values
    .slice(0, MAX_ROUNDS)
    .map(value => ({ ...pipeline, words: pipeline.words.map(word => put(word, value)), isMasked: true }))
}

function readStep(
  line: string,
  pipeline: Pipeline,
  before: Pipeline | undefined,
  behind: readonly Pipeline[],
): CommitStep {
  const args = gitArguments(pipeline)
  const shows = behind.findIndex(other => SHOWS.test(gitArguments(other)[0] ?? ''))
  const isChained =
    shows >= 0 &&
    [pipeline, ...behind.slice(0, shows)].every(({ after, pipes }) => after === '&&' && pipes.length === 0)
  return {
    subject: readSubject(args, line),
    isQuiet: args.some(arg => /^(?:-[a-zA-Z]*q[a-zA-Z]*|--quiet)$/.test(arg)),
    isHeard: pipeline.pipes.length === 0 && pipeline.writesTo.length === 0,
    isSure: !pipeline.isMasked,
    isCertain: pipeline.blocks.every(({ kind }) => kind === 'list') && !isConditional(before),
    isShown: shows >= 0,
    isShownAfter: isChained,
    isSent: behind.some(other => SENDS.test(gitArguments(other)[0] ?? '')),
    isMerge: args[0] === 'merge',
  }
}

function isCommit(args: readonly string[]): boolean {
  if (args.some(arg => RUNS_NOTHING.test(arg))) return false
  return args[0] === 'commit' || (args[0] === 'merge' && args.some(arg => /^-\w*m$|^--message/.test(arg)))
}

/** The short form lists files and says no word. */
function isStatus(args: readonly string[]): boolean {
  return args[0] === 'status' && !args.some(arg => /^(?:-\w*[sz]\w*|--short|--porcelain(?:=.*)?)$/.test(arg))
}

const RUNS_NOTHING = /^(?:--dry-run|--help|-h|--abort|--squash|--no-commit|--ff-only)$/
const SHOWS = /^(?:log|show|rev-parse|push|reflog)$/
const SENDS = /^(?:push|pull|fetch)$/

/** From the subcommand on; empty for another program. */
function gitArguments({ words }: Pipeline): readonly string[] {
  if (words[0] !== 'git') return []
  let at = 1
  while (words[at]?.startsWith('-')) at += /^(?:-[Cc]|--git-dir|--work-tree|--namespace)$/.test(words[at] ?? '') ? 2 : 1
  return words.slice(at)
}

/** `git diff --quiet || git commit`, `test -n "$x" && git commit`: the line works without it too. */
function isConditional(before: Pipeline | undefined): boolean {
  if (!before || before.after === ';') return false
  return before.after === '||' || /^(?:test|\[|\[\[|grep|rg)$/.test(before.words[0] ?? '')
}

function readSubject(args: readonly string[], line: string): string | undefined {
  for (const [at, arg] of args.entries()) {
    const [, name = '', value] = /^(-[a-zA-Z]*[mF]|--message|--file)(?:=?([\s\S]+))?$/.exec(arg) ?? []
    if (name === '') continue
    const given = value ?? args[at + 1] ?? ''
    return subjectOf(/m$|message$/.test(name) ? readMessage(given) : findDocument(line, given))
  }
  return undefined
}

/** `-m "$(cat <<'EOF' … EOF)"` is a text too; what else a shell would put in is not known. */
function readMessage(word: string): string | undefined {
  const document = /^\$\(\s*cat\s*<<-?\s*(['"\\]?)(\w+)['"]?[^\n]*\n([\s\S]*?)\n?\s*\2\s*\)$/.exec(word)
  const text = document?.[3] ?? word
  return /\$[({]/.test(text) ? undefined : text
}

/** `-F - <<EOF`, or a file that the line wrote before. */
function findDocument(line: string, file: string): string | undefined {
  const name = file === '-' || file === '/dev/stdin' ? 'commit' : file
  for (const [, before = '', , behind = '', text] of line.matchAll(DOCUMENT))
    if (`${before} ${behind}`.includes(name)) return text
  return undefined
}

const DOCUMENT = /^(.*)<<-?\s*['"\\]?(\w+)['"]?(.*)\n([\s\S]*?)\n\s*\2\b/gm

/** The first paragraph, as git prints it. */
function subjectOf(message: string | undefined): string | undefined {
  const [first = ''] = (message ?? '').trim().split(/\n\s*\n/, 1)
  return head(first.replace(/\s+/g, ' ').trim(), MAX_SUBJECT) || undefined
}

/**
 * All commits of a line, in its order: those that git announced and those it did not. An empty hash: nothing shows it.
 * `isKnown`: whether a commit is one that was recorded before.
 */
export function findLineCommits(
  { steps, statuses }: CommitLine,
  result: {
    readonly output: string
    readonly isOk: boolean
    readonly announced: readonly CommitText[]
    readonly isKnown: (sha: string) => boolean
  },
): readonly CommitText[] {
  const { output, isOk, announced, isKnown } = result
  const isTold = (step: CommitStep): boolean =>
    step.subject !== undefined && announced.some(({ subject }) => subject === step.subject)
  const left = announced.filter(({ subject }) => subject === undefined || !steps.some(step => step.subject === subject))
  const loud = steps.filter(step => !isTold(step) && !step.isQuiet && step.isHeard).length
  // More than the line makes as far as we can read it: then we cannot say of what it is quiet.
  if (left.length > loud || steps.length === 0) return announced
  const heard = hear(output, statuses)
  const shown = heard.shown.filter(({ sha }) => !announced.some(one => one.sha !== '' && isSame(one.sha, sha)))
  const told = [...announced]
  const quiet = steps.flatMap((step, at): readonly CommitText[] => {
    if (isTold(step) || (!step.isQuiet && step.isHeard && left.length > 0)) return told.splice(0, 1)
    const one = judgeStep(step, at, { steps, shown, heard, isOk, isKnown })
    return one ? [one] : []
  })
  return [...quiet, ...told]
}

interface Judging {
  readonly steps: readonly CommitStep[]
  readonly shown: readonly Shown[]
  readonly heard: Heard
  readonly isOk: boolean
  readonly isKnown: (sha: string) => boolean
}

function judgeStep(step: CommitStep, at: number, judging: Judging): CommitText | undefined {
  const { steps, shown, heard, isOk, isKnown } = judging
  const { subject } = step
  const isNew = ({ sha, line }: Shown): boolean => line < heard.refusedAt && (step.isSure || !isKnown(sha))
  const named = subject === undefined ? undefined : shown.find(one => one.subject === subject)
  if (step.isMerge && heard.isUpToDate) return undefined
  if (named && isNew(named)) return { sha: named.sha, subject, branch: named.branch }
  if (named || step.isMerge) return undefined
  const newest = newestOf(steps, at, shown)
  if (newest && !isNew(newest)) return undefined
  const isOther = subject !== undefined && newest?.subject !== undefined && newest.subject !== subject
  const isDenied =
    isOther || (!newest && heard.refusedAt < Infinity) || (step.isSent ? heard.isFaulty : heard.isFaultyAtAll)
  const isProven = newest !== undefined && step.isShownAfter && !isOther
  const isPassed = isOk || isProven || (step.isSent && heard.isSendingFailed && step.isHeard)
  if (!isPassed || !(isProven || isMade(step, heard, isDenied))) return undefined
  return { sha: newest?.sha ?? '', subject: newest?.subject ?? subject, branch: newest?.branch }
}

/** The one that what stands behind a step shows: in order where each is shown once, else the first behind the last. */
function newestOf(steps: readonly CommitStep[], at: number, shown: readonly Shown[]): Shown | undefined {
  if (!steps[at]?.isShown) return undefined
  const shows = steps.filter(({ isShown }) => isShown).length
  if (shows === shown.length) return shown[steps.slice(0, at).filter(({ isShown }) => isShown).length]
  return shows === 1 && at === steps.findLastIndex(({ isShown }) => isShown) ? shown[0] : undefined
}

/** Where git speaks and is heard, it would have announced a commit that it made. */
function isMade({ isQuiet, isHeard, isSure, isCertain }: CommitStep, heard: Heard, isDenied: boolean): boolean {
  if (!isDenied && heard.isCounted) return true
  if (!isCertain || (!isQuiet && isHeard)) return false
  return isSure || (isHeard && !isDenied)
}

/** What the output of a line says about its commits. */
interface Heard {
  readonly shown: readonly Shown[]
  /** The first line that says a commit was not made; a status in words says the same. */
  readonly refusedAt: number
  readonly isCounted: boolean
  /** Said of a merge that brings nothing. */
  readonly isUpToDate: boolean
  readonly isFaultyAtAll: boolean
  /** Something went wrong beside sending and fetching. */
  readonly isFaulty: boolean
  readonly isSendingFailed: boolean
}

function hear(output: string, statuses: number): Heard {
  const lines = output.split('\n', MAX_LINES)
  const empty = lines.flatMap((line, at) => (NOTHING.test(line) ? [at] : []))
  const stopped = lines.findIndex(line => STOPPED.test(line))
  const faults = lines.filter(line => FAULT.test(line))
  return {
    shown: listShown(lines),
    refusedAt: Math.min(empty.length > statuses ? (empty[0] ?? Infinity) : Infinity, stopped < 0 ? Infinity : stopped),
    isCounted: lines.some(line => COUNTS.test(line)),
    isUpToDate: lines.some(line => line.startsWith('Already up to date')),
    isFaultyAtAll: faults.length > 0,
    isFaulty: faults.some(line => !SENDING.test(line)),
    isSendingFailed: lines.some(line => SENDING.test(line)),
  }
}

/** What git prints below the line that announces a commit. */
const COUNTS = /^ \d+ files? changed(?:, \d+ (?:insertions?|deletions?)\([+-]\)){1,2}$|^ (?:create|delete) mode \d{6} /
/** Quiet or not, this is said where there is nothing to commit, and by `git status`. */
const NOTHING = /^(?:nothing (?:added )?to commit|no changes added to commit)/
const STOPPED =
  /^aborting commit|^\*\*\* please tell me who you are|\bhook (?:declined|failed|exited)\b|\bscript failed \(code \d|^- hook id: /i
const FAULT = /^(?:fatal|error): /
/** What `git push` and `git fetch` say where they fail, of the other side or of the way to it. */
const SENDING =
  /^(?:error: failed to push|error: src refspec|fatal: (?:.*does not appear to be a git|could not read|unable to access|repository .*not found|the current branch .*has no upstream|no configured push|authentication failed|the remote end|.*no such remote|refusing to fetch|not possible to fast-forward))/i

interface Shown {
  /** In the output. */
  readonly line: number
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

/** Commits as `git log`, `git show`, `git rev-parse` and `git push` print them, in order. */
function listShown(lines: readonly string[]): readonly Shown[] {
  return lines.flatMap((line, at) => {
    const [, one, names, words] = ONE_LINE.exec(line) ?? []
    if (one !== undefined) return [{ line: at, sha: one, subject: words?.trim() || undefined, branch: branchOf(names) }]
    const [, whole, refs] = HEADER.exec(line) ?? []
    if (whole !== undefined) {
      const subject = lines.slice(at + 1, at + 8).find(other => /^ {4}\S/.test(other))
      return [{ line: at, sha: whole, subject: subject?.trim(), branch: branchOf(refs) }]
    }
    const [, pushed, branch] = PUSHED.exec(line) ?? []
    return pushed === undefined ? [] : [{ line: at, sha: pushed, subject: undefined, branch }]
  })
}

const MAX_LINES = 2000
const ONE_LINE = /^(?:\* )?(?=\S*[a-f]|\S{40}\b|\d{7,10}(?: |$))([0-9a-f]{7,40})(?: \(([^)]*)\))?(?: (?:- )?(\S.*))?$/
const HEADER = /^commit ([0-9a-f]{40})(?: \((.*)\))?$/
const PUSHED = /^\s+\+? ?[0-9a-f]{7,40}\.{2,3}([0-9a-f]{7,40})\s+(\S+) -> \S+/

function branchOf(names: string | undefined): string | undefined {
  return /HEAD -> ([^,]+)/.exec(names ?? '')?.[1]
}

/** One hash may be short. */
export function isSame(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a)
}
