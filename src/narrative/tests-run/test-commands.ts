import type { ShellStep } from './shell-steps.ts'
import { RUNNERS } from './table.ts'

/**
 * What a command says about tests: that it runs them, with which runner; that it may, as `make` does, which its output
 * has to show; or nothing.
 */
export type TestCommand =
  | { readonly kind: 'runs'; readonly runner: string | undefined }
  | { readonly kind: 'may-run' }
  | { readonly kind: 'none' }

const NONE: TestCommand = { kind: 'none' }
const RUNS: TestCommand = { kind: 'runs', runner: undefined }
const MAY_RUN: TestCommand = { kind: 'may-run' }

export function classifyStep({ words }: ShellStep): TestCommand {
  const text = words.join(' ').slice(0, 400)
  const own = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined)
  if (words.some(word => ONLY_LISTS.test(word))) return NONE
  const runner = RUNNERS.find(({ command }) => command.test(text))
  if (runner) return { kind: 'runs', runner: runner.name }
  if (OTHER_RUNNERS.test(text)) return RUNS
  const [program = '', ...args] = own
  if (PACKAGE_MANAGERS.has(program)) return classifyTask(args)
  if (TASK_RUNNERS.has(program)) return listNames(args).some(isTestTask) ? RUNS : MAY_RUN
  if (BUILDERS.has(program)) return MAY_RUN
  if (CONTAINERS.has(program)) return classifyContained(words)
  return SCRIPT.test(program) || (INTERPRETERS.test(program) && args.slice(0, 3).some(isTestFile)) ? MAY_RUN : NONE
}

/** What prints about tests, or prepares them, and runs none. */
const ONLY_LISTS =
  /^(?:--(?:help|version|collect-only|co|list|list-tests|listTests|markers|fixtures|no-run|showConfig|clearCache|init|skip-?tests|list-presets)|-h|-DskipTests|-Dmaven\.test\.skip(?:=true)?|-list)$/

const OTHER_RUNNERS =
  /^(?:(?:bazel|bazelisk|buck2|zig build|sbt|lein|stack|cabal|opa|terraform|tofu|anchor|sui move|aptos move|ng|nest|crystal|raco|rebar3|gleam|dune|ocaml|hugo|moon|nimble|janet|mojo|magic run mojo|wasm-pack|molecule|pulumi|kubectl kuttl) test|robot|behave|cucumber(?:-js)?|karma start|wtr|web-test-runner|testcafe|busted|newman run|detox test|wdio|stryker run|k6 run|ginkgo|zig test|lake test|make -C \S+ test)(?:\s|$)/

const PACKAGE_MANAGERS = new Set('npm pnpm yarn bun cnpm lerna rush wsrun'.split(' '))
const TASK_RUNNERS = new Set(
  'make gmake just task mise rake invoke inv composer turbo nx moon ninja meson pants doit poe hatch pdm earthly cmake devbox pixi grunt gulp lage ant'.split(
    ' ',
  ),
)
/** Their commands for tests are known above; others of theirs may run tests on the way. */
const BUILDERS = new Set('bazel deno nix swift cargo mvn ./mvnw gradle ./gradlew sbt dotnet'.split(' '))
const CONTAINERS = new Set('act docker docker-compose podman kubectl vagrant'.split(' '))
const INTERPRETERS = /^(?:node|tsx|ts-node|python[\d.]*|ruby|php|perl|bash|sh|zsh|deno|bun|Rscript|julia|lua)$/
/** A comment, whose end is lost with the end of its line, may have anything behind it. */
const SCRIPT = /^(?:\.{0,2}\/|~\/|[\w.-]+\/)\S*$|^#/
const INSTALLS =
  /^(?:i|install|add|remove|rm|uninstall|un|ci|init|create|view|info|why|ls|list|outdated|link|publish|pack|audit|update|up|upgrade|dlx|config|set|search|version|login|dedupe|rebuild|start|dev|build|exec|pm)$/

export function isTestTask(word: string): boolean {
  return (
    /^(?:t|tst|tests?|unittests?|spec|specs)$|^tests?[:_./-]|[:_/-](?:unit)?tests?(?:$|[:_-])/.test(word) &&
    !/\.\w{1,5}$|\btests?[:_-](?:data|utils?|images?|env|db|fixtures?|setup|helpers?|build|types?|lint)\b/.test(word)
  )
}

/** Words that are neither options nor the folders and packages that these name. */
function listNames(args: readonly string[]): readonly string[] {
  return args.filter((word, at) => !word.startsWith('-') && !NAMES_PLACE.test(args[at - 1] ?? ''))
}

const NAMES_PLACE =
  /^(?:-C|-f|-F|--(?:prefix|filter|workspace|cwd|dir|directory|file|config|project|scope|projects|env-file))$|^workspace$/

function isTestFile(word: string): boolean {
  return /(?:^|[/_.-])(?:tests?|specs?|check|verify|ci)(?:[/_.-]|$)/i.test(word)
}

/** `npm test`, `pnpm --filter web run test:unit`, `yarn workspace web test` */
function classifyTask(args: readonly string[]): TestCommand {
  const all = listNames(args)
  const names = all.filter(word => !/^(?:run|run-script|workspaces?|foreach)$/.test(word))
  if (INSTALLS.test(names[0] ?? 'install')) return all.includes('run') ? MAY_RUN : NONE
  // For npm it has a value, for pnpm it has none.
  return names.slice(0, args.includes('-w') ? 2 : 1).some(isTestTask) ? RUNS : MAY_RUN
}

/** `docker compose exec web npm test`: where the command begins is not known. */
function classifyContained(words: readonly string[]): TestCommand {
  if (!words.slice(1, 5).some(word => word === 'exec' || word === 'run')) return MAY_RUN
  for (let at = 2; at < Math.min(words.length, 14); at++) {
    const inner = words.slice(at)
    if (CONTAINERS.has(inner[0] ?? '')) continue
    const found = classifyStep({ words: inner, pipes: [], isMasked: false, isGuarded: false, isFollowed: false })
    if (found.kind === 'runs') return found
  }
  return MAY_RUN
}
