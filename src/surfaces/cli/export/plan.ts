import { parseTarget } from '../../../query/session-target.ts'
import type { AgentsMode } from '../../../render/view/view-options.ts'
import { type ExportFormat, type ExportLevel, type ExportShape, usualLevel } from '../../../share/export-shape.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { type CommandRequest, flagOption, listArg, textOption } from '../define-command.ts'
import { momentOption } from '../moment-option.ts'
import type { RedactionWish } from './make-redaction.ts'
import { requireRange } from './require-range.ts'

/** What somebody asked `export` for, checked as far as words can be. */
export interface ExportPlan extends ExportShape {
  readonly wanted: WantedSessions
  /** As typed. */
  readonly output: string | undefined
  /** Undefined: nothing is taken out. */
  readonly redacts: Pick<RedactionWish, 'wordsFile' | 'isReviewed' | 'takesPeople'> | undefined
  readonly opens: boolean
}

export type WantedSessions = NamedSessions | MatchingSessions

export interface NamedSessions {
  readonly kind: 'named'
  readonly names: readonly ReturnType<typeof parseTarget>[]
}

export interface MatchingSessions {
  readonly kind: 'matching'
  readonly project: string | undefined
  readonly since: number | undefined
  readonly until: number | undefined
  /** For the sentence that there is none. */
  readonly asked: string
}

export function readExportPlan(app: App, request: CommandRequest): ExportPlan {
  const output = textOption(request, 'output')
  const format = readFormat(request, output)
  refuseTogether(app, request, format)
  const isRedacted = !flagOption(request, 'no-redact')
  if (format === 'jsonl' && isRedacted) throw rawIsRaw()
  return {
    wanted: readWanted(app, request),
    format,
    level: (textOption(request, 'level') ?? usualLevel(format)) as ExportLevel,
    agents: (textOption(request, 'agents') ?? 'nested') as AgentsMode,
    output,
    hasImages: !flagOption(request, 'no-images'),
    redacts: isRedacted
      ? {
          wordsFile: textOption(request, 'redact-words'),
          isReviewed: flagOption(request, 'review'),
          takesPeople: textOption(request, 'redact') === 'people',
        }
      : undefined,
    opens: flagOption(request, 'open'),
  }
}

function readFormat(request: CommandRequest, output: string | undefined): ExportFormat {
  const named = textOption(request, 'format') as ExportFormat | undefined
  const ending = /\.(\w+)$/i.exec(output ?? '')?.[1]?.toLowerCase()
  const told = FORMAT_OF_ENDING.get(ending ?? '')
  if (named === undefined && ending !== undefined && told === undefined && isFileEnding(ending))
    throw unknownEnding(ending)
  if (named !== undefined && told !== undefined && named !== told) throw otherEnding(named, ending ?? '')
  return named ?? told ?? 'html'
}

/** `.pdf` means a format that is not written here; `v1.2` and `notes.2026` are just names. */
function isFileEnding(ending: string): boolean {
  return /^[a-z]{2,4}$/.test(ending)
}

function unknownEnding(ending: string): UserError {
  return new UserError({
    code: 'unknown-format',
    message: `export does not write .${ending} files`,
    hint: 'End the name in .html, .md, .json, .jsonl or .txt, or say what to write with --format.',
  })
}

function otherEnding(format: ExportFormat, ending: string): UserError {
  return new UserError({
    code: 'format-conflict',
    message: `--format ${format} does not fit a file that ends in .${ending}`,
    hint: `Leave out --format, or end the name in .${format}.`,
  })
}

const FORMAT_OF_ENDING: ReadonlyMap<string, ExportFormat> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['md', 'md'],
  ['markdown', 'md'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['txt', 'txt'],
  ['text', 'txt'],
])

function readWanted(app: App, request: CommandRequest): WantedSessions {
  const ids = listArg(request, 'ids')
  const filters = ['project', 'since', 'until'].filter(name => textOption(request, name) !== undefined)
  const range = textOption(request, 'turns')
  if (filters.length > 0) {
    if (ids.length > 0) throw conflict(['ids of sessions', `--${filters[0]}`])
    if (range !== undefined) throw oneSession()
    return readMatching(app, request)
  }
  if (ids.length === 0) throw noSession()
  const names = ids.map(parseTarget)
  const [first] = names
  if (range === undefined || !first) return { kind: 'named', names }
  if (names.length > 1) throw oneSession()
  if (first.turns || /:\d+$/.test(first.id)) throw conflict(['turns after the id', '--turns'])
  return { kind: 'named', names: [{ ...first, turns: requireRange(range) }] }
}

function readMatching(app: App, request: CommandRequest): MatchingSessions {
  const project = textOption(request, 'project')
  if (project?.trim() === '') throw emptyProject()
  const times = ['since', 'until'].map(name => [name, textOption(request, name)] as const)
  const asked = [
    project === undefined ? '' : `the project "${project}"`,
    ...times.map(([name, text]) => (text === undefined ? '' : `--${name} ${text}`)),
  ]
  return {
    kind: 'matching',
    project,
    since: momentOption(app, request, 'since'),
    until: momentOption(app, request, 'until'),
    asked: asked.filter(part => part !== '').join(' and '),
  }
}

/** What would have no effect, or not the one that somebody expects. */
function refuseTogether(app: App, request: CommandRequest, format: ExportFormat): void {
  const has = (name: string): boolean => request.options[name] !== undefined
  for (const name of ['review', 'redact', 'redact-words'])
    if (has(name) && has('no-redact')) throw conflict([`--${name}`, '--no-redact'])
  const isStdout = textOption(request, 'output') === '-'
  if (isStdout && app.json) throw conflict(['--json', '-o -'])
  if (isStdout && has('open')) throw conflict(['--open', '-o -'])
  if (flagOption(request, 'review') && app.json) throw conflict(['--review', '--json'])
  if (format !== 'jsonl') return
  const level = textOption(request, 'level')
  if (level !== undefined && level !== 'raw') throw conflict(['--format jsonl', `--level ${level}`])
  if (textOption(request, 'agents') === 'only') throw conflict(['--format jsonl', '--agents only'])
  if (has('no-images')) throw conflict(['--format jsonl', '--no-images'])
}

function conflict(names: readonly [string, string]): UserError {
  return new UserError({
    code: 'options-conflict',
    message: `${names.join(' and ')} cannot be asked for together`,
    hint: 'Leave out one of them.',
  })
}

function rawIsRaw(): UserError {
  return new UserError({
    code: 'jsonl-needs-no-redact',
    message: 'jsonl is the original bytes, with everything that is secret in them',
    hint: 'Add --no-redact if that is what you want; `backscroll redact <id>` writes the same lines with secrets taken out.',
  })
}

function oneSession(): UserError {
  return new UserError({
    code: 'turns-of-one',
    message: '--turns is about one session',
    hint: 'Name the turns of each session after its id, as in 3f2a:4-9.',
  })
}

function noSession(): UserError {
  return new UserError({
    code: 'no-session-named',
    message: 'say which sessions to export',
    hint: 'Name them by id, or choose with --project, --since or --until; `backscroll ls` lists them.',
  })
}

function emptyProject(): UserError {
  return new UserError({
    code: 'empty-option',
    message: '--project has no value',
    hint: 'Leave it out, or give it a name. A shell variable that is not set is empty.',
  })
}
