import type { Session } from '../../model/session.ts'
import { sumTokens } from './agents.ts'
import type { SessionRow } from './row.ts'

export function sessionRow(session: Session): SessionRow {
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
    turns: session.main.turns.filter(turn => turn.number > 0).length,
    toolCalls: session.agents.reduce(
      (sum, agent) => sum + agent.thread.toolCalls.length,
      session.main.toolCalls.length,
    ),
    agents: session.agents.length,
    tokens: sumTokens(session.usage),
    links: session.links.map(link => `${link.kind.replace('-', ' ')} ${link.sessionId ?? 'another session'}`),
  }
}
