import { RECALL_CHOICES, type RecallChoice } from '../../../config/recall-setting.ts'
import { UserError } from '../../../user-error.ts'
import { type CommandRequest, flagOption, textOption } from '../define-command.ts'
import { SCOPES, type Scope, scopeOption } from './places.ts'
import { PARTS, type Part } from './wanted.ts'

/** What was asked for, complete. */
export interface InstallRequest {
  readonly scope: Scope
  /** Named one by one; undefined where nothing was said. */
  readonly only: ReadonlySet<Part> | undefined
  readonly recall: RecallChoice | undefined
  readonly isDryRun: boolean
  readonly isAgreed: boolean
  /** The same command, for hints. */
  readonly command: string
}

export function readInstallRequest(name: 'install' | 'uninstall', request: CommandRequest): InstallRequest {
  const named = (request.options.only ?? []) as readonly string[]
  const only = named.length === 0 ? undefined : new Set(PARTS.filter(part => named.includes(part)))
  const scope = SCOPES.find(choice => choice === textOption(request, 'scope')) ?? 'user'
  const recall = RECALL_CHOICES.find(choice => choice === textOption(request, 'recall'))
  requireParts(named)
  if (recall !== undefined && only && !only.has('hooks'))
    throw new UserError({
      code: 'recall-needs-hooks',
      message: '--recall needs the hooks, and --only leaves them out',
      hint: 'Add `--only hooks`, or set the level alone with `backscroll recall --level LEVEL`.',
    })
  const words = [
    `backscroll ${name}${scopeOption(scope)}`,
    ...[...(only ?? [])].map(part => `--only ${part}`),
    ...(recall === undefined ? [] : [`--recall ${recall}`]),
  ]
  const [isDryRun, isAgreed] = [flagOption(request, 'dry-run'), flagOption(request, 'yes')]
  return { scope, only, recall, isDryRun, isAgreed, command: words.join(' ') }
}

/** A list takes any text; only these are parts. */
function requireParts(named: readonly string[]): void {
  const other = named.find(name => !PARTS.some(part => part === name))
  if (other === undefined) return
  throw new UserError({
    code: 'unknown-part',
    message: `there is no part "${other}" to install`,
    hint: `The parts are ${PARTS.join(', ')}.`,
  })
}
