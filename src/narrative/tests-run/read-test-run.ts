import { stripAnsi } from '../../text/ansi.ts'
import { clip } from '../../text/clip.ts'
import { remember } from '../../text/remember.ts'
import { readShellSteps, type ShellStep } from './shell-steps.ts'
import { RUNNERS } from './table.ts'
import { classifyStep, type TestCommand } from './test-commands.ts'
import type { TestCounts } from './test-runner.ts'
import { saysNoneRan } from './told-scripts.ts'

/** What a run of tests printed. */
export interface TestReading {
  /** `tests` where only the command tells. */
  readonly runner: string
  readonly outcome: 'passed' | 'failed' | 'unknown'
  readonly passed: number | undefined
  readonly failed: number | undefined
  readonly skipped: number | undefined
  /** Names of tests that failed, up to five, each of at most 120 characters. */
  readonly failing: readonly string[]
}

/** Most of what is printed stands in the end of it, and the summary always does. */
const MAX_READ = 64_000
const MAX_FAILING = 5
const MAX_NAME = 120

/**
 * `command` is one line; `output` what it printed, of which the end matters; `isError`: it ended with an exit code other
 * than 0. A summary counts for more than the exit code, which may be that of a pipe. Undefined where no tests ran.
 */
export function readTestRun(command: string, output: string, isError: boolean): TestReading | undefined {
  if (!MAY_TEST.test(command)) return undefined
  const found = findTestStep(command)
  if (!found || NEVER_RAN.test(output.slice(0, 300))) return undefined
  const { step, says } = found
  const named = says.kind === 'runs' ? says.runner : undefined
  const lines = listLines(output)
  const read = readSummary(lines, named)
  if (read && (says.kind === 'runs' || !read.counts.isUnbuilt))
    return buildReading(read.runner, read.counts, findCut(step, output, lines.length))
  if (says.kind !== 'runs' || NOT_FOUND.test(output.slice(0, 2000)) || RAN_NOTHING.test(output.slice(-2000)))
    return undefined
  if (saysNoneRan(lines, isError) || (output.trim() === '' && step.words.includes('--if-present'))) return undefined
  // It is not known whether it was the tests that failed.
  if (isError && step.isGuarded) return undefined
  const start = output.slice(0, 300)
  const isOwn = !(isError && (step.isFollowed || STOPPED.test(start)))
  const isTold = !step.isMasked && !STILL_RUNS.test(start) && isOwn
  const outcome = !isTold ? 'unknown' : isError ? 'failed' : 'passed'
  return { runner: named ?? 'tests', outcome, passed: undefined, failed: undefined, skipped: undefined, failing: [] }
}

/** What makes two runs the same tests: the command without what only changes where it runs and how it is shown. */
export const testKey: (command: string) => string = remember(makeTestKey)

function makeTestKey(command: string): string {
  const steps = readShellSteps(command)
  const tests = steps.filter(step => classifyStep(step).kind === 'runs')
  const chosen = tests.length > 0 ? tests : steps.filter(step => classifyStep(step).kind === 'may-run')
  const keys = chosen.map(({ words }) => keyOf(words))
  return keys.length > 0 ? [...new Set(keys)].join(' && ') : clip(command, 300)
}

/** Every command that runs tests, or may, has one of these. */
const MAY_TEST =
  /test|unit|spec|jest|mocha|ptw|borp|newman|k6|tox|nox|make|just|task|mise|npm|yarn|bun|rake|gradle|mvn|tap|prove|bats|ava|check|verify|run|docker|\.sh|\.\/|act|composer|nx|turbo|robot|behave|cucumber|cypress|playwright|pest|deno|dotnet|cargo|wtr|karma|ginkgo|wdio|ninja|trial/
