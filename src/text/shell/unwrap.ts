import { isAssignment } from './split-line.ts'

/** A program that only runs another, or a keyword before one. */
interface Wrapper {
  /** Options that take the word behind them; others stand alone. */
  readonly takes?: RegExp
  /** A word of its own before the program that it runs. */
  readonly operand?: RegExp
  /** What is named before `--` is for itself. */
  readonly hasDashes?: boolean
  /** Makes the program it runs find other packages or settings. */
  readonly isEnvironment?: boolean
  /** With this option it runs nothing. */
  readonly onlyAsks?: RegExp
}

const rows = (names: string, wrapper: Wrapper): readonly (readonly [string, Wrapper])[] =>
  names.split(', ').map(name => [name, wrapper])

/** One word, or two; programs without their folder. */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ...rows('if, then, else, elif, do, while, until, done, fi, !, {, }', {}),
  ...rows('nohup, setsid, unbuffer, cross-env, rtk, python -m, py -m', {}),
  ...rows('time', { takes: /^-[fo]$/ }),
  ...rows('caffeinate', { takes: /^-[tw]$/ }),
  ...rows('command', { onlyAsks: /^-[vV]$/ }),
  ...rows('exec', { takes: /^-a$/ }),
  ...rows('sudo, doas', { takes: /^(?:-[CDghpRrTtUu]|--(?:user|group|host|prompt|chdir))$/, onlyAsks: /^-[lv]$/ }),
  ...rows('env', { takes: /^(?:-[uC]|--(?:unset|chdir))$/ }),
  ...rows('nice', { takes: /^(?:-n|--adjustment)$/ }),
  ...rows('timeout, gtimeout', { takes: /^(?:-[ks]|--(?:signal|kill-after))$/, operand: /^[\d.]+[smhd]?$/ }),
  ...rows('stdbuf', { takes: /^-[ioe]$/ }),
  ...rows('xvfb-run', { takes: /^(?:-[efnps]|--(?:server-num|server-args|error-file))$/ }),
  ...rows('xargs', { takes: /^(?:-[aEILPdns]|--(?:arg-file|max-args|max-procs|max-lines|replace|delimiter))$/ }),
  ...rows('dotenv', { takes: /^-[cefpv]$/ }),
  ...rows('npx, bunx, pnpx, uvx, npm exec, npm x, pnpm exec, pnpm dlx, yarn exec, yarn dlx, bun x', {
    takes: /^(?:-[pw]|--(?:package|workspace|prefix|from|with|python|filter|dir))$/,
  }),
  ...rows('coverage run', { takes: /^--(?:source|rcfile|omit|include|data-file|context|concurrency)$/ }),
  ...rows('uv run', {
    takes: /^(?:-p|--(?:extra|group|only-group|with|with-requirements|python|project|directory|package|env-file))$/,
    isEnvironment: true,
  }),
  ...rows('poetry run, pipenv run, pdm run, rye run, hatch run, bundle exec', {
    takes: /^-[pCe]$|^--(?:project|directory|gemfile)$/,
    isEnvironment: true,
  }),
  ...rows('conda run', { takes: /^(?:-[np]|--(?:name|prefix|cwd))$/, isEnvironment: true }),
  ...rows('mise exec, mise x', { takes: /^(?:-[CEj]|--(?:cd|env|jobs))$/, hasDashes: true, isEnvironment: true }),
  ...rows('doppler run, op run', { takes: /^(?:-[pc]|--(?:project|config|env-file|account))$/, isEnvironment: true }),
])

const MAX_BEFORE_DASHES = 8

export interface UnwrapOptions {
  /**
   * `uv run pytest` is not `pytest`, for who compares runs: where one fails because nothing is installed and the other
   * works, they were not the same.
   */
  readonly keepsEnvironments?: boolean
}

/** The words of a command from the program that does the work; it stands without the folder that programs lie in. */
export function unwrap(words: readonly string[], options: UnwrapOptions = {}): readonly string[] {
  let at = 0
  while (at < words.length) {
    const next = isAssignment(words[at] as string) ? at + 1 : endOfWrapper(words, at, options)
    if (next === at) break
    at = next
  }
  const program = words[at]
  return program === undefined ? [] : [baseOf(program), ...words.slice(at + 1)]
}

/** `at` where no wrapper stands there. */
function endOfWrapper(words: readonly string[], at: number, options: UnwrapOptions): number {
  const name = baseOf(words[at] as string).replace(/^python[\d.]+$/, 'python')
  const pair = WRAPPERS.get(`${name} ${words[at + 1] ?? ''}`)
  const wrapper = pair ?? WRAPPERS.get(name)
  if (!wrapper || (wrapper.isEnvironment && options.keepsEnvironments)) return at
  let end = at + (pair ? 2 : 1)
  if (wrapper.onlyAsks?.test(words[end] ?? '')) return at
  const dashes = wrapper.hasDashes ? words.slice(end, end + MAX_BEFORE_DASHES).indexOf('--') : -1
  if (dashes >= 0) return end + dashes + 1
  while (/^-/.test(words[end] ?? '')) end += wrapper.takes?.test(words[end] as string) ? 2 : 1
  return wrapper.operand?.test(words[end] ?? '') ? end + 1 : end
}

/** `node_modules/.bin/vitest`, `/usr/bin/python3`; scripts of a project keep their folder. */
function baseOf(program: string): string {
  const end = Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\'))
  return end > 0 && /(?:^|[/\\])(?:\.?bin|Scripts)$/.test(program.slice(0, end)) ? program.slice(end + 1) : program
}

/** What `bash -c` and the like are given to run. */
export function scriptOf(words: readonly string[]): string | undefined {
  if (!/^(?:ba|z|da|k)?sh$/.test(words[0] ?? '')) return undefined
  const at = words.slice(0, 4).findIndex(word => /^-\w{0,3}c$/.test(word))
  return at > 0 ? words[at + 1] : undefined
}
