import type { Row, Store } from '../../../store/store.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import type { RowAbout } from '../usage-report.ts'
import type { UsageSession } from '../usage-source.ts'
import type { UsageCut } from './cut.ts'
import { lookUpShown } from './shown-rows.ts'

export const sessions: UsageCut = {
  name: 'sessions',
  aliases: ['session'],
  summary: 'By session',
  title: 'SESSION',
  isByTime: false,
  needsIndex: false,
  needsRequests: false,
  none: undefined,
  open({ groups, store }) {
    const byId = new Map<string, UsageSession>()
    for (const { session } of groups) if (!byId.has(session.id)) byId.set(session.id, session)
    const findMore = store ? openMore(store) : () => undefined
    return {
      keyOf: (_fact, { id }) => id,
      describe(key) {
        const { number, title, project } = byId.get(key) as UsageSession
        const about = { project: project.name, projectPath: project.path, ...findMore(number) }
        // A scan reads no titles: there a session goes by its id.
        return { label: title || (store ? shownTitle(title) : key), about }
      },
    }
  },
}

/** What the index alone knows. */
function openMore(store: Store): (session: number) => RowAbout | undefined {
  return lookUpShown({
    one(session) {
      const row = store.get(`${ABOUT} WHERE session = ?`, [session])
      return row && toAbout(row)
    },
    all: () => new Map(store.all(ABOUT).map(row => [row.session as number, toAbout(row)])),
  })
}

const ABOUT = 'SELECT session, branch, turns, tool_calls, agents, compactions FROM sessions'

function toAbout({ branch, turns, tool_calls, agents, compactions }: Row): RowAbout {
  return {
    branch: branch as string | null,
    turns: turns as number,
    toolCalls: tool_calls as number,
    subagents: agents as number,
    compactions: compactions as number,
  }
}
