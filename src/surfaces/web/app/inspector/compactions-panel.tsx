import { useState } from 'preact/hooks'
import type { InspectCompactions, InspectedCompaction } from '../../../../query/inspect/inspect-compactions.ts'
import { tokenDelta } from '../../../../render/words.ts'
import { formatUsd } from '../../../../text/money.ts'
import { sanitizeLine, sanitizeText } from '../../../../text/sanitize.ts'
import { Empty } from '../components/empty.tsx'
import { Answered, Go, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

const PAGE = 20

/** Where the context was made smaller, and what took its place. */
export function CompactionsPanel(props: PanelProps) {
  const answer = useInspect<InspectCompactions>(props, 'compactions')
  const [from, setFrom] = useState(0)
  return (
    <Answered answer={answer}>
      {({ compactions }) => {
        if (compactions.length === 0) {
          return <Empty title="No compactions">The whole conversation stayed in the context.</Empty>
        }
        const shown = compactions.slice(from, from + PAGE)
        return (
          <>
            <ol class="inspect-list" start={from + 1}>
              {shown.map((compaction, at) => (
                <CompactionRow key={`${compaction.entry} ${from + at}`} compaction={compaction} onGo={props.onGo} />
              ))}
            </ol>
            <Pager
              from={from}
              shown={shown.length}
              total={compactions.length}
              size={PAGE}
              what="compactions"
              onFrom={setFrom}
            />
          </>
        )
      }}
    </Answered>
  )
}

function CompactionRow({ compaction, onGo }: { readonly compaction: InspectedCompaction } & Pick<PanelProps, 'onGo'>) {
  const { trigger, tokensBefore, tokensAfter, costUsd, summary, isSummaryCut, agent } = compaction
  const facts = [
    tokenDelta({ preTokens: tokensBefore, postTokens: tokensAfter }),
    sanitizeLine(trigger ?? ''),
    costUsd === null || costUsd === 0 ? '' : formatUsd(costUsd),
    agent === undefined ? '' : 'in an agent',
  ]
  return (
    <li class="compaction-row">
      <Go place={compaction} onGo={onGo} />{' '}
      <span class="quiet number">{facts.filter(text => text !== '').join(' · ')}</span>
      {summary === '' ? (
        <p class="inspect-note">No summary is recorded.</p>
      ) : (
        <details>
          <summary>What was kept of it</summary>
          <p class="compaction-summary">
            {sanitizeText(summary)}
            {isSummaryCut ? ' …' : ''}
          </p>
        </details>
      )}
    </li>
  )
}
