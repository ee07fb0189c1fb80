import type { ReadStream, WriteStream } from 'node:tty'
import { readConfig } from '../../config/config-file.ts'
import { configPath, keepFolder } from '../../config/folders.ts'
import type { Config } from '../../config/settings.ts'
import { keepPaths } from '../../ingest/keep-paths.ts'
import { hasArchive } from '../../query/has-archive.ts'
import { listAllSources } from '../../source/discover.ts'
import { findRoots, type RootEnvironment } from '../../source/roots.ts'
import type { App } from './app.ts'
import { createColors } from './colors.ts'
import { nameCommand, nameProgram } from './command-name.ts'
import type { CommandRequest, CommandRow } from './define-command.ts'
import { openDemo } from './demo.ts'
import type { Output } from './output.ts'

/** The process as the entry point found it. */
export interface Process {
  /** Without the program's own name. */
  readonly argv: readonly string[]
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  readonly cwd: string
  readonly home: string
  readonly temporaryDir: string
  readonly stdout: Pick<WriteStream, 'isTTY' | 'columns'> & NodeJS.WriteStream
  readonly stderr: Pick<WriteStream, 'isTTY' | 'columns'> & NodeJS.WriteStream
  readonly stdin: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream
  readonly packageDir: string
  readonly executable: readonly string[]
  readonly version: string
  readonly threads: number
  readonly signal: AbortSignal
  now(): number
  /** Runs when the process ends, however it ends. */
  onExit(callback: () => void): void
  /** Ctrl-c ends the process at once until this says otherwise. */
  setInterrupts(how: NonNullable<CommandRow['interrupts']>): void
}

/** Everything a command gets, complete and checked. */
export function createApp(
  host: Process,
  outputs: { readonly out: Output; readonly err: Output },
  asked: { readonly row: CommandRow; readonly global: CommandRequest['options'] },
): App {
  const machine = { platform: host.platform, home: host.home, env: host.env, cwd: host.cwd }
  const path = configPath(machine)
  const config = asked.row.ignoresConfig ? {} : readConfig(path)
  const { global } = asked
  const color = usesColor(host, config, global)
  const named = global.root as readonly string[] | undefined
  const own: RootEnvironment = {
    home: host.home,
    platform: host.platform,
    variables: host.env,
    workingFolder: host.cwd,
    override: named ?? config.roots,
    overrideBy: named ? '--root' : 'roots',
  }
  const keepDir = keepFolder(machine)
  const wantsDemo = global.demo === true || (global['demo-if-empty'] === true && !named && isEmpty(own, keepDir))
  const demo = wantsDemo ? openDemo(host) : undefined
  if (demo) {
    host.onExit(demo.remove)
    outputs.err.line(demo.notice)
  }
  const isInteractive = host.stdout.isTTY === true && host.stderr.isTTY === true && host.stdin.isTTY === true
  const width = config.width ?? (host.stdout.columns || columnsOf(host.env))
  return {
    env: host.env,
    platform: host.platform,
    cwd: host.cwd,
    home: host.home,
    now: host.now,
    ...outputs,
    isTerminal: host.stdout.isTTY === true,
    isInteractive,
    opensScreen: isInteractive && host.env.TERM !== 'dumb' && global.plain !== true && global.json !== true,
    get input() {
      return host.stdin
    },
    progressColumns: drawsProgress(host) ? host.stderr.columns || WIDTH_OF_TERMINALS : undefined,
    columns: width ?? WIDTH_OF_PIPES,
    tableColumns: width ?? WIDTH_OF_PIPED_TABLES,
    color,
    colors: createColors(color),
    json: global.json === true,
    config,
    configPath: path,
    keepDir: demo?.keepDir ?? keepDir,
    roots: demo ? { ...own, override: [demo.root] } : own,
    packageDir: host.packageDir,
    executable: host.executable,
    version: host.version,
    isDemo: demo !== undefined,
    programName: nameProgram(host.env),
    commandName: nameCommand(nameProgram(host.env), global, demo !== undefined),
    threads: host.threads,
    signal: host.signal,
  }
}

/** Nobody says how wide a pipe or a file is: not too much for reading, and enough for every column of a table. */
const WIDTH_OF_TERMINALS = 80
const WIDTH_OF_PIPES = 100
const WIDTH_OF_PIPED_TABLES = 160

/** An explicit no always wins; then the config; then whether somebody is looking. */
function usesColor(host: Process, config: Config, global: CommandRequest['options']): boolean {
  if (global['no-color'] === true || global.json === true || host.env.NO_COLOR) return false
  if (config.color === 'never') return false
  if (config.color === 'always' || (host.env.FORCE_COLOR && host.env.FORCE_COLOR !== '0')) return true
  return host.stdout.isTTY === true && host.env.TERM !== 'dumb'
}

function drawsProgress(host: Process): boolean {
  return host.stderr.isTTY === true && host.env.TERM !== 'dumb'
}

function columnsOf(env: Process['env']): number | undefined {
  const columns = Number(env.COLUMNS)
  return Number.isInteger(columns) && columns >= 20 ? columns : undefined
}

/** Neither on disk nor kept. */
function isEmpty(roots: RootEnvironment, keepDir: string): boolean {
  return !hasArchive(keepPaths(keepDir).archive) && listAllSources(findRoots(roots).roots).sources.length === 0
}
