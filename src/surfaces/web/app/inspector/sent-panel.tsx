import { useState } from 'preact/hooks'
import { sayAbsence, sayChange, sayCheck, sayMark, sayValue } from '../../../../render/sent/say-sent.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine, sanitizeText } from '../../../../text/sanitize.ts'
import type { CutBlock, CutPart, InspectSent } from '../../routes/inspect-sent.ts'
import { Empty } from '../components/empty.tsx'
import { setQuery, useRoute } from '../router.ts'
import { Answered, Go, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

const PAGE = 30
const WHOLE_CHARS = 2_000_000

/** What the model was given with one request. */
export function SentPanel(props: PanelProps) {
  const request = useRoute().query.get('request') ?? undefined
  const [view, setView] = useState({ from: 0, isWhole: false, request })
  const { from, isWhole } = view.request === request ? view : { from: 0, isWhole: false }
  const chars = isWhole ? { chars: WHOLE_CHARS } : {}
  const answer = useInspect<InspectSent>(props, 'sent', { request, from, limit: PAGE, ...chars })
  return (
    <Answered answer={answer}>
      {data =>
        data.requests === 0 && !data.sent ? (
          <Empty title="No requests">No request of this conversation says what it used.</Empty>
        ) : (
          <>
            <Chooser data={data} onGo={props.onGo} />
            <Verdict data={data} />
            <Change data={data} />
            <PartList title="System" parts={data.fixed.filter(({ place }) => place === 'system')} />
            <PartList title="Tools" parts={data.fixed.filter(({ place }) => place === 'tools')} />
            <PartList title="Messages" parts={data.messages} total={data.total} />
            <Pager
              from={data.from}
              shown={data.messages.length}
              total={data.total}
              size={PAGE}
              what="messages"
              onFrom={next => setView({ from: next, isWhole, request })}
            />
            {data.sent ? (
              <button type="button" class="button" onClick={() => setView({ from, isWhole: !isWhole, request })}>
                {isWhole ? 'Cut long texts' : 'Show texts whole'}
              </button>
            ) : null}
          </>
        )
      }
    </Answered>
  )
}

interface DataProps {
  readonly data: InspectSent
}

/** From one request to the next. */
function Chooser({ data: { number, requests, turn, model, at }, onGo }: DataProps & Pick<PanelProps, 'onGo'>) {
  const show = (next: number): void => setQuery({ request: String(next) })
  const facts = [model, at === undefined ? '' : new Date(at).toLocaleString()]
  return (
    <>
      <nav class="inspect-pager" aria-label="Requests">
        <button
          type="button"
          class="button"
          disabled={number === undefined || number <= 1}
          onClick={() => show((number ?? 2) - 1)}
        >
          Earlier
        </button>
        <span class="count">
          {number === undefined
            ? 'A request without an answer'
            : `Request ${formatInteger(number)} of ${formatInteger(requests)}`}
        </span>
        <button
          type="button"
          class="button"
          disabled={number === undefined || number >= requests}
          onClick={() => show((number ?? 0) + 1)}
        >
          Later
        </button>
      </nav>
      <p class="inspect-note">
        {turn > 0 ? <Go place={{ turn }} onGo={onGo} /> : null} {facts.map(sanitizeLine).join(' · ')}
      </p>
    </>
  )
}

function Verdict({ data: { sent, absence, version, unanswered } }: DataProps) {
  const { isProven, sentences } = sent
    ? sayCheck(sent.check)
    : { isProven: false, sentences: absence ? sayAbsence(absence, version) : [] }
  const facts = sent
    ? [
        sent.attempts.length > 1 ? `Sent ${sent.attempts.length} times, the same each time.` : '',
        sent.storedIn === undefined ? '' : `Sent in the session ${sent.storedIn}; here is a copy of the answer.`,
        `Cache marks: ${sent.cacheMarks.map(sayMark).join('; ') || 'none'}.`,
        ...Object.entries(sent.params).map(([name, value]) => `${name} ${sayValue(value)}`),
      ]
    : []
  return (
    <>
      <p class={isProven ? 'sent-verdict is-proven' : 'sent-verdict'}>{sentences.map(sanitizeLine).join(' ')}</p>
      {facts
        .filter(text => text !== '')
        .map(text => (
          <p key={text} class="inspect-note">
            {sanitizeLine(text)}
          </p>
        ))}
      {unanswered.length > 0 ? (
        <p class="inspect-note">
          {formatNumberOf(unanswered.length, 'recorded request')} without an answer:{' '}
          {unanswered.slice(0, 8).map(({ id }) => (
            <button key={id} type="button" class="text-button" onClick={() => setQuery({ request: id })}>
              {sanitizeLine(id).slice(0, 8)}{' '}
            </button>
          ))}
        </p>
      ) : null}
    </>
  )
}

function Change({ data: { sent } }: DataProps) {
  if (!sent) return null
  if (!sent.change || !sent.before) return <p class="inspect-note">The first recorded request of its file.</p>
  const { number } = sent.before
  return (
    <>
      <h2>Since {number === undefined ? 'the request before' : `request ${formatInteger(number)}`}</h2>
      <dl class="cost-sum">
        {sayChange(sent.change).map(({ name, text }) => (
          <div key={name}>
            <dt>{sanitizeLine(name)}</dt>
            <dd>{sanitizeLine(text)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface PartListProps {
  readonly title: string
  readonly parts: readonly CutPart[]
  readonly total?: number
}

function PartList({ title, parts, total = parts.length }: PartListProps) {
  if (parts.length === 0) return null
  return (
    <>
      <h2>
        {title} <span class="count">{formatInteger(total)}</span>
      </h2>
      <ol class="inspect-list sent-list">
        {parts.map(part => (
          <li key={part.number} value={part.number} class="compaction-row">
            <details>
              <summary>{nameOf(part)}</summary>
              {part.blocks.map((block, at) => (
                <Block key={at} block={block} />
              ))}
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

const FOUND: { readonly [From in NonNullable<CutPart['from']>]: string } = {
  blob: 'hidden context or a changed form, from the request log',
  answer: 'answer',
  line: 'a line of the conversation',
  lines: 'lines as one message',
  missing: 'not found',
}

function nameOf({ label, from, fits, blocks, number }: CutPart): string {
  const chars = blocks.reduce((sum, block) => sum + block.chars, 0)
  const facts = [
    label || `block ${number}`,
    from === undefined ? '' : FOUND[from],
    fits || from === 'missing' ? '' : 'hash does not fit',
    formatNumberOf(chars, 'character'),
    blocks.some(({ isMarked }) => isMarked) ? 'cache mark' : '',
  ]
  return facts
    .map(sanitizeLine)
    .filter(text => text !== '')
    .join(' · ')
}

function Block({ block: { kind, text, chars, isMarked } }: { readonly block: CutBlock }) {
  return (
    <>
      <p class="inspect-note">
        {sanitizeLine(kind)}
        {isMarked ? ' · cache mark behind it' : ''}
      </p>
      <pre class="sent-text">
        {sanitizeText(text)}
        {text.length < chars ? ' …' : ''}
      </pre>
    </>
  )
}