const NEVER_RAN =
  /^(?:The user doesn't want to |\[Request interrupted|Permission to use |Claude requested permissions |<tool_use_error>|User rejected|Error: (?:The user|Permission))/
const STILL_RUNS = /^Command (?:running in|was (?:manually )?backgrounded|timed out)|Command timed out after /
/** By a limit of time, or by a signal. */
const STOPPED = /^(?:Error: )?Exit code (?:124|130|137|143)\b/
const NOT_FOUND =
  /command not found|: not found\b|No such file or directory|Missing script|missing script|No module named|ERR_PNPM_NO_SCRIPT|Couldn't find a script|Script not found|No rule to make target|Unknown task|no such command|is not recognized|ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT|could not determine executable|Command "[^"]{1,60}" not found|no tasks? named|error: no such |ENOENT|Cannot connect to the Docker daemon|no such service|service "[^"]{1,60}" is not running|does not contain recipe|\bMSB1003\b/i
const RAN_NOTHING =
  /no tests? (?:ran|to run|files|(?:were |was )?found|collected|executed|specified|match(?:ed)?|is available|suites? found|yet)\b|\bdeselected in |(?:\b|Executed )0 tests? (?:ran|executed|run)|Ran 0 tests|Executed 0 tests|\b0 passing|running 0 tests|^(?:#|ℹ) tests 0$|^1\.\.0\b|\b0 examples, 0 failures|No examples found|\b0 runs, 0 assertions|\b0 tests, 0 failures|\| 0 passed \| 0 failed|^\s*0 pass\n\s*0 fail$|collected 0 items|Nothing to be done for|no spec files were found|Tests are skipped|:test NO-SOURCE|No (?:projects|packages|workspaces) (?:matched|found)|None of the selected packages has a|No tasks were (?:run|executed)/im

/** The last one that runs tests for certain, or the last that may. */
function findTestStep(command: string): { readonly step: ShellStep; readonly says: TestCommand } | undefined {
  const all = readShellSteps(command).map(step => ({ step, says: classifyStep(step) }))
  return all.findLast(({ says }) => says.kind === 'runs') ?? all.findLast(({ says }) => says.kind === 'may-run')
}

function listLines(output: string): readonly string[] {
  const end = output.length > MAX_READ ? output.slice(-MAX_READ) : output
  const plain = /[\x1b\r]/.test(end) ? stripAnsi(end) : end
  return plain.split('\n').map(line => line.replace(PREFIX, '').trimEnd())
}

/** What task runners put before a line: `[test] `, `web:test: `, `packages/web test: `, `web-1  | `. */
const PREFIX =
  /^(?:\[(?!INFO|ERROR|WARN)[\w:/.-]{1,40}\] {1,3}(?:\| )?|[\w@/.-]{1,60}:test[\w:-]{0,20}: |[\w@/.-]{1,60} test[\w:-]{0,20}: |[\w.-]{1,40}-\d{1,4} {1,20}\| )/

/** Of what the command names, if it is there; else of one that failed; else the first. */
function readSummary(
  lines: readonly string[],
  named: string | undefined,
): { readonly runner: string; readonly counts: TestCounts } | undefined {
  const text = lines.join('\n')
  const all = RUNNERS.filter(({ hints }) => hints.some(hint => text.includes(hint))).flatMap(({ name, read }) => {
    const counts = read(lines)
    return counts ? [{ runner: name, counts }] : []
  })
  return all.find(({ runner }) => runner === named) ?? all.find(({ counts }) => counts.outcome === 'failed') ?? all[0]
}

/** Which end of the output is missing, or lines in the middle of it. */
type Cut = 'start' | 'end' | 'lines' | undefined

/** What failed stands in a line of its own: one that says what passed says nothing about it. */
const TELLS_APART: ReadonlySet<string> = new Set(['mocha', 'node --test', 'go test', 'tap', 'bun test'])

function buildReading(runner: string, counts: TestCounts, cut: Cut): TestReading {
  const { passed, failed, skipped } = counts
  const isPart = cut !== undefined && cut !== 'lines' && counts.isPartial === true
  const isUnsure =
    counts.outcome === 'passed' && ((isPart && cut === 'end') || (cut === 'lines' && TELLS_APART.has(runner)))
  const failing = counts.outcome === 'failed' ? counts.failing.slice(0, MAX_FAILING) : []
  return {
    runner,
    outcome: isUnsure ? 'unknown' : counts.outcome,
    passed: isPart ? undefined : passed,
    failed: isPart ? undefined : failed,
    skipped: isPart ? undefined : skipped,
    failing: failing.map(name => clip(name, MAX_NAME)),
  }
}

/** `| head -30` and `| tail -30` cut where as many lines came through; the client cuts what is very long. */
function findCut({ pipes }: ShellStep, output: string, lines: number): Cut {
  for (const [program = '', ...args] of pipes) {
    if (CHOOSES.test(program) && !SEES_FAILURES.test(args.join(' '))) return 'lines'
    if (program !== 'head' && program !== 'tail') continue
    const count = Number(/\d{1,7}/.exec(args.join(' '))?.[0] ?? 10)
    if (lines >= count) return program === 'head' ? 'end' : 'start'
  }
  if (output.startsWith('<persisted-output>')) return 'end'
  return output.length > MAX_READ || CUT_BY_CLIENT.test(output.slice(0, MAX_READ)) ? 'start' : undefined
}

const CHOOSES = /^(?:e|f|z)?grep$|^(?:rg|ag|ack|awk|sed)$/
const SEES_FAILURES = /fail|not ok|error|✗|✖|×/i
const CUT_BY_CLIENT = /\[\d{1,9} (?:characters|chars|lines) truncated\]/

function keyOf(words: readonly string[]): string {
  const isRun = /^(?:npm|pnpm|yarn|bun)$/.test(words[0] ?? '') && words[1] === 'run'
  const plain = isRun && /^test/.test(words[2] ?? '') ? [words[0] as string, ...words.slice(2)] : words
  const kept = plain.filter(
    (word, at) => !SHOWS.test(word) && !(AS_SHOWN.test(plain[at - 1] ?? '') && !word.startsWith('-')),
  )
  return clip((kept.at(-1) === '--' ? kept.slice(0, -1) : kept).join(' '), 300)
}

/** How much is told, in which form, and after how many it stops. */
const SHOWS =
  /^(?:-[vqsx]{1,5}|-ra|-rA|--(?:verbose|quiet|silent|no-header|no-summary|color|colors|no-color|bail|exitfirst|showlocals|nocapture|no-fail-fast|no-cov|no-coverage|verbosity|reporter|tb|maxfail|reporters|logger|log-level)(?:=\S*)?|--capture=no|--color=\S+|--tb=\S+|-count=1|-json|-rf[A-Za-z]*|-failfast)$/
/** The word behind it belongs to it. */
const AS_SHOWN = /^--(?:reporter|reporters|tb|maxfail|verbosity|logger|log-level)$/
