import type { FileState } from '../../../../query/file-at/file-state.ts'
import type { ToldStep } from '../../../../query/file-at/file-steps.ts'
import { formatChangedLines } from '../../../../text/changed-lines.ts'
import { formatBytes } from '../../../../text/count.ts'
import { formatDayTime } from '../../../../time/day.ts'
import { useApi } from '../api.ts'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { hrefTo, setQuery } from '../router.ts'
import { Parts } from './change-body.tsx'
import { StateWords } from './state-words.tsx'

/** What is shown of a step: the file after it, or what differs from another step or from right before it. */
export type StepShow = 'file' | 'before' | number

export function readShow(text: string | null, step: Pick<ToldStep, 'isChange'>): StepShow {
  if (text === 'file' || text === 'before') return text
  if (text !== null && /^\d{1,7}$/.test(text)) return Number(text)
  return step.isChange ? 'before' : 'file'
}

interface StepBodyProps {
  readonly path: string
  readonly step: ToldStep
  /** Those it can be compared with. */
  readonly steps: readonly ToldStep[]
  readonly show: StepShow
}

export function StepBody({ path, step, steps, show }: StepBodyProps) {
  const from = show === 'file' ? undefined : show
  const { data, error, reload } = useApi<FileState>('/files/state', { path, step: step.number, from })
  // What was asked before is not what is asked now.
  const isOwn =
    data !== undefined && data.step.number === step.number && (data.from === undefined) === (from === undefined)
  return (
    <div class="change">
      <Choice step={step} steps={steps} show={show} />
      {error ? <ErrorBox error={error} retry={reload} /> : null}
      {isOwn ? <Shown state={data} /> : error ? null : <Loading text="Reading the file" />}
    </div>
  )
}

function Choice({ step, steps, show }: Omit<StepBodyProps, 'path'>) {
  const others = steps.filter(({ number }) => number !== step.number)
  return (
    <div class="step-choice">
      <fieldset class="inspect-switch">
        <legend class="sr">What to show</legend>
        <button type="button" aria-pressed={show !== 'file'} onClick={() => setQuery({ show: 'before' })}>
          Difference
        </button>
        <button type="button" aria-pressed={show === 'file'} onClick={() => setQuery({ show: 'file' })}>
          The file
        </button>
      </fieldset>
      {show === 'file' ? null : (
        <label class="step-from">
          <span>from</span>
          <select
            value={String(show)}
            onChange={event => setQuery({ show: event.currentTarget.value }, { replace: true })}
          >
            <option value="before">right before this step</option>
            {others.toReversed().map(other => (
              <option key={other.number} value={String(other.number)}>
                {nameOther(other)}
              </option>
            ))}
          </select>
          <span>to after it</span>
        </label>
      )}
    </div>
  )
}

function nameOther({ kind, turn, shortId, at }: ToldStep): string {
  return [
    `after ${kind}`,
    `${shortId ?? ''}${turn === undefined ? '' : ` turn ${turn}`}`,
    at === undefined ? '' : formatDayTime(Date.parse(at)),
  ]
    .filter(text => text.trim() !== '')
    .join(', ')
}

function Shown({ state }: { readonly state: FileState }) {
  const { step, from, isCut } = state
  return (
    <>
      {from ? <StateWords state={from} title="Before:" /> : null}
      <StateWords state={step.state} title={from ? 'After:' : undefined} />
      {from ? <Difference state={state} /> : <Content state={state} />}
      {isCut ? <p class="quiet">It is longer than what is shown here.</p> : null}
    </>
  )
}

function Content({ state: { path, text, step } }: { readonly state: FileState }) {
  if (text === undefined) return <p class="state-none">{whyNoText(step.state)}</p>
  if (text === '') return <p class="state-none">The file was empty.</p>
  return (
    <div class="row change-call">
      <Parts parts={[{ kind: 'code', label: undefined, text, firstLine: 1 }]} path={path} />
    </div>
  )
}

function whyNoText({ exists, isBinary, sizeBytes }: ToldStep['state']): string {
  if (exists === false) return 'There was no such file.'
  if (isBinary) return `It was no text: ${formatBytes(sizeBytes ?? 0)}.`
  return 'No record tells what was in it.'
}

function Difference({ state: { path, hunks, added, removed, from, step } }: { readonly state: FileState }) {
  if (hunks === undefined) {
    const isKnown = from?.exists !== undefined && step.state.exists !== undefined
    return (
      <p class="state-none">
        {isKnown
          ? 'It is no text, or too much of it differs, to be compared.'
          : 'One side is not known: the whole file cannot be compared.'}{' '}
        {step.isChange ? <a href={callHref(path, step)}>What the call itself says</a> : null}
      </p>
    )
  }
  if (hunks.length === 0) return <p class="state-none">Nothing differs.</p>
  return (
    <>
      <p class="step-sum number">{formatChangedLines({ added, removed })}</p>
      <div class="row change-call">
        <Parts parts={[{ kind: 'diff', path, hunks }]} path={path} />
      </div>
    </>
  )
}

/** The history by turn has what each call recorded, however little that is. Turns of agents are counted otherwise there. */
function callHref(path: string, { sessionId, turn, agent, kind }: ToldStep): string {
  const open = agent === undefined ? `${sessionId}::${turn}:${kind}` : undefined
  return hrefTo('/files', { path, open })
}
