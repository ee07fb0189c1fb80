import type { ReadStream } from 'node:tty'
import { isEmpty } from '../../../query/require-content.ts'
import { LEVELS, type Level } from '../../../render/level.ts'
import { firstFrom, firstPlace } from '../../../render/steps/places.ts'
import type { TurnRange } from '../../../render/view/view-options.ts'
import { requireTurns } from '../../../share/require-turns.ts'
import { pathOf } from '../../../source/session-source.ts'
import { nameCommandsIn } from '../../../text/name-commands.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { type CommandRequest, countOption, flagOption, textArg, textOption } from '../define-command.ts'
import { openNamed } from '../open-named.ts'
import { createFilm } from '../replay/create-film.ts'
import type { Film } from '../replay/film.ts'
import { MAX_SPEED, MIN_SPEED } from '../replay/pace.ts'
import { printSteps, printStepsJson } from '../replay/print-steps.ts'
import { runReplay } from '../replay/run-replay.ts'
import { findTurn, type ReplayStart } from '../replay/state.ts'
import { reportProblems } from '../report-problems.ts'
import { widthAndStyle } from './show.ts'

/** Steps through a session: on a terminal as a player, else as text. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const start = readStart(app, request)
  const { loaded, turns, damageHint } = await openNamed(app, textArg(request, 'id') ?? '')
  if (start.from !== undefined) requireStart(loaded.session.main, start.from, turns)
  if (isEmpty(loaded) && !app.json) {
    app.err.line(`backscroll: this session is empty: ${sanitizeLine(pathOf(loaded.source))}`)
    return 'nothing'
  }
  const outcome = await show(app, request, createFilm(app, loaded, turns), start)
  reportProblems(app, loaded.problems)
  if (damageHint !== undefined)
    app.err.line(nameCommandsIn(damageHint, { program: app.programName, command: app.commandName }))
  return outcome === 'done' && loaded.problems.length > 0 ? 'incomplete' : outcome
}

async function show(app: App, request: CommandRequest, film: Film, start: ReplayStart): Promise<Outcome> {
  if (app.opensScreen) {
    const host = { input: app.input as ReadStream, output: process.stdout, process }
    const look = () => ({ now: app.now(), colors: app.colors, hasColor: app.color })
    const end = await runReplay(host, { film, start, look, signal: app.signal })
    return end === 'quit' ? 'done' : 'interrupted'
  }
  const { level } = start
  const section = start.from === undefined ? -1 : findTurn(film.reel, start.from)
  const from = section < 0 ? firstPlace(film.reel, level) : firstFrom(film.reel, level, section)
  const walking = { film, level, from }
  const isWhole = app.json
    ? await printStepsJson(app, walking)
    : await printSteps(app, walking, widthAndStyle(app, request))
  return isWhole ? 'done' : 'interrupted'
}

/** Checked before anything is read. */
function readStart(app: App, request: CommandRequest): ReplayStart {
  const level = textOption(request, 'level') ?? app.config.level ?? 'tools'
  return {
    // Raw lines are no steps.
    level: LEVELS.find(name => name === level) ?? ('all' satisfies Level),
    speed: readSpeed(textOption(request, 'speed')),
    isPlaying: flagOption(request, 'play'),
    from: countOption(request, 'from'),
  }
}

function readSpeed(text: string | undefined): number {
  if (text === undefined) return 1
  const speed = /^(?:\d+\.?\d*|\.\d+)[x×]?$/.test(text) ? Number.parseFloat(text) : Number.NaN
  if (speed >= MIN_SPEED && speed <= MAX_SPEED) return speed
  throw new UserError({
    code: 'bad-speed',
    message: `"${sanitizeLine(text)}" is no speed`,
    hint: `Give a number from ${MIN_SPEED} to ${MAX_SPEED}, such as --speed 2; 1 is the speed it was recorded at.`,
  })
}

function requireStart(main: Parameters<typeof requireTurns>[0], from: number, turns: TurnRange | undefined): void {
  const hint = 'Give --from the number of a turn, as `backscroll show` prints them.'
  requireTurns(main, { from, to: from }, hint)
  if (!turns || (from >= turns.from && from <= turns.to)) return
  const range = turns.from === turns.to ? `turn ${turns.from}` : `turns ${turns.from} to ${turns.to}`
  throw new UserError({ code: 'no-such-turn', message: `--from ${from} is outside of ${range}`, hint })
}
