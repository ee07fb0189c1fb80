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
  /** How often it asks for the status, which says what a refused commit says. */
  readonly statuses: number
}

/** One `git commit` of it. */
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
}

const MAX_LINE = 20_000
const MAX_SUBJECT = 200

export function readCommitLine(command: string): CommitLine {
  const line = command.slice(0, MAX_LINE)
  const lines = readPipelines(line, {})
  const steps: CommitStep[] = []
  lines.forEach((pipeline, at) => {
    const args = gitArguments(pipeline)
    if (args[0] !== 'commit' || args.some(arg => RUNS_NOTHING.test(arg))) return
    const behind = lines.slice(at + 1)
    const next = behind.findIndex(other => gitArguments(other)[0] === 'commit')
    steps.push({
      subject: readSubject(args, line),
      isQuiet: args.some(arg => /^(?:-[a-zA-Z]*q[a-zA-Z]*|--quiet)$/.test(arg)),
      isHeard: pipeline.pipes.length === 0 && pipeline.writesTo.length === 0,
      isSure: !pipeline.isMasked,
      isCertain: !/\b(?:then|else|do)\b/.test(line) && !isConditional(lines[at - 1]),
      isShown: behind.slice(0, next < 0 ? undefined : next).some(other => SHOWS.test(gitArguments(other)[0] ?? '')),
    })
  })
  return { steps, statuses: lines.filter(pipeline => gitArguments(pipeline)[0] === 'status').length }
}

const RUNS_NOTHING = /^(?:--dry-run|--help|-h)$/
const SHOWS = /^(?:log|show|rev-parse|push|reflog)$/

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

/** `announced`: how many git printed itself. An empty hash: nothing shows it. */
export function findQuietCommits(
  { steps, statuses }: CommitLine,
  { output, isOk, announced }: { readonly output: string; readonly isOk: boolean; readonly announced: number },
): readonly CommitText[] {
  if (steps.length === 0 || announced > 0) return []
  const shown = listShown(output)
  const isRefused = (output.match(NOTHING) ?? []).length > statuses || STOPPED.test(output)
  return steps.flatMap((step, at) => {
    const { subject, isShown } = step
    const named = subject === undefined ? undefined : shown.find(one => one.subject === subject)
    if (named && !isRefused) return [{ ...named, subject }]
    const newest = isShown && at === steps.length - 1 ? shown[0] : undefined
    const isOther = subject !== undefined && newest?.subject !== undefined && newest.subject !== subject
    const isDenied = isRefused || isOther || FAULT.test(output)
    if (!isOk || !isMade(step, output, isDenied)) return []
    return [{ sha: newest?.sha ?? '', subject: newest?.subject ?? subject, branch: newest?.branch }]
  })
}

/** Where git speaks and is heard, it would have announced a commit that it made. */
function isMade({ isQuiet, isHeard, isSure, isCertain }: CommitStep, output: string, isDenied: boolean): boolean {
  if (!isDenied && COUNTS.test(output)) return true
  if (!isCertain || (!isQuiet && isHeard)) return false
  return isSure || (isHeard && !isDenied)
}

/** What git prints below the line that announces a commit. */
const COUNTS = /^ \d+ files? changed(?:, \d+ (?:insertions?|deletions?)\([+-]\)){1,2}$|^ (?:create|delete) mode \d{6} /m
/** Quiet or not, this is said where there is nothing to commit, and by `git status`. */
const NOTHING = /^(?:nothing (?:added )?to commit|no changes added to commit)/gm
const STOPPED =
  /^aborting commit|^\*\*\* please tell me who you are|\bhook (?:declined|failed|exited)\b|\bscript failed \(code \d|^- hook id: /im
const FAULT = /^(?:fatal|error): /m

interface Shown {
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

/** Commits as `git log`, `git show`, `git rev-parse` and `git push` print them, in order. */
function listShown(output: string): readonly Shown[] {
  const lines = output.split('\n', MAX_LINES)
  return lines.flatMap((line, at) => {
    const [, one, names, words] = ONE_LINE.exec(line) ?? []
    if (one !== undefined) return [{ sha: one, subject: words?.trim() || undefined, branch: branchOf(names) }]
    const [, whole, refs] = HEADER.exec(line) ?? []
    if (whole !== undefined) {
      const subject = lines.slice(at + 1, at + 8).find(other => /^ {4}\S/.test(other))
      return [{ sha: whole, subject: subject?.trim(), branch: branchOf(refs) }]
    }
    const [, pushed, branch] = PUSHED.exec(line) ?? []
    return pushed === undefined ? [] : [{ sha: pushed, subject: undefined, branch }]
  })
}

const MAX_LINES = 2000
const ONE_LINE = /^(?:\* )?(?=\S*[a-f]|\S{40}\b|\d{7,10}(?: |$))([0-9a-f]{7,40})(?: \(([^)]*)\))?(?: (?:- )?(\S.*))?$/
const HEADER = /^commit ([0-9a-f]{40})(?: \((.*)\))?$/
const PUSHED = /^\s+\+? ?[0-9a-f]{7,40}\.{2,3}([0-9a-f]{7,40})\s+(\S+) -> \S+/

function branchOf(names: string | undefined): string | undefined {
  return /HEAD -> ([^,]+)/.exec(names ?? '')?.[1]
}
