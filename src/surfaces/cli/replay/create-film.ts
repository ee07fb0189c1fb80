import type { Session } from '../../../model/session.ts'
import type { Level } from '../../../render/level.ts'
import type { Place, Reel } from '../../../render/steps/reel.ts'
import { createAgentReel, createSessionReel } from '../../../render/steps/session-reel.ts'
import { createSoFar } from '../../../render/steps/so-far.ts'
import { renderTerminal } from '../../../render/terminal/render-terminal.ts'
import { colorStyle, plainStyle } from '../../../render/terminal/style.ts'
import { prepareView } from '../../../render/view/prepare-view.ts'
import { readersOf, type TurnRange } from '../../../render/view/view-options.ts'
import type { LoadedSession } from '../../../source/load-session.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { displayWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { App } from '../app.ts'
import { createCostFinder } from '../app-pricer.ts'
import type { AgentFilm, Film, StepLines } from './film.ts'
import { createStepLines } from './step-lines.ts'

/** A loaded session, or some of its turns, as the player sees it. */
export function createFilm(app: Pick<App, 'color' | 'config'>, loaded: LoadedSession, turns?: TurnRange): Film {
  const { session } = loaded
  const costOf = createCostFinder(app)
  const isKeptOnly = loaded.source.kept?.isGone ?? false
  const prepared = prepareView(session, { ...readersOf(loaded), isKeptOnly, costOf })
  const agents = new Map<string, AgentFilm | undefined>()
  return {
    sessionId: session.id,
    title: shownTitle(session.title.text),
    reel: createSessionReel(prepared, turns),
    startedAt: session.startedAt,
    lastTurn: session.main.turns.at(-1)?.number ?? 0,
    promptOf: turn => prepared.turns.get(turn)?.text ?? '',
    openAgent(agentId) {
      if (agents.has(agentId)) return agents.get(agentId)
      const agent = prepared.agents.get(agentId)
      const film = agent && { name: nameOf(session, agentId), reel: createAgentReel(prepared, agent) }
      agents.set(agentId, film)
      return film
    },
    linesOf: createLineDrawer(app.color),
    soFar: createSoFar(session, { costOf }),
  }
}

function nameOf({ agents }: Session, agentId: string): string {
  const agent = agents.find(({ id }) => id === agentId)
  return `agent ${agent?.agentType || agent?.description || agentId}`
}

/** Narrower terminals are drawn as if they were so wide, and their lines wrapped. */
const MIN_COLUMNS = 20
/** Steps whose lines are kept: drawn again with every key while somebody looks at one. */
const MAX_KEPT = 4

function createLineDrawer(hasColor: boolean): Film['linesOf'] {
  const reels = new WeakMap<Reel, number>()
  let reelCount = 0
  const kept = new Map<string, StepLines>()
  return (reel: Reel, level: Level, place: Place, columns: number) => {
    if (!reels.has(reel)) reels.set(reel, reelCount++)
    const key = `${reels.get(reel)} ${level} ${place.section}.${place.step} ${columns}`
    const known = kept.get(key)
    const lines = known ?? createStepLines(drawLines(reel, level, place, columns, hasColor))
    kept.delete(key)
    kept.set(key, lines)
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest)
    return lines
  }
}

function* drawLines(reel: Reel, level: Level, place: Place, columns: number, hasColor: boolean): Iterable<string> {
  const options = { width: Math.max(MIN_COLUMNS, columns), style: hasColor ? colorStyle : plainStyle }
  for (const line of renderTerminal(reel.rowsOf(level, place), options)) {
    if (displayWidth(line) <= columns) yield line
    // A terminal that draws frames wraps nothing by itself. Colours give way: few lines of few terminals come here.
    else for (const part of wrapText(line.replace(COLOUR, ''), columns)) yield part.trimEnd()
  }
}

const COLOUR = /\x1b\[[0-9;]*m/g
