/**
 * What programs do to files, as data. `reads`: nothing to a source file. `changes-named`: only what it is given.
 * `changes-any`: files it is not given by name. `changes-manifests`: lists of packages and their locks. `unknown`: a
 * program or script of which nothing is known.
 */
export type CommandKind = 'reads' | 'changes-named' | 'changes-any' | 'changes-manifests' | 'unknown'

export function kindOfCommand(program: string, args: readonly string[]): CommandKind {
  if (args.length === 1 && /^(?:--version|-V|--help|-h|version)$/.test(args[0] ?? '')) return 'reads'
  return RULES.get(program)?.(args) ?? 'unknown'
}

type Rule = (args: readonly string[]) => CommandKind | undefined

/** First word that is no option. */
function nameIn(args: readonly string[]): string {
  return args.find(arg => !arg.startsWith('-')) ?? ''
}

function has(args: readonly string[], pattern: RegExp): boolean {
  return args.some(arg => pattern.test(arg))
}

const all = (names: string, rule: Rule): readonly (readonly [string, Rule])[] =>
  names.split(' ').map(name => [name, rule])

/** Options that let a checker change what it finds. */
const FIXES = /^(?:--fix(?:=.*|-\w+)?|--write|-w|-F|-a|-A|--auto-correct.*|--autocorrect.*|--add-noqa)$/

/** Options that let a run of tests write what it expects. */
const UPDATES =
  /^(?:-u|--update|--updateSnapshot|--update-snapshots.*|--ci=false|--snapshot-update|--inline-snapshot.*)$/

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...all(
    'cat ls ll head tail grep egrep fgrep rg ag ack wc echo printf pwd cd pushd popd which whereis type command diff cmp stat file du df ps env date sleep jq uniq cut tr test [ [[ true false : export set unset read kill pkill pgrep killall tree md5 md5sum shasum sha1sum sha256sum xxd hexdump od strings less more basename dirname realpath readlink seq whoami id uname hostname history alias wait trap ulimit umask clear column comm nl fold tac rev paste join expr bc lsof netstat ss ping dig host nslookup free top uptime man open xdg-open chmod chown mkdir rmdir mktemp printenv locale tput stty for case esac function return break continue local declare shift exit in tsc mypy pyright flake8 pylint shellcheck hadolint yamllint markdownlint nm objdump otool ldd codesign bat cloc tokei sqlite3 psql gopls tox mocha ava c8 nyc ctest rspec phpunit say pbpaste backscroll ty py_compile compileall yes',
    () => 'reads',
  ),
  ...all('vitest jest pytest playwright', args => (has(args, UPDATES) ? 'changes-any' : 'reads')),
  ...all('gh glab', args =>
    /^(?:co|checkout|merge|sync)$/.test(args[1] ?? '') || args[0] === 'co' ? 'changes-any' : 'reads',
  ),
  ...runners(),
  ...all('mv cp rm unlink install rsync ln truncate dd tee touch shred', () => 'changes-named'),
  ...all('sed gsed', args => (has(args, /^(?:-[a-zA-Z]*i|--in-place)/) ? 'changes-named' : 'reads')),
  ['perl', args => (has(args, /^-[a-zA-Z]*i/) ? 'changes-named' : undefined)],
  ...all('awk gawk', args => (args.includes('inplace') ? 'changes-named' : 'reads')),
  ['yq', args => (has(args, /^(?:-[a-zA-Z]*i|--inplace)/) ? 'changes-named' : 'reads')],
  ['fd', args => (has(args, /^(?:-[xX]|--exec(?:-batch)?)/) ? undefined : 'reads')],
  ['sort', args => (has(args, /^(?:-o|--output)/) ? 'changes-named' : 'reads')],
  ['find', args => (has(args, /^-(?:delete|exec|execdir|ok)$/) ? undefined : 'reads')],
  ...all('curl wget', args => (has(args, /^(?:-[a-zA-Z]*[oO]|--output|--remote-name)/) ? 'changes-named' : 'reads')),
  ...all('unzip tar gunzip 7z', args => (has(args, /^(?:-?-?t(?:f|vf|zf)?|--list|-l)$/) ? 'reads' : 'changes-any')),
  ['patch', () => 'changes-any'],
  ['git', gitKind],
  ...formatters(),
  ...packageManagers(),
  ...builders(),
])

