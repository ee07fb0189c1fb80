import { decodeUtf8, viewBytes } from '../../../format/bytes.ts'
import type { Thread } from '../../../model/session.ts'
import type { Library } from '../../../query/library.ts'
import { loadFrom } from '../../../query/load-from.ts'
import { isEmpty, requireContent } from '../../../query/require-content.ts'
import { hintForDamage } from '../../../query/sound-generations.ts'
import { buildSessionJson } from '../../../render/json/session-json.ts'
import type { Level } from '../../../render/level.ts'
import { renderTerminal } from '../../../render/terminal/render-terminal.ts'
import { colorStyle, plainStyle } from '../../../render/terminal/style.ts'
import { buildView } from '../../../render/view/build-view.ts'
import type { TurnRange } from '../../../render/view/view-options.ts'
import type { LoadedSession } from '../../../source/load-session.ts'
import { pathOf } from '../../../source/session-source.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import { nameCommandsIn } from '../command-name.ts'
import { type CommandRequest, countOption, textArg, textOption } from '../define-command.ts'
import { freshenQuietly } from '../freshen.ts'
import { reportProblems } from '../report-problems.ts'
import { requireNamed } from '../require-kept.ts'

/** Shows a session, or some of its turns. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const asked = parseTarget(textArg(request, 'id') ?? '')
  const { loaded, turn, note, damageHint } = await askLibrary(app, await freshenQuietly(app), (library, keep) => {
    const { source, ...found } = requireNamed(library, keep, { text: asked.id, env: app.roots })
    const opened = loadFrom(library, source)
    return { ...found, loaded: opened, damageHint: findDamageHint(library, opened) }
  })
  const { source } = loaded
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  requireContent(loaded, damageHint)
  const turns = asked.turns ?? (turn === undefined ? undefined : { from: turn, to: turn })
  if (turns) requireTurns(loaded.session.main, turns)
  if (isEmpty(loaded) && !app.json) {
    app.err.line(`backscroll: this session is empty: ${sanitizeLine(pathOf(source))}`)
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

/** Where the transcript comes from the archive and cannot be read to its end. */
function findDamageHint({ keep }: Library, { source, problems }: LoadedSession): string | undefined {
  const isDamaged = problems.some(({ path }) => path === source.main?.path)
  if (!keep || !source.kept || !isDamaged) return undefined
  return hintForDamage(keep.archive, { session: source.kept.session, id: source.id })
}

/** `id:4-9` in its parts; a single turn is found together with the id. */
function parseTarget(text: string): { readonly id: string; readonly turns: TurnRange | undefined } {
  const [, id, from, to] = /^(.+):(\d{1,9})(?:-|\.\.)(\d{1,9})$/s.exec(text) ?? []
  if (id === undefined) return { id: text, turns: undefined }
  return { id, turns: { from: Number(from), to: Number(to) } }
}

function requireTurns(main: Thread, turns: TurnRange): void {
  const last = main.turns.at(-1)?.number ?? 0
  if (turns.from <= turns.to && turns.from <= last) return
  const isBackwards = turns.from > turns.to
  throw new UserError({
    code: 'no-such-turn',
    message: isBackwards
      ? `the range of turns ${turns.from}-${turns.to} ends before it begins`
      : `there is no turn ${turns.from}: the session has ${formatNumberOf(last, 'turn')}`,
    hint: 'Name a turn as id:3, or several as id:4-9; without it the whole session is shown.',
  })
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
    read: loaded.read,
    readText: (thread, entry) => decodeUtf8(viewBytes(loaded.readBytes(thread, entry))),
    readToolOutput: loaded.readToolResult,
    isKeptOnly: isKeptOnly(loaded),
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

interface RawSpan {
  readonly from: number
  readonly to?: number
}

/** The lines of turns, up to the next line of the conversation each: turns may stand between each other. */
function rawSpans({ entries }: Thread, { from, to }: TurnRange): readonly RawSpan[] {
  const spans: RawSpan[] = []
  entries.forEach((entry, at) => {
    if (entry.turn < from || entry.turn > to) return
    const end = entries[at + 1]?.start
    const last = spans.at(-1)
    const start = last?.to === entry.start ? (spans.pop() as RawSpan).from : entry.start
    spans.push(end === undefined ? { from: start } : { from: start, to: end })
  })
  return spans
}
