import type { Level } from '../../../render/level.ts'
import { firstPlace, nextPlace, timeAt } from '../../../render/steps/places.ts'
import type { Place, Reel } from '../../../render/steps/reel.ts'
import { renderTerminal, type TerminalOptions } from '../../../render/terminal/render-terminal.ts'
import { formatClock, formatIso } from '../../../time/day.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { App } from '../app.ts'
import type { Film } from './film.ts'

interface Walking {
  readonly film: Film
  readonly level: Level
  /** The step to begin with. */
  readonly from: Place | undefined
}

/** A step of the session, or of an agent in it. */
interface Listed {
  readonly number: number
  readonly reel: Reel
  readonly place: Place
  /** Ids of the agents it stands in, the outermost first. */
  readonly agents: readonly string[]
}

/** The steps one after the other, each under a line that says which one it is. */
export async function printSteps(app: App, walking: Walking, options: TerminalOptions): Promise<boolean> {
  for (const step of listSteps(walking)) {
    if (app.signal.aborted) return false
    const words = options.style.paint('dim', stepWords(walking, step))
    const lines = renderTerminal(step.reel.rowsOf(walking.level, step.place), options)
    app.out.lines([...(step.number > 1 ? [''] : []), words, ...lines])
    await app.out.drained()
  }
  return true
}

/** One document, written step by step: a long session is no reason to hold it all. */
export async function printStepsJson(app: App, { film, level, from }: Walking): Promise<boolean> {
  const head = JSON.stringify(
    { schema: 'backscroll.steps/1', session: film.sessionId, title: film.title, level },
    null,
    2,
  )
  app.out.write(`${head.slice(0, -2)},\n  "steps": [`)
  let isFirst = true
  for (const step of listSteps({ film, level, from })) {
    if (app.signal.aborted) return false
    const text = JSON.stringify(stepJson({ film, level, from }, step), null, 2).replaceAll('\n', '\n    ')
    app.out.write(`${isFirst ? '' : ','}\n    ${text}`)
    isFirst = false
    await app.out.drained()
  }
  app.out.line(isFirst ? ']\n}' : '\n  ]\n}')
  return true
}

/** At level `all` what agents did follows the step that started them, as `show` has it. */
function* listSteps({ film, level, from }: Walking): Iterable<Listed> {
  const opened = new Set<string>()
  let number = 0
  function* walk(reel: Reel, first: Place | undefined, agents: readonly string[]): Iterable<Listed> {
    for (let place = first; place; place = nextPlace(reel, level, place)) {
      yield { number: ++number, reel, place, agents }
      const agentId = reel.markOf(level, place)?.agentId
      if (level !== 'all' || agentId === undefined || opened.has(agentId)) continue
      opened.add(agentId)
      const inside = film.openAgent(agentId)?.reel
      if (inside) yield* walk(inside, firstPlace(inside, level), [...agents, agentId])
    }
  }
  yield* walk(film.reel, from, [])
}

function stepWords({ film, level }: Walking, { number, reel, place, agents }: Listed): string {
  const at = timeAt(reel, level, place)
  const turn = reel.turnOf(place.section)
  const elapsedMs = elapsed(film, at)
  const facts = [
    `step ${number}`,
    turn ? `turn ${turn}` : '',
    agents.length > 0 ? (film.openAgent(agents.at(-1) ?? '')?.name ?? '') : '',
    at === undefined ? '' : formatClock(at),
    elapsedMs === undefined ? '' : `+${formatDuration(elapsedMs)}`,
  ]
  return `[${facts.filter(text => text !== '').join(' · ')}]`
}

function stepJson({ film, level }: Walking, { number, reel, place, agents }: Listed) {
  const mark = reel.markOf(level, place)
  const at = timeAt(reel, level, place)
  const { files, tokens } = film.soFar(at)
  return {
    step: number,
    turn: reel.turnOf(place.section),
    agents,
    kind: mark?.kind,
    isRewound: mark?.isRewound,
    at: formatIso(at),
    elapsedMs: elapsed(film, at),
    filesChanged: files,
    tokens,
    rows: reel.rowsOf(level, place),
  }
}

function elapsed({ startedAt }: Film, at: number | undefined): number | undefined {
  return at === undefined || startedAt === undefined ? undefined : Math.max(0, at - startedAt)
}