const GIT_READS = new Set(
  'status log diff show blame branch tag remote fetch add rev-parse ls-files ls-tree ls-remote config describe reflog grep shortlog cat-file rev-list push worktree merge-base init clone for-each-ref name-rev notes archive bundle check-ignore count-objects diff-tree hash-object symbolic-ref var version whatchanged format-patch range-diff'.split(
    ' ',
  ),
)
const GIT_CHANGES = new Set(
  'checkout switch reset stash pull merge rebase cherry-pick revert am apply submodule bisect filter-branch read-tree checkout-index sparse-checkout'.split(
    ' ',
  ),
)

function gitKind(args: readonly string[]): CommandKind | undefined {
  const rest = args.filter((arg, at) => arg !== '-C' && args[at - 1] !== '-C' && arg !== '-c' && args[at - 1] !== '-c')
  const [name = '', ...words] = rest.filter((arg, at) => at > 0 || !arg.startsWith('-'))
  if (name === 'stash' && /^(?:list|show|drop|clear)$/.test(words[0] ?? '')) return 'reads'
  if (name === 'reset' && !has(words, /^--(?:hard|merge|keep)$/)) return 'reads'
  if (/^(?:restore|rm|mv|clean)$/.test(name)) {
    if (name === 'restore' && words.includes('--staged') && !words.includes('--worktree')) return 'reads'
    if (name === 'rm' && words.includes('--cached')) return 'reads'
    return name === 'clean' ? 'changes-any' : 'changes-named'
  }
  if (name === 'checkout' && words.includes('--')) return 'changes-named'
  if (name === 'checkout' && /^-[bB]$/.test(words[0] ?? '') && words.length === 2) return 'reads'
  if (name === 'switch' && /^-[cC]$/.test(words[0] ?? '') && words.length === 2) return 'reads'
  if (GIT_READS.has(name)) return 'reads'
  // A commit may run hooks that put files into shape, unless it is told not to.
  if (name === 'commit' && has(words, /^(?:-n|--no-verify)$/)) return 'reads'
  return GIT_CHANGES.has(name) ? 'changes-any' : undefined
}

/** Programs that run what they are given, or another session: only what they are asked about themselves is harmless. */
function runners(): readonly (readonly [string, Rule])[] {
  const when =
    (harmless: RegExp): Rule =>
    args =>
      harmless.test(nameIn(args)) ? 'reads' : undefined
  return [
    ['claude', when(/^(?:mcp|config|doctor|update|plugin|agents)$/)],
    [
      'tmux',
      when(/^(?:capture-pane|capturep|display(?:-message)?|has(?:-session)?|kill-\w+|ls|list-\w+|show-\w+|set)$/),
    ],
    ...all('source .', when(/(?:^|\/)(?:activate|nvm\.sh|env|\.(?:env\S*|\w*rc|\w*profile))$/)),
  ]
}

