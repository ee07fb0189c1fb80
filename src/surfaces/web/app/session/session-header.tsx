import { useState } from 'preact/hooks'
import { copyText } from '../../../../page/copy-text.ts'
import { sessionNumbers } from '../../../../render/words.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDay, formatDayTime, formatIso, formatTime } from '../../../../time/day.ts'
import type { OpenSession } from '../../routes/session-open.ts'
import { postJson, toApiError } from '../api.ts'
import { LiveMark } from '../components/live-mark.tsx'
import { hrefTo } from '../router.ts'
import { useShared } from '../shared-value.ts'
import { say } from '../toast.ts'
import { copyMarkdown } from './copy.ts'
import type { SessionStore } from './data/session-store.ts'
import type { SessionController } from './session-controller.ts'
import { SessionViews } from './session-views.tsx'

interface HeaderProps {
  readonly store: SessionStore
  readonly title: string
  readonly controller: SessionController | undefined
  readonly onExport: () => void
}

/** What the session is, in numbers, and what can be done with it. */
export function SessionHeader({ store, title, controller, onExport }: HeaderProps) {
  return (
    <header class="reading-head">
      <SessionViews id={store.id} current="session" />
      <h1 title={title}>{title}</h1>
      {controller ? <LiveFacts controller={controller} /> : <Facts open={store.open} />}
      <div class="reading-actions">
        <ResumeButton open={store.open} />
        <button type="button" class="button" onClick={onExport} title="Export (e)">
          Export
        </button>
        <button type="button" class="button" onClick={() => void copyMarkdown(store, undefined)}>
          Copy as Markdown
        </button>
        <PinButton store={store} />
      </div>
    </header>
  )
}

/** Grows with a session that is being written. */
function LiveFacts({ controller }: { readonly controller: SessionController }) {
  return <Facts open={useShared(controller.shown).open} />
}

function Facts({ open }: { readonly open: OpenSession }) {
  const { header } = open.index
  const fields: readonly (readonly [name: string, value: preact.ComponentChildren])[] = [
    ['When', <When key="when" start={header.startedAt} end={header.endedAt} />],
    ['Folder', header.cwd === undefined ? '' : sanitizeLine(header.cwd)],
    ['Branch', header.branches.map(sanitizeLine).join(', ')],
    ['Model', header.models.map(sanitizeLine).join(', ')],
    ['Linked', header.links.length === 0 ? '' : <Links key="links" links={header.links} />],
    ['Tags', open.tags.map(sanitizeLine).join(', ')],
    ['Source', open.isKeptOnly ? 'kept in the archive only' : ''],
  ]
  const isIdle = open.status.state === 'idle'
  return (
    <>
      <p class="reading-numbers">
        {sessionNumbers(header).map(text => (
          <span key={text}>{text}</span>
        ))}
        {isIdle ? null : <LiveMark status={open.status} />}
      </p>
      <dl class="reading-facts">
        {fields
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

function When({ start, end }: { readonly start: number | undefined; readonly end: number | undefined }) {
  if (start === undefined) return <span>unknown</span>
  const isSameDay = end !== undefined && formatDay(end) === formatDay(start)
  return (
    <>
      <time dateTime={formatIso(start)}>{formatDayTime(start)}</time>
      {end === undefined || formatDayTime(end) === formatDayTime(start) ? null : (
        <>
          {' – '}
          <time dateTime={formatIso(end)}>{isSameDay ? formatTime(end) : formatDayTime(end)}</time>
        </>
      )}
    </>
  )
}

const SESSION_ID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){0,3}(?:-[0-9a-f]{12})?\b/

/** `resumed from 1f3a…`: the session that is named can be opened. */
function Links({ links }: { readonly links: readonly string[] }) {
  return (
    <>
      {links.map((text, at) => {
        const id = SESSION_ID.exec(text)?.[0]
        const words = sanitizeLine(id === undefined ? text : text.replace(id, id.slice(0, 8)))
        return (
          <span key={text}>
            {at > 0 ? ', ' : ''}
            {id === undefined ? words : <a href={hrefTo(`/session/${encodeURIComponent(id)}`)}>{words}</a>}
          </span>
        )
      })}
    </>
  )
}

function ResumeButton({ open }: { readonly open: OpenSession }) {
  const { resume } = open
  if (!resume) return null
  const copy = async (): Promise<void> =>
    say((await copyText(resume.command)) ? copiedWords(resume) : 'The browser does not let us copy')
  return (
    <button type="button" class="button" title={sanitizeLine(resume.command)} onClick={() => void copy()}>
      Copy resume command
    </button>
  )
}

/** The client finds a session only from the folder it ran in. */
function copiedWords({ isFolderThere, cwd }: NonNullable<OpenSession['resume']>): string {
  return isFolderThere ? 'Command copied' : `Command copied; the folder ${sanitizeLine(cwd)} is not on this machine`
}

function PinButton({ store }: { readonly store: SessionStore }) {
  const [isPinned, setPinned] = useState(store.open.isPinned)
  const pin = async (): Promise<void> => {
    try {
      const marks = await postJson<{ isPinned: boolean }>(`${store.path}/pin`, { isPinned: !isPinned })
      setPinned(marks.isPinned)
      say(marks.isPinned ? 'Pinned' : 'No longer pinned')
    } catch (error) {
      say(toApiError(error).message)
    }
  }
  return (
    <button type="button" class="button" aria-pressed={isPinned} onClick={() => void pin()}>
      {isPinned ? 'Unpin' : 'Pin'}
    </button>
  )
}
