import { useEffect, useRef, useState } from 'preact/hooks'
import type { DiffChange, InspectDiff } from '../../../../query/inspect/inspect-diff.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { Dialog } from '../components/dialog.tsx'
import { hrefTo, setQuery } from '../router.ts'
import { DiffView } from './diff-view.tsx'
import { Lines, splitPath } from './file-words.tsx'
import { Answered, Go, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

const PAGE = 20
/** Side by side needs so much room. */
const WIDE_PX = 720

interface FileDiffProps extends PanelProps {
  readonly path: string
  readonly cwd: string | undefined
}

/** What the session made of one file. */
export function FileDiff(props: FileDiffProps) {
  const { path, cwd } = props
  const [isLarge, setLarge] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section class="file-diff" aria-label="Changes to a file">
      <p class="file-diff-links">
        <button type="button" class="text-button" onClick={() => setQuery({ file: undefined })}>
          All files
        </button>
        <a href={hrefTo('/files', { path })}>In other sessions</a>
        <button type="button" class="text-button" onClick={() => setLarge(true)}>
          Enlarge
        </button>
      </p>
      <h2 class="file-diff-name" ref={heading} tabIndex={-1} title={sanitizeLine(path)}>
        {splitPath(path, cwd).name}
      </h2>
      <Changes {...props} />
      {isLarge ? (
        <Dialog title={sanitizeLine(path)} class="file-dialog" onClose={() => setLarge(false)}>
          <Changes
            {...props}
            onGo={place => {
              setLarge(false)
              props.onGo(place)
            }}
          />
        </Dialog>
      ) : null}
    </section>
  )
}

function Changes(props: FileDiffProps) {
  const [isEach, setEach] = useState(false)
  const [isSplit, setSplit] = useState(true)
  const [from, setFrom] = useState(0)
  const [isWide, host] = useIsWide()
  const query = { path: props.path, each: isEach, from, limit: PAGE }
  const answer = useInspect<InspectDiff>(props, 'diff', query)
  return (
    <div ref={host}>
      <Answered answer={answer}>
        {diff => {
          const showsEach = isEach || !diff.isWhole
          return (
            <>
              <p class="inspect-sum">
                <Lines added={diff.added} removed={diff.removed} /> in {formatNumberOf(diff.totalChanges, 'change')}
                {diff.isNew ? ', new' : ''}
                {diff.isDeleted ? ', deleted' : ''}
              </p>
              <div class="file-diff-switches">
                {diff.isWhole && diff.totalChanges > 1 ? (
                  <Switch
                    label="What to show"
                    choices={['All together', 'Each change']}
                    isSecond={isEach}
                    onChange={setEach}
                  />
                ) : null}
                {isWide ? (
                  <Switch
                    label="How to show it"
                    choices={['Unified', 'Side by side']}
                    isSecond={isSplit}
                    onChange={setSplit}
                  />
                ) : null}
              </div>
              <DiffNotes diff={diff} />
              {showsEach ? (
                <>
                  <ChangeList {...props} diff={diff} isSplit={isSplit && isWide} />
                  <Pager
                    from={diff.from}
                    shown={diff.changes.length}
                    total={diff.totalChanges}
                    size={PAGE}
                    what="changes"
                    onFrom={setFrom}
                  />
                </>
              ) : (
                <>
                  <TurnLinks diff={diff} onGo={props.onGo} />
                  <WholeDiff diff={diff} isSplit={isSplit && isWide} />
                </>
              )}
            </>
          )
        }}
      </Answered>
    </div>
  )
}

function DiffNotes({ diff }: { readonly diff: InspectDiff }) {
  const { whyNot, outsideTurns, isCut } = diff
  return (
    <>
      {whyNot === undefined ? null : <p class="inspect-note">{whyNot} Each change stands for itself.</p>}
      {outsideTurns.length === 0 ? null : (
        <p class="inspect-note">
          Something else changed it, too, before {outsideTurns.length === 1 ? 'turn' : 'turns'}{' '}
          {outsideTurns.slice(0, 8).join(', ')}
          {outsideTurns.length > 8 ? ' …' : ''}: such lines are among these.
        </p>
      )}
      {isCut ? <p class="inspect-note">More lines differ than are shown here.</p> : null}
    </>
  )
}

function WholeDiff({ diff, isSplit }: { readonly diff: InspectDiff; readonly isSplit: boolean }) {
  if (diff.hunks.length === 0) return <p class="inspect-note">It ended as it began.</p>
  return <DiffView path={diff.path} hunks={diff.hunks} isSplit={isSplit} />
}

/** Where it was changed, each turn once. */
function TurnLinks({ diff, onGo }: { readonly diff: InspectDiff } & Pick<PanelProps, 'onGo'>) {
  const places = [...new Map(diff.changes.toReversed().map(change => [change.turn, change])).values()].reverse()
  const isMore = diff.changes.length < diff.totalChanges
  return (
    <p class="inspect-note">
      Changed in{' '}
      {places.map((place, at) => (
        <span key={place.turn}>
          {at > 0 ? ', ' : ''}
          <Go place={place} onGo={onGo}>
            {place.turn === undefined ? 'an agent' : `turn ${place.turn}`}
          </Go>
        </span>
      ))}
      {isMore ? ' and later' : ''}
    </p>
  )
}

interface ChangeListProps extends FileDiffProps {
  readonly diff: InspectDiff
  readonly isSplit: boolean
}

function ChangeList({ diff, isSplit, onGo }: ChangeListProps) {
  return (
    <ol class="file-changes" start={diff.from + 1} aria-label="Changes in order">
      {diff.changes.map((change, at) => (
        <li key={`${change.entry} ${at}`}>
          <div class="file-change-head">
            <Go place={change} onGo={onGo} />
            <span class="quiet">{changeWords(change)}</span>
            <Lines added={change.added} removed={change.removed} />
          </div>
          {change.hunks ? <DiffView path={diff.path} hunks={change.hunks} isSplit={isSplit} /> : null}
          {change.isCut ? <p class="inspect-note">Not all of its lines are shown.</p> : null}
        </li>
      ))}
    </ol>
  )
}

function changeWords({ tool, action, agent, isUserModified, isByShell }: DiffChange): string {
  return [
    isByShell ? `${sanitizeLine(tool)} command` : sanitizeLine(tool),
    action === 'create' ? 'new' : action === 'delete' ? 'deleted' : '',
    agent === undefined ? '' : 'by an agent',
    isUserModified ? 'changed by the user' : '',
  ]
    .filter(text => text !== '')
    .join(', ')
}

interface SwitchProps {
  readonly label: string
  readonly choices: readonly [string, string]
  readonly isSecond: boolean
  onChange(isSecond: boolean): void
}

function Switch({ label, choices, isSecond, onChange }: SwitchProps) {
  return (
    <fieldset class="inspect-switch">
      <legend class="sr">{label}</legend>
      {choices.map((words, at) => (
        <button key={words} type="button" aria-pressed={isSecond === (at === 1)} onClick={() => onChange(at === 1)}>
          {words}
        </button>
      ))}
    </fieldset>
  )
}

function useIsWide() {
  const host = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = host.current
    if (!element) return undefined
    const sizes = new ResizeObserver(() => setWide(element.clientWidth >= WIDE_PX))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return [isWide, host] as const
}
