import { remember } from '../../text/remember.ts'
import { PREPARES } from '../../text/shell/read-pipelines.ts'
import type { ActivityKind } from '../activity-kinds.ts'
import { readShellLine, type ShellStep } from './shell-line.ts'

/** What a command line that ran no tests and reported no commit was for; the last of its commands that tells decides. */
export const classifyCommand: (line: string) => ActivityKind = remember(classifyLine)

function classifyLine(line: string): ActivityKind {
  const steps = readShellLine(line)
  const working = steps.filter(({ program }) => !PREPARES.has(program))
  const kinds = (working.length > 0 ? working : steps).map(classifyStep)
  const telling: readonly ActivityKind[] = kinds.filter(kind => kind !== 'explored')
  return (
    STRONGEST.find(kind => telling.includes(kind)) ?? (telling.length === 0 && kinds.length > 0 ? 'explored' : 'ran')
  )
}

const STRONGEST: readonly ActivityKind[] = ['opened-pr', 'committed', 'reviewed', 'built', 'configured', 'ran']

function classifyStep({ program, names, writesTo }: ShellStep): ActivityKind {
  const name = program.slice(program.lastIndexOf('/') + 1)
  const [first = '', second = ''] = names
  if (name === 'cat' && writesTo.some(target => !target.startsWith('/dev/'))) return 'ran'
  if (LOOKS.has(name)) return 'explored'
  if (name === 'git') return classifyGit(first)
  if (name === 'gh' || name === 'glab') return classifyForge(first, second)
  if (INSTALLERS.has(name) && /^(?:i|install|add|remove|uninstall|ci|update|upgrade|get|tidy|sync|mod)$/.test(first)) {
    return 'configured'
  }
  const words = [name, first, second].join(' ')
  if (/\b(?:build|compile|tsc|webpack|bundle|typecheck|type-check|vet|lint|clippy)\b/.test(words)) return 'built'
  return 'ran'
}

const LOOKS: ReadonlySet<string> = new Set(
  'ls cat head tail grep rg ag find fd wc tree stat file less more du df which whereis type command pwd diff jq yq sort uniq awk cut nl bat env printenv ps date uname id whoami realpath readlink basename dirname test ['.split(
    ' ',
  ),
)
const INSTALLERS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun pip pip3 uv poetry cargo go apt apt-get brew gem bundle composer mise asdf rustup conda dotnet'.split(
    ' ',
  ),
)

function classifyGit(subcommand: string): ActivityKind {
  if (
    /^(?:status|diff|log|show|blame|branch|remote|ls-files|rev-parse|reflog|describe|grep|ls-tree|cat-file|shortlog)$/.test(
      subcommand,
    )
  ) {
    return 'explored'
  }
  if (subcommand === 'commit') return 'committed'
  return subcommand === 'config' ? 'configured' : 'ran'
}

function classifyForge(noun: string, verb: string): ActivityKind {
  if (noun === 'pr' || noun === 'mr') {
    if (verb === 'create') return 'opened-pr'
    if (/^(?:view|diff|review|checks|comment|checkout|list|status)$/.test(verb)) return 'reviewed'
  }
  return 'explored'
}
