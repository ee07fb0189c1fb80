/**
 * git/ asks a git process about the working tree a person stands in: who last changed a line, what a file was called
 * before. It never writes, never talks to a network, and starts no program that a repository names. What git says is an
 * answer with a reason where there is none: a machine without git, or a folder without a repository, is no failure.
 */
import { execFile } from 'node:child_process'

export interface Git {
  /** The standard output of one call in a folder, or why there is none. */
  run(folder: string, args: readonly string[]): Promise<GitAnswer>
}

export type GitAnswer =
  | { readonly ok: true; readonly out: string }
  | { readonly ok: false; readonly why: 'not-started' | 'too-slow' | 'refused'; readonly message: string }

export interface GitProgram {
  /** Absolute: a name alone might be looked for in the folder of a repository. */
  readonly program: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly timeoutMs: number
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

export function createGit({ program, env, timeoutMs }: GitProgram): Git {
  const environment = quietEnvironment(env)
  const start = (folder: string, args: readonly string[], settings: readonly Setting[]): Promise<GitAnswer> =>
    new Promise(resolve => {
      const options = {
        cwd: folder,
        env: { ...environment, ...settingVariables(settings) },
        timeout: timeoutMs,
        maxBuffer: MAX_OUTPUT_BYTES,
        windowsHide: true,
      }
      execFile(program, [...OPTIONS, ...args], options, (error, stdout, stderr) => {
        if (!error) resolve({ ok: true, out: stdout })
        else if (error.killed) resolve({ ok: false, why: 'too-slow', message: `no answer within ${timeoutMs} ms` })
        else if (typeof error.code === 'number') resolve({ ok: false, why: 'refused', message: firstLine(stderr) })
        else resolve({ ok: false, why: 'not-started', message: error.message })
      })
    })
  const settings = new Map<string, Promise<readonly Setting[]>>()
  return {
    async run(folder, args) {
      const known = settings.get(folder) ?? start(folder, LIST_FILTERS, []).then(withoutOwnFilters)
      settings.set(folder, known)
      return start(folder, args, await known)
    },
  }
}

type Setting = readonly [name: string, value: string]

/** Nothing that a config file names is run: no pager, no hooks, no file monitor, no signature check. */
const OPTIONS: readonly string[] = [
  '--no-pager',
  '--literal-pathspecs',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false'].flatMap(set => ['-c', set]),
]

const LIST_FILTERS: readonly string[] = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^filter\\.']

/**
 * Blame reads the working tree as a commit would and so runs the clean filter of a file. Those a person set up for all
 * repositories (git-lfs) may run; those that came with this one may not.
 */
function withoutOwnFilters(listed: GitAnswer): readonly Setting[] {
  const words = listed.ok ? listed.out.split('\0') : []
  const settings: Setting[] = []
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [scope, name = ''] = [words[at], words[at + 1]]
    if (scope !== 'local' && scope !== 'worktree') continue
    settings.push([name, name.endsWith('.required') ? 'false' : ''])
  }
  return settings
}

/** Through the environment any name can be set; with `-c` one that holds a `=` could not. */
function settingVariables(settings: readonly Setting[]): { [name: string]: string } {
  const variables: { [name: string]: string } = { GIT_CONFIG_COUNT: String(settings.length) }
  settings.forEach(([name, value], at) => {
    variables[`GIT_CONFIG_KEY_${at}`] = name
    variables[`GIT_CONFIG_VALUE_${at}`] = value
  })
  return variables
}

/** Variables of a git that started us (a hook) would lead to its repository, not to the one asked about. */
function quietEnvironment(env: GitProgram['env']): { [name: string]: string | undefined } {
  const kept = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'))
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? ''
}
