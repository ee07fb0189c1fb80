import { isEmpty } from '../../../query/require-content.ts'
import { buildSessionJson } from '../../../render/json/session-json.ts'
import type { Level } from '../../../render/level.ts'
import { renderTerminal } from '../../../render/terminal/render-terminal.ts'
import { colorStyle, plainStyle } from '../../../render/terminal/style.ts'
import { buildView } from '../../../render/view/build-view.ts'
import { readersOf, type TurnRange } from '../../../render/view/view-options.ts'
import { rawSpans } from '../../../share/raw-spans.ts'
import type { LoadedSession } from '../../../source/load-session.ts'
import { pathOf } from '../../../source/session-source.ts'
import { nameCommandsIn } from '../../../text/name-commands.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { createCostFinder } from '../app-pricer.ts'
import { type CommandRequest, countOption, textArg, textOption } from '../define-command.ts'
import { openNamed } from '../open-named.ts'
import { reportProblems } from '../report-problems.ts'

/** Shows a session, or some of its turns. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const { loaded, turns, damageHint } = await openNamed(app, textArg(request, 'id') ?? '')
  if (isEmpty(loaded) && !app.json) {
    app.err.line(`backscroll: this session is empty: ${sanitizeLine(pathOf(loaded.source))}`)
    return 'nothing'
  }
  const level = textOption(request, 'level') ?? app.config.level ?? 'tools'
  if (app.json) printJson(app, sessionJson(loaded, turns))
  else if (level === 'raw') await printRaw(app, loaded, turns)
  else await printLines(app, drawSession(app, request, { loaded, level: level as Level, turns }))
  reportProblems(app, loaded.problems)
  if (damageHint !== undefined)
    app.err.line(nameCommandsIn(damageHint, { program: app.programName, command: app.commandName }))
  return loaded.problems.length > 0 ? 'incomplete' : 'done'
}

function sessionJson(loaded: LoadedSession, turns: TurnRange | undefined) {
  const { session, read, issues } = loaded
  const files = loaded.files.map(file => file.path)
  return buildSessionJson(session, { read, issues, turns, files, keptOnly: isKeptOnly(loaded) })
}

function isKeptOnly({ source }: LoadedSession): boolean {
  return source.kept?.isGone ?? false
}

interface Drawing {
  readonly loaded: LoadedSession
  readonly level: Level
  readonly turns: TurnRange | undefined
}

function drawSession(app: App, request: CommandRequest, { loaded, level, turns }: Drawing): Iterable<string> {
  const rows = buildView(loaded.session, {
    level,
    turns,
    ...readersOf(loaded),
    isKeptOnly: isKeptOnly(loaded),
    costOf: createCostFinder(app),
  })
  return renderTerminal(rows, widthAndStyle(app, request))
}

const MIN_WIDTH = 20

export function widthAndStyle(app: App, request: CommandRequest) {
  const width = Math.max(MIN_WIDTH, countOption(request, 'width') ?? app.columns)
  return { width, style: app.color ? colorStyle : plainStyle }
}

const LINES_PER_WRITE = 200

async function printLines(app: App, lines: Iterable<string>): Promise<void> {
  let waiting: string[] = []
  for (const line of lines) {
    waiting.push(line)
    if (waiting.length < LINES_PER_WRITE) continue
    app.out.lines([waiting.join('\n')])
    waiting = []
    await app.out.drained()
  }
  if (waiting.length > 0) app.out.lines([waiting.join('\n')])
}

/** The lines of the main file as they are; made safe where a terminal would obey them. */
async function printRaw(app: App, loaded: LoadedSession, turns: TurnRange | undefined): Promise<void> {
  const { main } = loaded.source
  if (main) {
    const decoder = new TextDecoder()
    for (const span of turns ? rawSpans(loaded.session.main, turns) : [{}]) {
      for (const chunk of loaded.readChunks({ file: 0 }, span)) {
        app.out.write(app.isTerminal ? sanitizeText(decoder.decode(chunk, { stream: true })) : new Uint8Array(chunk))
        await app.out.drained()
      }
    }
  }
  for (const { path } of loaded.source.agents) app.err.line(`backscroll: subagent in ${sanitizeLine(path)}`)
}
