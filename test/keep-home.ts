import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { main } from '../src/surfaces/cli/main.ts'
import { ENTRY, REPOSITORY, type Result, type RunOptions } from './cli-runner.ts'
import { makeLines, makeTree, ONE, type TreeItem, TWO, toLines, writeItem } from './temp-tree.ts'

/** A machine with transcripts and an archive of its own, for tests of what is kept. */
export interface KeepHome {
  readonly home: string
  /** `<home>/.claude`. */
  readonly config: string
  /** Where the archive is. */
  readonly keep: string
  /** The transcript of session ONE, and its working folder. */
  readonly transcript: string
  readonly work: string
  run(args: readonly string[], options?: RunHereOptions): Promise<Result>
}

export interface RunHereOptions extends RunOptions {
  /** Another folder than the repository for what is built. */
  readonly packageDir?: string
  /** What a person at a terminal types. */
  readonly answer?: string
}

/** Two sessions, ONE with a subagent and other companions; nothing is kept yet. */
export function makeKeepHome(more: { readonly [path: string]: TreeItem } = {}): KeepHome {
  const home = makeTree({ 'work/app/x': '' })
  const work = join(home, 'work', 'app')
  const project = `.claude/projects/${work.replace(/[^a-zA-Z0-9]/g, '-')}`
  const files: { readonly [path: string]: TreeItem } = {
    [`${project}/${ONE}.jsonl`]: makeLines(ONE, { cwd: work, prompt: 'Grow the tomatoes' }),
    [`${project}/${TWO}.jsonl`]: makeLines(TWO, { cwd: work, prompt: 'Water the beans' }),
    [`${project}/${ONE}/subagents/agent-a1.jsonl`]: makeLines(ONE, { cwd: work, isSidechain: true, agentId: 'a1' }),
    [`${project}/${ONE}/tool-results/out.txt`]: 'a long output\n',
    [`.claude/file-history/${ONE}/abc@v1`]: 'before\r\n\xff',
    '.claude/history.jsonl': toLines([
      { display: 'Grow the tomatoes', sessionId: ONE, project: work },
      { display: 'Water the beans', sessionId: TWO, project: work },
    ]),
    ...more,
  }
  for (const [path, item] of Object.entries(files)) writeItem(join(home, path), item)
  return {
    home,
    config: join(home, '.claude'),
    keep: join(home, '.local', 'share', 'backscroll'),
    transcript: join(home, project, `${ONE}.jsonl`),
    work,
    run: (args, options = {}) => runHere(args, { home, ...options }),
  }
}

/** The same with everything kept. */
export async function makeKept(more: { readonly [path: string]: TreeItem } = {}): Promise<KeepHome> {
  const made = makeKeepHome(more)
  const { code, err } = await made.run(['sync'])
  if (code !== 0) throw new Error(`the first sync failed: ${err}`)
  return made
}

/** The whole command line in this process: what a test of many commands costs is mostly starting Node. */
export async function runHere(
  args: readonly string[],
  options: RunHereOptions & { readonly home: string },
): Promise<Result> {
  const [stdout, stderr] = [collect(), collect()]
  const exits: (() => void)[] = []
  const isTTY = options.answer !== undefined
  const stdin = Object.assign(new PassThrough(), { isTTY })
  if (isTTY) stdin.end(options.answer)
  Object.assign(stdout.stream, { isTTY })
  Object.assign(stderr.stream, { isTTY })
  const code = await main({
    argv: args,
    env: { PATH: process.env.PATH ?? '', HOME: options.home, ...options.env },
    platform: process.platform,
    cwd: options.cwd ?? options.home,
    home: options.home,
    temporaryDir: options.home,
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin,
    packageDir: options.packageDir ?? REPOSITORY,
    executable: [process.execPath, ENTRY],
    version: '0.0.0-test',
    threads: 1,
    signal: new AbortController().signal,
    now: Date.now,
    onExit: callback => exits.push(callback),
    setInterrupts: () => {},
  })
  for (const exit of exits) exit()
  return { code, out: stdout.text(), err: stderr.text() }
}

function collect(): { readonly stream: NodeJS.WriteStream; text(): string } {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => text }
}

/** A program on the PATH that writes down how it was called and ends as told. Gives the folder and what it wrote. */
export function makeProgram(name: string, more: { readonly exitCode?: number; readonly says?: string } = {}) {
  const folder = makeTree({})
  const log = join(folder, 'calls.txt')
  const script = `#!/bin/sh\n{ pwd; printf '%s\\n' "$0" "$CLAUDE_CONFIG_DIR" "$@"; echo --; } >> '${log}'\n${more.says ? `echo '${more.says}' >&2\n` : ''}exit ${more.exitCode ?? 0}\n`
  writeFileSync(join(folder, name), script)
  chmodSync(join(folder, name), 0o755)
  return {
    folder,
    /** One list per call: working folder, config folder of the environment, and arguments. */
    calls(): readonly (readonly string[])[] {
      if (!existsSync(log)) return []
      return readFileSync(log, 'utf8')
        .split('--\n')
        .filter(call => call !== '')
        .map(call => {
          const [cwd = '', , config = '', ...args] = call.trimEnd().split('\n')
          return [cwd, config, ...args]
        })
    },
  }
}