function formatters(): readonly (readonly [string, Rule])[] {
  const unlessChecking: Rule = args =>
    has(args, /^(?:--check(?:-only)?|--diff|--dry-run|--list-different|-c|-l|-d|--lint)$/) ? 'reads' : 'changes-any'
  const whenTold =
    (flags: RegExp): Rule =>
    args =>
      has(args, flags) ? 'changes-any' : 'reads'
  return [
    ...all(
      'prettier eslint oxlint stylelint xo tslint golangci-lint ktlint rubocop standard ts-standard',
      whenTold(FIXES),
    ),
    ...all('gofmt goimports gofumpt shfmt clang-format', whenTold(/^-[a-z]*[wi]$/)),
    ...all(
      'black isort autopep8 yapf rustfmt stylua swiftformat swift-format ktfmt dprint taplo scalafmt',
      unlessChecking,
    ),
    [
      'biome',
      args => (has(args, /^--(?:write|apply|fix|unsafe)/) || nameIn(args) === 'migrate' ? 'changes-any' : 'reads'),
    ],
    ['ruff', args => (nameIn(args) === 'format' ? unlessChecking(args) : whenTold(FIXES)(args))],
    ['terraform', args => (nameIn(args) === 'fmt' ? unlessChecking(args) : undefined)],
    ['pre-commit', () => 'changes-any'],
    ['lint-staged', () => 'changes-any'],
  ]
}

function packageManagers(): readonly (readonly [string, Rule])[] {
  const manager: Rule = args => {
    const name = nameIn(args)
    if (
      /^(?:|install|i|ci|add|remove|rm|uninstall|update|up|upgrade|dedupe|audit|link|prune|lock|sync|init|pkg)$/.test(
        name,
      )
    )
      return 'changes-manifests'
    if (
      /^(?:ls|list|view|info|outdated|why|config|whoami|pack|publish|root|prefix|cache|search|login|tool|python|venv)$/.test(
        name,
      )
    )
      return 'reads'
    return scriptKind(name === 'run' || name === 'run-script' ? nameIn(args.slice(args.indexOf(name) + 1)) : name)
  }
  return [
    ...all('npm pnpm yarn bun', manager),
    ...all('uv poetry pipenv bundle composer pod mix', manager),
    ...all('pip pip3 gem brew apt apt-get', () => 'changes-manifests'),
    ...all('make just task mise rake gradle gradlew mvn', args =>
      scriptKind(nameIn(args.filter(arg => arg !== 'run'))),
    ),
  ]
}

/** By the name of a script: what tests and servers are called changes no source file; others may do anything. */
function scriptKind(name: string): CommandKind | undefined {
  if (/check/.test(name)) return 'reads'
  if (/(?:^|[:_-])(?:fmt|format|fix|gen|generate|codegen|prettier)(?:$|[:_-])/.test(name)) return 'changes-any'
  return /^(?:t|tests?|typecheck|type-check|tsc|dev|start|serve|preview|clean)(?:$|[:_-])/.test(name)
    ? 'reads'
    : undefined
}

function builders(): readonly (readonly [string, Rule])[] {
  return [
    [
      'go',
      args => {
        const name = nameIn(args)
        if (/^(?:fmt|generate|fix)$/.test(name)) return 'changes-any'
        if (name === 'mod' && has(args, /^(?:download|graph|why|verify)$/)) return 'reads'
        if (/^(?:mod|get|work)$/.test(name)) return 'changes-manifests'
        return /^(?:test|build|vet|list|doc|env|install|tool|version|clean)$/.test(name) ? 'reads' : undefined
      },
    ],
    [
      'cargo',
      args => {
        const name = nameIn(args)
        if (/^(?:fmt|fix)$/.test(name)) return has(args, /^--check$/) ? 'reads' : 'changes-any'
        if (name === 'clippy' && args.includes('--fix')) return 'changes-any'
        return /^(?:test|build|check|clippy|bench|doc|add|remove|update|t|b|c|nextest|generate-lockfile)$/.test(name)
          ? 'changes-manifests'
          : undefined
      },
    ],
    [
      'deno',
      args =>
        nameIn(args) === 'fmt' ? 'changes-any' : /^(?:test|check|lint)$/.test(nameIn(args)) ? 'reads' : undefined,
    ],
    [
      'docker',
      args => (/^(?:ps|images|logs|inspect|build|pull|push|version|info)$/.test(nameIn(args)) ? 'reads' : undefined),
    ],
  ]
}
