import { CommanderError } from 'commander'
import { shorten } from '../../text/head.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { suggest } from '../../text/suggest.ts'
import { UserError } from '../../user-error.ts'
import type { App, Outcome } from './app.ts'
import { nameCommand, nameProgram } from './command-name.ts'
import { COMMANDS, OVERVIEW } from './command-table.ts'
import { createApp, type Process } from './create-app.ts'
import type { CommandRequest, CommandRow } from './define-command.ts'
import { createOutput, type Output, OutputClosed } from './output.ts'
import { choosePager, openLater, openPager, type Pager } from './pager.ts'
import { buildProgram, HelpAsked } from './program.ts'
import { reportError } from './report-error.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'
import { findCommand, protectText, splitPairs } from './text-arguments.ts'

/** Runs one command line and gives the exit code: 0 done or found, 1 nothing found or findings, 2 failed, 130 interrupted. */
export async function main(host: Process): Promise<number> {
  const out = createOutput(host.stdout)
  const err = createOutput(host.stderr)
  let asked: Asked | undefined
  try {
    asked = await parse(host, out)
    const code = asked ? exitCodeOf(await runCommand(host, { out, err }, asked)) : 0
    await out.settled()
    return code
  } catch (error) {
    if (error instanceof OutputClosed) return 0
    try {
      const program = nameProgram(host.env)
      const command = nameCommand(program, asked?.global ?? {}, asked?.global.demo === true)
      reportError(err, error, { names: { program, command }, isDebugging: host.env.BACKSCROLL_DEBUG === '1' })
    } catch {
      // Nobody reads stderr any more: the exit code still tells.
    }
    return error instanceof UserError && error.code === 'interrupted' ? EXIT_CODES.interrupted : 2
  }
}

function exitCodeOf(outcome: Outcome): number {
  return typeof outcome === 'string' ? EXIT_CODES[outcome] : outcome.exitCode
}

const EXIT_CODES: { readonly [Key in Extract<Outcome, string>]: number } = {
  done: 0,
  found: 0,
  nothing: 1,
  findings: 1,
  incomplete: 2,
  interrupted: 130,
}

interface Asked {
  readonly row: CommandRow
  readonly request: CommandRequest
  readonly global: CommandRequest['options']
  /** About words that look like options, for stderr. */
  readonly notes: readonly string[]
}

/** Undefined when help or the version was asked for and printed. */
async function parse(host: Process, out: Output): Promise<Asked | undefined> {
  let asked: Asked | undefined
  let notes: readonly string[] = []
  const program = buildProgram({
    version: host.version,
    onCommand(row, request, global) {
      if (!row) requireNoWords(request)
      asked = { row: row ?? OVERVIEW, request, global, notes }
    },
  })
  for (const command of [program, ...program.commands]) command.configureOutput({ writeOut: text => out.write(text) })
  try {
    const text = protectText(withoutHelpCommand(orOpen(host.argv)), COMMANDS, GLOBAL_OPTIONS)
    notes = text.notes
    program.parse([...splitPairs(text.argv, COMMANDS, GLOBAL_OPTIONS)], { from: 'user' })
  } catch (error) {
    if (error instanceof HelpAsked) {
      await printHelp(out, error, Math.min(host.stdout.columns ?? 80, 100))
      return undefined
    }
    if (error instanceof CommanderError && error.exitCode === 0) return undefined
    throw error
  }
  return asked
}

async function printHelp(out: Output, { row }: HelpAsked, columns: number): Promise<void> {
  const { formatCommandHelp, formatHelp } = await import('./help.ts')
  out.write(row ? formatCommandHelp(row, columns) : formatHelp(columns))
}

/** `npm start` opens the page where no command is named, and takes its options. */
function orOpen(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--or-open')
  if (at < 0) return argv
  const rest = argv.toSpliced(at, 1)
  const options = COMMANDS.find(({ name }) => name === 'open')?.options ?? []
  const isNamed = findCommand(rest, [...GLOBAL_OPTIONS, ...options]) < rest.length
  return isNamed || rest.some(text => NO_COMMAND.has(text)) ? rest : ['open', ...rest]
}

const NO_COMMAND: ReadonlySet<string> = new Set(['-h', '--help', '-V', '--version'])

/** `help show` is `show --help`. */
function withoutHelpCommand(argv: readonly string[]): string[] {
  const [first, name, ...rest] = argv.slice(findCommand(argv, GLOBAL_OPTIONS))
  if (first !== 'help') return [...argv]
  if (name === undefined || name.startsWith('-')) return ['--help']
  if (!COMMANDS.some(row => row.name === name)) throw unknownCommand(name)
  return [name, ...rest, '--help']
}

function requireNoWords(request: CommandRequest): void {
  const word = (request.args.words as readonly string[])[0]
  if (word !== undefined) throw unknownCommand(word)
}

function unknownCommand(word: string): UserError {
  const near = suggest(
    word,
    COMMANDS.map(row => row.name),
  )
  return new UserError({
    code: 'unknown-command',
    message: `there is no command "${shorten(word)}"`,
    hint: near ? `Did you mean \`backscroll ${near}\`?` : 'Run `backscroll --help` to see the commands.',
  })
}

async function runCommand(host: Process, outputs: { out: Output; err: Output }, asked: Asked): Promise<Outcome> {
  requireJson(asked)
  for (const note of asked.notes) outputs.err.line(`backscroll: ${sanitizeLine(note)}`)
  const app = createApp(host, outputs, asked)
  const { run } = await asked.row.load()
  if (asked.row.interrupts) host.setInterrupts(asked.row.interrupts)
  const pager = wantsPager(app, asked) ? startPager(app) : undefined
  if (!pager) return await run(app, asked.request)
  host.setInterrupts('ignore')
  try {
    return await run({ ...app, out: pager.out }, asked.request)
  } finally {
    await pager.close()
  }
}

/** A program that asks for JSON must not be given something else. */
function requireJson({ row, global }: Asked): void {
  if (global.json !== true || row.hasJson) return
  throw new UserError({
    code: 'no-json',
    message: `\`${row.name}\` prints no JSON`,
    hint: `Leave out --json; \`backscroll ${row.name} --help\` shows what it takes.`,
  })
}

function wantsPager(app: App, { row, global }: Asked): boolean {
  return row.isPaged === true && app.isTerminal && !app.json && global['no-pager'] !== true && global.plain !== true
}

function startPager(app: App): Pager | undefined {
  const command = choosePager(app.env, app.config)
  return command === undefined ? undefined : openLater(() => openPager(command, app.env, app))
}
