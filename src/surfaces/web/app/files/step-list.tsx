import { useEffect, useRef } from 'preact/hooks'
import type { ToldStep } from '../../../../query/file-at/file-steps.ts'
import type { Sureness } from '../../../../query/file-at/judge-state.ts'
import { formatChangedLines } from '../../../../text/changed-lines.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { formatDay, formatTime } from '../../../../time/day.ts'
import { now } from '../clock.ts'
import { nameDay } from '../home/name-day.ts'
import { hrefTo, setQuery, useRoute } from '../router.ts'
import { readShow, StepBody } from './step-body.tsx'

interface StepListProps {
  readonly path: string
  /** In the order in which they happened. */
  readonly steps: readonly ToldStep[]
}

/** What happened to one file, the newest step first, day by day. */
export function StepList({ path, steps }: StepListProps) {
  const open = useRoute().query.get('step')
  const days = Map.groupBy(steps.toReversed(), ({ at }) => (at === undefined ? '' : formatDay(Date.parse(at))))
  return (
    <>
      {[...days].map(([day, own]) => (
        <div key={day} class="touch-day">
          <h2 class="touch-date" title={day}>
            {day === '' ? 'Without a time' : nameDay(day, formatDay(now()))}
          </h2>
          {groupTurns(own).map(group => (
            <Turn key={group[0]?.number} path={path} group={group} steps={steps} open={open} />
          ))}
        </div>
      ))}
    </>
  )
}

/** Neighbours of one turn stand below its prompt. */
function groupTurns(steps: readonly ToldStep[]): readonly (readonly ToldStep[])[] {
  const groups: ToldStep[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    const before = last?.[0]
    if (last && before?.sessionId === step.sessionId && before?.turn === step.turn) last.push(step)
    else groups.push([step])
  }
  return groups
}

interface TurnProps extends StepListProps {
  readonly group: readonly ToldStep[]
  readonly open: string | null
}

function Turn({ path, group, steps, open }: TurnProps) {
  const [newest] = group
  if (!newest) return null
  const title = shownTitle(sanitizeLine(newest.title))
  const prompt = sanitizeLine(newest.prompt) || title
  return (
    <section class="step-turn" aria-label={prompt}>
      <p class="step-prompt">{prompt}</p>
      <p class="touch-about">
        <a class="touch-title" href={turnHref(newest)}>
          {prompt.startsWith(title) ? 'Open the session' : title}
        </a>
        <span>
          {newest.turn === 0 ? 'before the first prompt' : newest.turn === undefined ? '' : `turn ${newest.turn}`}
        </span>
      </p>
      <ul class="touches">
        {group.map(step => (
          <Step key={step.number} path={path} step={step} steps={steps} isOpen={open === String(step.number)} />
        ))}
      </ul>
    </section>
  )
}

function turnHref({ sessionId, turn }: ToldStep): string {
  return hrefTo(`/session/${encodeURIComponent(sessionId ?? '')}`, {
    turn: turn === undefined ? undefined : String(turn),
  })
}

const SURE: { readonly [Grade in Sureness]: string } = {
  exact: 'recorded',
  derived: 'derived',
  doubtful: 'doubtful',
  unknown: 'not known',
}

interface StepProps extends StepListProps {
  readonly step: ToldStep
  readonly isOpen: boolean
}

function Step({ path, step, steps, isOpen }: StepProps) {
  const show = readShow(useRoute().query.get('show'), step)
  const item = useRef<HTMLLIElement>(null)
  // Whoever comes by an address that names it wants to see it; who goes back is led to where they were.
  useEffect(() => {
    const { scrollY = 0 } = (history.state ?? {}) as { readonly scrollY?: number }
    if (isOpen && scrollY === 0) item.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <li ref={item} class="touch step">
      <button
        type="button"
        class="touch-head"
        aria-expanded={isOpen}
        onClick={() => setQuery({ step: isOpen ? undefined : String(step.number), show: undefined })}
      >
        <span class={`touch-did is-${step.kind}`}>{step.kind}</span>
        <span class="step-marks">{marksOf(step).map(sanitizeLine).join(' · ')}</span>
        <span class={`step-sure is-${step.state.sureness}`}>{SURE[step.state.sureness]}</span>
        <span class="touch-lines number">{formatChangedLines(step)}</span>
        <span class="touch-time number">{step.at === undefined ? '' : formatTime(Date.parse(step.at))}</span>
      </button>
      <a class="touch-link step-link" href={stepHref(step)} aria-label={`The ${step.kind} in the session`}>
        in the session
      </a>
      {isOpen ? <StepBody path={path} step={step} steps={steps} show={show} /> : null}
    </li>
  )
}

function stepHref({ sessionId, entryUuid, turn, agent }: ToldStep): string {
  return hrefTo(`/session/${encodeURIComponent(sessionId ?? '')}`, {
    turn: entryUuid === undefined && turn !== undefined ? String(turn) : undefined,
    entry: entryUuid,
    agent: entryUuid === undefined ? undefined : agent,
  })
}

/** `Edit` says nothing more than `edit`. */
function isOtherWord(tool: string | undefined, kind: string): tool is string {
  return tool !== undefined && tool.toLowerCase() !== kind
}

function marksOf(step: ToldStep): readonly string[] {
  const { tool, kind, agent, agentType, isRewound, isUserModified, agreement, state } = step
  return [
    ...(kind === 'backup' ? ['kept by the client'] : isOtherWord(tool, kind) ? [tool] : []),
    ...(agent === undefined ? [] : [`subagent ${agentType ?? agent}`]),
    ...(isRewound ? ['rewound'] : []),
    ...(isUserModified ? ['changed by you'] : []),
    ...(agreement === 'differs' ? ['found it changed since the step before'] : []),
    ...(state.reasons.includes('may-have-changed') ? ['something may have changed it since'] : []),
  ]
}
