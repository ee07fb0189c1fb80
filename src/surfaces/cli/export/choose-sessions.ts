import { rankSources } from '../../../query/export/rank-sources.ts'
import type { Keep } from '../../../query/keep.ts'
import type { Library } from '../../../query/library.ts'
import { selectSessions } from '../../../query/list-sessions.ts'
import { loadFrom } from '../../../query/load-from.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { requireEntryTurn } from '../../../query/session-target.ts'
import type { TurnRange } from '../../../render/view/view-options.ts'
import type { SourceProblem } from '../../../source/problem.ts'
import type { Project } from '../../../source/project.ts'
import { pathOf, type SessionSource } from '../../../source/session-source.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import type { App } from '../app.ts'
import type { MatchingSessions, NamedSessions, WantedSessions } from './plan.ts'

/** Sessions to export, the oldest first where nobody gave an order. */
export interface Choice {
  readonly sessions: readonly ChosenSession[]
  /** About sessions that might have been among them. */
  readonly problems: readonly SourceProblem[]
  /** An index page goes with them. */
  readonly isMany: boolean
}

export interface ChosenSession {
  readonly source: SessionSource
  readonly turns: TurnRange | undefined
  /** As recorded, nothing taken out; undefined where one session is exported alone. */
  readonly project: Project | undefined
  /** Epoch milliseconds; undefined where one session is exported alone. */
  readonly startedAt: number | undefined
}

export async function chooseSessions(
  app: App,
  library: Library,
  keep: Keep | undefined,
  wanted: WantedSessions,
): Promise<Choice> {
  return wanted.kind === 'named' ? chooseNamed(app, library, keep, wanted) : await chooseMatching(app, library, wanted)
}

function chooseNamed(app: App, library: Library, keep: Keep | undefined, { names }: NamedSessions): Choice {
  const chosen = new Map<string, Pick<ChosenSession, 'source' | 'turns'>>()
  for (const { id, turns, entry } of names) {
    const found = requireNamed(library, keep, { text: id, env: app.roots })
    if (found.note) app.err.line(`backscroll: ${sanitizeLine(found.note)}`)
    const cited = entry === undefined ? undefined : { entry, turn: found.turn }
    const turn = (cited && requireEntryTurn(loadFrom(library, found.source).session, cited)) ?? found.turn
    const range = turns ?? (turn === undefined ? undefined : { from: turn, to: turn })
    const key = `${pathOf(found.source)} ${range?.from} ${range?.to}`
    if (!chosen.has(key)) chosen.set(key, { source: found.source, turns: range })
  }
  const list = [...chosen.values()]
  if (list.length < 2)
    return {
      sessions: list.map(item => ({ ...item, project: undefined, startedAt: undefined })),
      problems: [],
      isMany: false,
    }
  const ranked = rankSources(
    library,
    list.map(({ source }) => source),
  )
  const sessions = list.map((item, at) => ({ ...item, project: ranked[at]?.project, startedAt: ranked[at]?.firstAt }))
  return { sessions, problems: [], isMany: true }
}

/** Also one session is a folder then: what a script asks for must not depend on how many there were this week. */
async function chooseMatching(app: App, library: Library, asked: MatchingSessions): Promise<Choice> {
  const { project, since, until } = asked
  const { threads } = app
  const { rows, problems } = await selectSessions(library, { project, since, until, includeEmpty: false, threads })
  const sessions = rows.toReversed().map(row => ({
    source: row.source,
    turns: undefined,
    project: row.project,
    startedAt: row.firstAt,
  }))
  return { sessions, problems, isMany: true }
}
