/** One command of a command line, without what only prepares it, cuts its output or changes how much it says. */
export interface ShellStep {
  readonly program: string
  /** Subcommands: plain words before the first option or path. */
  readonly names: readonly string[]
  /** Plain words behind an option: its value, for most programs. */
  readonly values: readonly string[]
  /** What it works on: all other arguments that are no options. */
  readonly targets: readonly string[]
  /** Where the line itself went before it; undefined for where it stood. */
  readonly folder: string | undefined
  /** The exit code of the line says nothing about it: its output went through a pipe, or the line went on regardless. */
  readonly isMasked: boolean
}

/** The commands of a line that say what it was for: those that only prepare are left out where there are others. */
export function readShellLine(line: string): readonly ShellStep[] {
  const steps: ShellStep[] = []
  const prepares: ShellStep[] = []
  const stopsOnFailure = /\bset -\w*e/.test(line)
  const seesPipes = line.includes('pipefail')
  const commands = splitCommands(line)
  let folder: string | undefined
  commands.forEach(({ words, isPiped }, at) => {
    const [program = '', ...args] = skipWrappers(words)
    if (program === '') return
    if (program === 'cd') folder = args[0]?.startsWith('-') || args[0]?.includes('..') ? undefined : args[0]
    const goesOn = commands.slice(at).some(({ after }) => after !== '' && after !== '&&')
    const isMasked = (isPiped && !seesPipes) || (goesOn && !stopsOnFailure)
    const step = { program, ...divideArguments(program, args), folder, isMasked }
    const isPreparing = PREPARES.has(program) || (program === 'git' && PREPARES_COMMIT.has(step.names[0] ?? ''))
    if (isPreparing) prepares.push(step)
    else steps.push(step)
  })
  return steps.length > 0 ? steps : prepares
}

const PREPARES = new Set(
  'cd pushd popd source . export set unset echo printf true : sleep pwd clear ulimit umask wait trap mkdir'.split(' '),
)
const PREPARES_COMMIT = new Set(['add', 'status', 'diff', 'log'])

/** True where `later` did at least what `failed` was to do. */
export function coversRun(later: readonly ShellStep[], failed: readonly ShellStep[]): boolean {
  return failed.length > 0 && failed.every(step => later.some(other => coversStep(other, step)))
}

function coversStep(later: ShellStep, failed: ShellStep): boolean {
  if (later.program !== failed.program || !isSameFolder(later.folder, failed.folder)) return false
  if (isEqual(wordsOf(later), wordsOf(failed))) return true
  if (!isEqual(later.names, failed.names)) return false
  const isCheck = CHECKS.test([later.program, ...later.names].join(' '))
  const isWider = later.values.every(value => failed.values.some(other => other.includes(value)))
  if (!isEqual(later.values, failed.values) && !(isCheck && isWider)) return false
  if (isCheck && later.targets.every(target => EVERYTHING.has(target))) return true
  if (failed.targets.length === 0) return later.targets.length === 0
  return failed.targets.every(target =>
    later.targets.some(other => other === target || (isCheck && isPartOf(target, other))),
  )
}

/** Runs that look at everything where they are told nothing, and at all of a folder: a wider one covers a narrower one. */
const CHECKS =
  /(?:^|[ :-])(?:tests?|check|lint|build|vet|compile|typecheck|type-check|clippy|pytest|vitest|jest|mocha|tsc|mypy|pyright|ruff|eslint|biome|rspec|phpunit|tox|nox|ctest)(?:$|[ :-])/
const EVERYTHING = new Set(['...', '.', '*'])

function isPartOf(target: string, whole: string): boolean {
  return (
    EVERYTHING.has(whole) || target.startsWith(`${whole.replace(/\/\.\.\.$/, '')}/`) || target.startsWith(`${whole}:`)
  )
}

/** A line that does not say where it ran was where one before it went. */
function isSameFolder(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return true
  const [long, short] = [a, b]
    .map(folder => `/${folder.replace(/^\.\/|\/+$/g, '')}`)
    .sort((x, y) => y.length - x.length)
  return long?.endsWith(short ?? '') === true
}

function wordsOf({ names, values, targets }: ShellStep): readonly string[] {
  return [...names, ...values, ...targets]
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at])
}

/** Programs that run another one, and keywords before one. */
const WRAPPERS = new Set(
  'sudo time env command nohup npx bunx exec nice timeout if then else do while ! { ('.split(' '),
)

function skipWrappers(words: readonly string[]): readonly string[] {
  let at = 0
  while (at < words.length) {
    const word = words[at] as string
    const isInFront = WRAPPERS.has(word) || /^\w+=/.test(word) || (at > 0 && /^(?:-|\d+[smh]?$)/.test(word))
    if (!isInFront) break
    at++
  }
  const [program = '', option, module, ...rest] = words.slice(at)
  if (/^python[\d.]*$/.test(program) && option === '-m' && module) return [module, ...rest]
  return words.length > at ? [program.replace(/^.*\/\.?bin\//, ''), ...words.slice(at + 1)] : []
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
    option = ''
    isName &&= isPlain
    if (isText) continue
    if (isName) names.push(arg)
    else if (isValue && isPlain) values.push(arg)
    else targets.push(arg.replace(/^\.\/(?=.)|(?<=.)\/+$/g, ''))
  }
  return { names, values, targets }
}

interface Command {
  /** Without quotes and redirections. */
  readonly words: string[]
  isPiped: boolean
  /** What stands between it and the next one: `&&`, `||`, `;`, `&`; empty for the last. */
  after: string
}

/** A rough reading of POSIX shell: enough to compare lines, never to run them. What stands behind a pipe is left out. */
function splitCommands(line: string): readonly Command[] {
  const commands: Command[] = []
  let command: Command = { words: [], isPiped: false, after: '' }
  const end = (after: string): void => {
    if (command.words.length > 0) commands.push({ ...command, after })
    command = { words: [], isPiped: false, after: '' }
  }
  for (const [, separator, word] of line.replace(HERE_DOCUMENT, '$3 ').matchAll(TOKEN)) {
    if (separator === '|' || separator === '|&') command.isPiped = true
    else if (separator !== undefined) end(separator === '\n' ? ';' : separator)
    else if (word !== undefined && !command.isPiped) command.words.push(word.replace(/^(['"])([\s\S]*)\1$/, '$2'))
  }
  end('')
  const last = commands.at(-1)
  return last?.after === ';' ? [...commands.slice(0, -1), { ...last, after: '' }] : commands
}

/** Up to its end mark, which stands on a line of its own, also before the bracket of `$(cat <<EOF …)`. */
const HERE_DOCUMENT = /<<-?[ \t]*(['"\\]?)(\w+)\1([^\n]*)\n[\s\S]*?(?:\n[ \t]*\2(?=[\s)]|$)|$)/g
const QUOTED = String.raw`'[^']*'?|"(?:\\[\s\S]|\$\([^)]*\)|[^"\\])*"?|\$\([^)]*\)?|\x60[^\x60]*\x60?`
/** Redirections and comments first, then what ends a command, then a word; blanks, brackets and the rest are passed by. */
const TOKEN = new RegExp(
  [
    String.raw`\\\n|#[^\n]*|(?:\d|&)?(?:<<<|>>|>\||[<>])(?:&\d|&-|[^\S\n]*(?:${QUOTED}|[^\s;|&()<>])+)`,
    String.raw`(\n|&&|\|\||\|&|;;|[;|&])`,
    String.raw`((?:${QUOTED}|\\[\s\S]|[^\s;|&()<>"'\\\x60])+)`,
  ].join('|'),
  'g',
)
