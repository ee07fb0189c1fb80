import { useState } from 'preact/hooks'
import type { InspectAgents, InspectedAgent } from '../../../../query/inspect/inspect-agents.ts'
import { agentNote } from '../../../../render/words.ts'
import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDuration } from '../../../../time/duration.ts'
import { Empty } from '../components/empty.tsx'
import { Money } from '../components/money.tsx'
import { Tokens } from '../components/tokens.tsx'
import { Answered, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

const PAGE = 60
/** Deeper ones are not moved in any further. */
const MAX_INDENT = 6

/** Agents below those that started them, with their numbers. */
export function AgentsPanel(props: PanelProps) {
  const answer = useInspect<InspectAgents>(props, 'agents')
  const [from, setFrom] = useState(0)
  return (
    <Answered answer={answer}>
      {({ agents, tokens, seenInProgress, cost }) => {
        if (agents.length === 0) return <Empty title="No agents">The session did all of its work itself.</Empty>
        const shown = agents.slice(from, from + PAGE)
        return (
          <>
            <p class="inspect-sum">
              {formatNumberOf(agents.length, 'agent')}, <Tokens count={tokens} /> tokens
              {cost ? (
                <>
                  , <Money usd={cost.costUsd} isLowerBound={cost.isLowerBound} />
                </>
              ) : null}
              {seenInProgress > 0 ? <SeenInProgress tokens={seenInProgress} isAll={seenInProgress === tokens} /> : null}
            </p>
            <ul class="inspect-list">
              {shown.map(agent => (
                <li
                  key={agent.id}
                  class="started-item"
                  style={{ '--depth': String(Math.min(agent.depth, MAX_INDENT)) }}
                >
                  <AgentRow agent={agent} onGo={props.onGo} />
                </li>
              ))}
            </ul>
            <Pager from={from} shown={shown.length} total={agents.length} size={PAGE} what="agents" onFrom={setFrom} />
          </>
        )
      }}
    </Answered>
  )
}

/** Their own files are gone, or were never written: what is known of them stands in the file of the session. */
function SeenInProgress({ tokens, isAll }: { readonly tokens: number; readonly isAll: boolean }) {
  return (
    <span class="inspect-facts">
      {isAll ? 'All' : <Tokens count={tokens} />} of them seen in progress messages only, so there were at least so
      many; no cost is counted for them.
    </span>
  )
}

function AgentRow({ agent, onGo }: { readonly agent: InspectedAgent } & Pick<PanelProps, 'onGo'>) {
  const { cost } = agent
  const note = agentNote({ ...agent, isResume: false })
  const isBad = agent.status === 'failed' || agent.status === 'interrupted'
  const facts = [
    sanitizeLine(agent.agentType ?? ''),
    agent.turn === undefined ? '' : `turn ${agent.turn}`,
    sanitizeLine(agent.model ?? ''),
    formatNumberOf(agent.steps, 'step'),
    agent.durationMs === undefined ? '' : formatDuration(agent.durationMs),
  ]
  return (
    <button type="button" class="started-row" onClick={() => onGo({ agent: agent.id })}>
      {agent.depth > 0 ? <span class="sr">level {agent.depth + 1}: </span> : null}
      <span class="started-words">{sanitizeLine(agent.description).slice(0, 200) || sanitizeLine(agent.id)}</span>
      <span class="started-numbers">
        <Tokens count={agent.tokens} />
        {cost ? <Money usd={cost.costUsd} isLowerBound={cost.isLowerBound} /> : null}
      </span>
      <span class="inspect-facts">
        {note === '' ? null : <span class={isBad ? 'is-bad' : undefined}>{note} · </span>}
        {facts.filter(text => text !== '').join(' · ')}
      </span>
    </button>
  )
}
