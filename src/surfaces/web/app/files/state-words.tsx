import type { NamedDisturbance, NamedPlace, NamedState, NamedStep } from '../../../../query/file-at/describe-state.ts'
import type { DisturbanceKind } from '../../../../query/file-at/disturbance.ts'
import type { Reason, Sureness } from '../../../../query/file-at/judge-state.ts'
import { shorten } from '../../../../text/head.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDayTime } from '../../../../time/day.ts'
import { hrefTo } from '../router.ts'

const SURENESS: { readonly [Grade in Sureness]: string } = {
  exact: 'Recorded.',
  derived: 'Derived.',
  doubtful: 'Doubtful.',
  unknown: 'Not known.',
}

/** How sure a state is, why, and what may have changed the file without a record. */
export function StateWords({ state, title }: { readonly state: NamedState; readonly title?: string | undefined }) {
  const { sureness, reasons, mayHaveChanged, mayHaveChangedCount } = state
  const isDoubted = reasons.includes('may-have-changed')
  return (
    <div class={`state-words is-${sureness}`}>
      <p>
        {title === undefined ? null : <span class="quiet">{title} </span>}
        <strong>{SURENESS[sureness]}</strong>
        {reasons.map(reason => (
          <span key={reason}> {reasonOf(reason, state)}</span>
        ))}
      </p>
      {isDoubted ? <Disturbances items={mayHaveChanged} count={mayHaveChangedCount} /> : null}
    </div>
  )
}

function reasonOf(reason: Reason, { base, next, lostAt, appliedEdits }: NamedState) {
  switch (reason) {
    case 'recorded-before':
      return base?.kind === 'delete' ? (
        <>It was deleted by {nameStep(base)}.</>
      ) : (
        <>All of it is recorded by {nameStep(base)}.</>
      )
    case 'edits-applied':
      return (
        <>
          {appliedEdits === 1 ? 'One edit was' : `${appliedEdits} edits were`} made to that, and{' '}
          {appliedEdits === 1 ? 'it fits' : 'all of them fit'}.
        </>
      )
    case 'recorded-after':
      return <>What it was stands in the record that came next, {nameStep(next)}.</>
    case 'confirmed':
      return <>The next record, {nameStep(next)}, has the same.</>
    case 'contradicted':
      return <>The next record, {nameStep(next)}, has something else, and nothing is known that changed it.</>
    case 'may-have-changed':
      return <>Since that record these may have changed it:</>
    case 'lost':
      return <>Of the change by {nameStep(lostAt)} too little is recorded, or it does not fit what was known.</>
    case 'no-record':
      return <>No record has all of it.</>
  }
}

function nameStep(step: NamedStep | undefined) {
  if (!step) return 'nobody'
  const who = step.kind === 'backup' ? 'a backup of the client' : sanitizeLine(step.tool ?? step.kind)
  return (
    <>
      {who} in <PlaceLink place={step} />
    </>
  )
}

const MAX_LISTED = 8
const MAX_COMMAND = 160

function Disturbances({ items, count }: { readonly items: readonly NamedDisturbance[]; readonly count: number }) {
  const groups = [...Map.groupBy(items, ({ kind, reach, text }) => `${kind} ${reach} ${text}`).values()]
  const shown = groups.slice(0, MAX_LISTED)
  const more = count - shown.reduce((sum, group) => sum + group.length, 0)
  return (
    <ul class="state-doubts">
      {shown.map((group, at) => {
        const item = group.at(-1) as NamedDisturbance
        return (
          <li key={at}>
            {WHO[item.kind]} {item.text === '' ? null : <code>{shorten(sanitizeLine(item.text), MAX_COMMAND)}</code>}
            {group.length > 1 ? ` ×${group.length}` : ''} {isGraded(item) ? `${REACH[item.reach]}, ` : ''}
            <PlaceLink place={item} />
          </li>
        )
      })}
      {more > 0 ? <li>and {more} more</li> : null}
    </ul>
  )
}

const WHO: { readonly [Kind in DisturbanceKind]: string } = {
  command: 'command',
  'typed-command': 'your command',
  hook: 'hook',
  tool: 'tool',
  'outside-edit': 'an edit from outside, which the client noticed,',
  rewind: 'a rewind, which may have taken the code back too,',
  gap: 'a person or a program, while no session was at work,',
}

const REACH = { names: 'which names the file', any: 'which may change any file' } as const

function isGraded({ kind }: NamedDisturbance): boolean {
  return kind === 'command' || kind === 'typed-command' || kind === 'hook' || kind === 'tool'
}

/** `1a2b3c4d turn 4`, which leads there; the time alone where no session was at work. */
function PlaceLink({ place: { sessionId, shortId, turn, at } }: { readonly place: NamedPlace }) {
  const time = at === undefined ? undefined : formatDayTime(Date.parse(at))
  if (sessionId === undefined) return <span>from {time ?? 'an unknown time'} on</span>
  const href = hrefTo(`/session/${encodeURIComponent(sessionId)}`, {
    turn: turn === undefined ? undefined : String(turn),
  })
  return (
    <a href={href} title={time}>
      {sanitizeLine(shortId ?? sessionId)}
      {turn === undefined || turn === 0 ? '' : ` turn ${turn}`}
    </a>
  )
}
