import type { NamedDisturbance, NamedPlace, NamedState, NamedStep } from '../../../query/file-at/describe-state.ts'
import type { DisturbanceKind } from '../../../query/file-at/disturbance.ts'
import type { Reason, Sureness } from '../../../query/file-at/judge-state.ts'
import { shorten } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { formatAge } from '../../../time/age.ts'
import type { App } from '../app.ts'
import type { Colors } from '../colors.ts'

export function styleOfSureness(colors: Colors, sureness: Sureness): (text: string) => string {
  return { exact: colors.green, derived: colors.green, doubtful: colors.yellow, unknown: colors.red }[sureness]
}

/** Why a state is known, and what speaks against it, as sentences. */
export function formatReasons(app: App, state: NamedState, maxListed = MAX_LISTED): string[] {
  const sentences = state.reasons.map(reason => SENTENCES[reason](state, step => nameStep(app, step)))
  return [...sentences, ...formatDisturbances(app, state, maxListed)]
}

type NameStep = (step: NamedStep | undefined) => string

const SENTENCES: { readonly [Why in Reason]: (state: NamedState, name: NameStep) => string } = {
  'recorded-before': ({ base }, name) =>
    base?.kind === 'delete' ? `It was deleted by ${name(base)}.` : `All of it is recorded by ${name(base)}.`,
  'edits-applied': ({ appliedEdits }) =>
    appliedEdits === 1
      ? 'One recorded edit was made to that, and it fits.'
      : `${appliedEdits} recorded edits were made to that, and all of them fit.`,
  'recorded-after': ({ next }, name) => `What it was is recorded by ${name(next)}, which came next.`,
  confirmed: ({ next }, name) => `The next record, by ${name(next)}, has the same.`,
  contradicted: ({ next }, name) =>
    `The next record, by ${name(next)}, has something else, and nothing is known that changed it.`,
  'may-have-changed': ({ reasons }) => {
    if (reasons.includes('confirmed')) return 'In between it may have been changed, and put back:'
    return reasons.includes('recorded-after')
      ? 'Until that record it may have been changed:'
      : 'Since that record it may have been changed:'
  },
  'line-ends-not-recorded': () => 'Its line ends are not recorded: it may have CRLF where this has LF.',
  'line-ends-as-on-disk': () => 'Its line ends are not recorded: those of the file on disk are taken.',
  lost: ({ lostAt }, name) =>
    `Of the change by ${name(lostAt)} too little is recorded, or it does not fit what was known.`,
  'no-record': () => 'No record has all of it at that time.',
}

function nameStep(app: App, step: NamedStep | undefined): string {
  if (!step) return 'nobody'
  const who = step.kind === 'backup' ? "the client's backup" : sanitizeLine(step.tool ?? step.kind)
  const changed = step.isUserModified ? ', changed by you' : ''
  return `${who} in ${namePlace(step)} (${ageOf(app, step)}${changed})`
}

export function namePlace({ shortId, turn, agent }: NamedPlace): string {
  const by = agent === undefined ? '' : ` by agent ${agent}`
  return sanitizeLine(`${shortId ?? ''}${turn === undefined ? '' : `:${turn}`}${by}`)
}

function ageOf(app: App, { at }: NamedPlace): string {
  return at === undefined ? 'at an unknown time' : formatAge(Date.parse(at), app.now())
}

const MAX_LISTED = 8
const MAX_COMMAND = 80

/** Only where they leave a doubt. */
function formatDisturbances(
  app: App,
  { reasons, mayHaveChanged, mayHaveChangedCount }: NamedState,
  maxListed: number,
): string[] {
  if (!reasons.includes('may-have-changed')) return []
  const groups = groupAlike(mayHaveChanged)
  const shown = groups.slice(0, maxListed)
  const more = mayHaveChangedCount - shown.reduce((sum, { count }) => sum + count, 0)
  return [
    ...shown.map(({ item, count }) => `  ${formatDisturbance(app, item, count)}`),
    ...(more > 0 ? [`  and ${more} more; --json has them`] : []),
  ]
}

interface Alike<Item> {
  /** The last one. */
  readonly item: Item
  readonly count: number
}

/** A command that was run again and again stands once. */
export function groupAlike<Item extends Omit<NamedDisturbance, 'side'>>(
  items: readonly Item[],
): readonly Alike<Item>[] {
  const groups = new Map<string, Alike<Item>>()
  for (const item of items) {
    const key = `${item.kind} ${item.reach} ${item.text}`
    groups.set(key, { item, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  return [...groups.values()]
}

export function formatDisturbance(app: App, item: Omit<NamedDisturbance, 'side'>, count = 1): string {
  const { kind, reach, text } = item
  const times = count > 1 ? ` ×${count}` : ''
  const what = text === '' ? times : ` \`${shorten(sanitizeLine(text), MAX_COMMAND)}\`${times}`
  const where = item.shortId === undefined ? `from ${ageOf(app, item)} on` : `${namePlace(item)}, ${ageOf(app, item)}`
  const grade = kind === 'command' || kind === 'typed-command' || kind === 'hook' || kind === 'tool'
  const told = grade ? (reach === 'names' ? ': names the file' : ': may change any file') : ''
  return `${WHO[kind]}${what} (${where})${told}`
}

const WHO: { readonly [Kind in DisturbanceKind]: string } = {
  command: 'the command',
  'typed-command': 'your command',
  hook: 'the hook',
  tool: 'the tool',
  'outside-edit': 'an edit from outside, which the client noticed',
  rewind: 'a rewind, which may have taken the code back too',
  gap: 'a person or a program, while no session was at work',
}
