import type { LineageLink } from '../../model/lineage.ts'
import type { Session } from '../../model/session.ts'
import { totalTokens } from '../../model/usage/totals.ts'
import type { SessionRow } from './row.ts'
import { sumCosts } from './row-cost.ts'
import type { ViewOptions } from './view-options.ts'

type HeaderOptions = Pick<ViewOptions, 'isKeptOnly' | 'costOf'>

export function sessionRow(session: Session, options: HeaderOptions = {}): SessionRow {
  return {
    kind: 'session',
    id: session.id,
    title: session.title.text,
    cwd: session.cwds[0],
    branches: session.branches,
    models: session.models,
    version: session.versions.at(-1),
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    activeMs: session.activeMs,
    turns: session.summary.turns,
    otherTurns: session.summary.otherTurns,
    toolCalls: session.agents.reduce(
      (sum, agent) => sum + agent.thread.toolCalls.length,
      session.main.toolCalls.length,
    ),
    agents: session.agents.length,
    tokens: totalTokens(session.usage),
    cost: sumCosts(session.requests, options),
    links: describeLinks(session),
    isKeptOnly: options.isKeptOnly ?? false,
  }
}

/** A summary of some unknown session names nobody a reader could go to. */
function describeLinks(session: Session): readonly string[] {
  const named = session.links.filter(link => link.sessionId !== undefined || link.kind !== 'summarises')
  return named.map(({ kind, sessionId }) => `${LINK_WORDS[kind]} ${sessionId ?? 'another session'}`)
}

const LINK_WORDS: { readonly [Kind in LineageLink['kind']]: string } = {
  'resumed-from': 'resumed from',
  'resumed-by': 'resumed by',
  'shares-entries': 'shares entries with',
  'forked-from': 'forked from',
  'plan-from': 'plan from',
  continues: 'continues',
  summarises: 'summarises',
  'mixed-with': 'mixed with',
}
