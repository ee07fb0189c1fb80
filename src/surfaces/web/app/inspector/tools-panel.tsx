import { useState } from 'preact/hooks'
import type { InspectCalls, InspectedCall, InspectTools, ToolCount } from '../../../../query/inspect/inspect-tools.ts'
import { STATUS_BADGES } from '../../../../render/words.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDuration } from '../../../../time/duration.ts'
import { Empty } from '../components/empty.tsx'
import { Answered, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

/** Tools by how often they were called; one opens to its calls. */
export function ToolsPanel(props: PanelProps) {
  const answer = useInspect<InspectTools>(props, 'tools')
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [isAll, setAll] = useState(false)
  return (
    <Answered answer={answer}>
      {data => {
        if (data.calls === 0) return <Empty title="No tool calls">The model only talked in this session.</Empty>
        const most = data.tools[0]?.calls ?? 1
        const shown = isAll ? data.tools.slice(0, MAX_TOOLS) : data.tools.slice(0, FIRST_TOOLS)
        return (
          <>
            <p class="inspect-sum">
              {formatNumberOf(data.calls, 'call')}
              {data.errors > 0 ? <span class="is-bad">, {formatNumberOf(data.errors, 'error')}</span> : null}
            </p>
            <ul class="inspect-list">
              {shown.map(tool => (
                <li key={tool.name}>
                  <ToolRow
                    tool={tool}
                    share={tool.calls / most}
                    isOpen={open === tool.name}
                    onToggle={() => setOpen(open === tool.name ? undefined : tool.name)}
                  />
                  {open === tool.name ? <CallList {...props} tool={tool} /> : null}
                </li>
              ))}
            </ul>
            {shown.some(({ totalMs }) => totalMs !== undefined) ? (
              <p class="inspect-note">Times go from call to result: waiting for a yes is part of them.</p>
            ) : null}
            {shown.length < data.tools.length && !isAll ? (
              <button type="button" class="button" onClick={() => setAll(true)}>
                All {formatInteger(data.tools.length)} tools
              </button>
            ) : null}
          </>
        )
      }}
    </Answered>
  )
}

const FIRST_TOOLS = 30
const MAX_TOOLS = 100
const PAGE = 40

interface ToolRowProps {
  readonly tool: ToolCount
  /** Of the tool called most. */
  readonly share: number
  readonly isOpen: boolean
  onToggle(): void
}

function ToolRow({ tool, share, isOpen, onToggle }: ToolRowProps) {
  return (
    <button type="button" class="used-row" aria-expanded={isOpen} onClick={onToggle}>
      <span class="used-name">{sanitizeLine(tool.label) || '(no name)'}</span>
      <span class="number">{formatInteger(tool.calls)}</span>
      <span class="used-bar" aria-hidden="true">
        <span style={{ width: `${Math.max(1, Math.round(share * 100))}%` }} />
      </span>
      <span class="inspect-facts">
        {[
          tool.errors > 0 ? formatNumberOf(tool.errors, 'error') : '',
          tool.rejected > 0 ? `${formatInteger(tool.rejected)} refused` : '',
          tool.pending > 0 ? `${formatInteger(tool.pending)} without result` : '',
          tool.totalMs === undefined ? '' : `${formatDuration(tool.totalMs)} in all`,
          tool.medianMs === undefined || tool.calls < 2 ? '' : `median ${formatDuration(tool.medianMs)}`,
        ]
          .filter(text => text !== '')
          .join(' · ')}
      </span>
    </button>
  )
}

function CallList(props: PanelProps & { readonly tool: ToolCount }) {
  const { tool, onGo } = props
  const [from, setFrom] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const answer = useInspect<InspectCalls>(props, 'calls', { tool: tool.name, failed: isFailed, from, limit: PAGE })
  const failures = tool.errors + tool.rejected
  return (
    <div class="made-calls">
      {failures > 0 && failures < tool.calls ? (
        <label class="choice">
          <input
            type="checkbox"
            checked={isFailed}
            onChange={event => {
              setFrom(0)
              setFailed(event.currentTarget.checked)
            }}
          />
          Only what failed
        </label>
      ) : null}
      <Answered answer={answer}>
        {data => (
          <>
            <ol class="calls" start={data.from + 1}>
              {data.calls.map(call => (
                <li key={call.id}>
                  <CallRow call={call} onGo={onGo} />
                </li>
              ))}
            </ol>
            <Pager
              from={data.from}
              shown={data.calls.length}
              total={data.total}
              size={PAGE}
              what="calls"
              onFrom={setFrom}
            />
          </>
        )}
      </Answered>
    </div>
  )
}

function CallRow({ call, onGo }: { readonly call: InspectedCall } & Pick<PanelProps, 'onGo'>) {
  const badge = STATUS_BADGES[call.status]
  return (
    <button
      type="button"
      class="made-row"
      title={call.error === undefined ? undefined : sanitizeLine(call.error)}
      onClick={() => onGo({ turn: call.turn, entry: call.entry, agent: call.agent })}
    >
      <span class="made-turn">{call.turn === undefined ? 'agent' : `turn ${call.turn}`}</span>
      <span class="made-words">{sanitizeLine(call.headline) || sanitizeLine(call.name)}</span>
      {badge ? <span class={badge.tone === 'bad' ? 'is-bad' : 'quiet'}>{badge.text}</span> : null}
      <span class="number quiet">{call.durationMs === undefined ? '' : formatDuration(call.durationMs)}</span>
    </button>
  )
}
