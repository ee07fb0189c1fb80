import { remember } from '../../text/remember.ts'
import { PREPARES, readPipelines } from '../../text/shell/read-pipelines.ts'

/** One command of a command line, without what only prepares it, cuts its output or changes how much it says. */
export interface ShellStep {
  readonly program: string
  /** Subcommands: plain words before the first option or path. */
  readonly names: readonly string[]
  /** Plain words behind an option: its value, for most programs. */
  readonly values: readonly string[]
  /** What it works on: all other arguments that are no options. */
  readonly targets: readonly string[]
  /** Files that its output is sent to. */
  readonly writesTo: readonly string[]
  /** Where the line itself went before it; undefined for where it stood. */
  readonly folder: string | undefined
  /** The exit code of the line says nothing about it: its output went through a pipe, or the line went on regardless. */
  readonly isMasked: boolean
}

/** The commands of a line that say what it was for: those that only prepare are left out where there are others. */
export const readShellLine: (line: string) => readonly ShellStep[] = remember(parseShellLine)

function parseShellLine(line: string): readonly ShellStep[] {
  const steps: ShellStep[] = []
  const prepares: ShellStep[] = []
  let folder: string | undefined
  for (const { words, writesTo, isMasked } of readPipelines(line, { mayLackLineEnds: true, keepsEnvironments: true })) {
    const [program = '', ...args] = words
    if (program === '') continue
    if (program === 'cd') folder = args[0]?.startsWith('-') || args[0]?.includes('..') ? undefined : args[0]
    const step = { program, ...divideArguments(program, args), writesTo, folder, isMasked }
    const isPreparing = PREPARES.has(program) || (program === 'git' && PREPARES_COMMIT.has(step.names[0] ?? ''))
    if (isPreparing) prepares.push(step)
    else steps.push(step)
  }
  return steps.length > 0 ? steps : prepares
}

const PREPARES_COMMIT = new Set(['add', 'status', 'diff', 'log'])

/** True where `later` did at least what `failed` was to do. */
export function coversRun(later: readonly ShellStep[], failed: readonly ShellStep[]): boolean {
  return failed.length > 0 && failed.every(step => later.some(other => coversStep(other, step)))
}

function coversStep(later: ShellStep, failed: ShellStep): boolean {
  if (later.program !== failed.program || !isSameFolder(later.folder, failed.folder)) return false
  if (readsScript(later)) return false
  if (isEqual(wordsOf(later), wordsOf(failed))) return true
  if (!isEqual(later.names, failed.names)) return false
  const isCheck = isCheckStep(later)
  const isWider = later.values.every(value => failed.values.some(other => other.includes(value)))
  if (!isEqual(later.values, failed.values) && !(isCheck && isWider)) return false
  if (isCheck && later.targets.every(target => EVERYTHING.has(target))) return true
  if (failed.targets.length === 0) return later.targets.length === 0
  return failed.targets.every(target =>
    later.targets.some(other => isSameTarget(other, target) || (isCheck && isPartOf(target, other))),
  )
}

/** One of them may be named from the root: `test/a.py` is `/home/me/app/test/a.py`. A bare name may be any file's. */
function isSameTarget(a: string, b: string): boolean {
  if (a === b) return true
  const [whole, part] = ROOTED.test(a) ? [a, b] : [b, a]
  return ROOTED.test(whole) && !ROOTED.test(part) && /[\\/]/.test(part) && whole.endsWith(`/${part}`)
}

const ROOTED = /^(?:[A-Za-z]:)?[\\/]|^~\//

/** `python3 - <<EOF`: what it ran stands nowhere in the step, and may be anything. */
function readsScript({ program, names, values, targets }: ShellStep): boolean {
  const words = [program, ...names].filter(name => name !== '-')
  return values.length + targets.length === 0 && INTERPRETER.test(words.at(-1) ?? '')
}

const INTERPRETER =
  /^(?:\S*\/)?(?:node|tsx|ts-node|deno|bun|python[\d.]*|py|ruby|perl|php|lua|Rscript|julia|osascript)$/
const RUNS_SCRIPT = /^(?:-c|-e|-p|-r|--eval|--print)$/

/** It builds, tests or checks something, by its name. */
export function isCheckStep({ program, names }: ShellStep): boolean {
  return CHECKS.test([program, ...names].join(' '))
}

/** Runs that look at everything where they are told nothing, and at all of a folder: a wider one covers a narrower one. */
const CHECKS =
  /(?:^|[ :-])(?:tests?|check|lint|build|vet|compile|typecheck|type-check|clippy|pytest|vitest|jest|mocha|tsc|mypy|pyright|ruff|eslint|biome|rspec|phpunit|tox|nox|ctest)(?:$|[ :-])/
const EVERYTHING = new Set(['...', '.', '*'])

function isPartOf(target: string, whole: string): boolean {
  return (
    EVERYTHING.has(whole) ||
    target.startsWith(`${whole.replace(/\/\.\.\.$/, '')}/`) ||
    target.startsWith(`${whole}:`) ||
    isSameTarget(whole, target.split('::', 1)[0] ?? '')
  )
}

/** A line that does not say where it ran was where one before it went. */
function isSameFolder(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return true
  const [long, short] = [a, b]
    .map(folder => `/${folder.replace(/^\.\/|(?<!\/)\/+$/g, '')}`)
    .sort((x, y) => y.length - x.length)
  return long?.endsWith(short ?? '') === true
}

function wordsOf({ names, values, targets }: ShellStep): readonly string[] {
  return [...names, ...values, ...targets]
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at])
}

function divideArguments(program: string, args: readonly string[]): Pick<ShellStep, 'names' | 'values' | 'targets'> {
  const names: string[] = []
  const values: string[] = []
  const targets: string[] = []
  let option = ''
  let isName = true
  for (const arg of args) {
    if (/^[-+]./.test(arg)) {
      option = arg
      isName = false
      continue
    }
    const isPlain = !/[/\\.*\s]/.test(arg)
    const isValue = option !== '' && option !== '--'
    // Counts, messages and other texts differ from run to run.
    const isText = isValue && (/\s|^\d+$/.test(arg) || (program === 'git' && /^-\w*[mF]$|^--message$/.test(option)))
    const isScript = isValue && RUNS_SCRIPT.test(option) && INTERPRETER.test(names.at(-1) ?? program)
    option = ''
    isName &&= isPlain
    if (isScript) targets.push(arg)
    else if (isText) continue
    else if (isName) names.push(arg)
    else if (isValue && isPlain) values.push(arg)
    else targets.push(arg.replace(/^\.\/(?=.)|(?<=[^/])\/+$/g, ''))
  }
  return { names, values, targets }
}
