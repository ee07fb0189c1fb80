import { decodeUtf8, viewBytes } from '../../../format/bytes.ts'
import type { Agent } from '../../../model/session.ts'
import { findNewestSession, requireSession } from '../../../query/find-session.ts'
import { requireReadable } from '../../../query/require-content.ts'
import type { Level } from '../../../render/level.ts'
import { createTerminalDrawer } from '../../../render/terminal/render-terminal.ts'
import { sessionRow } from '../../../render/view/header.ts'
import { createLiveView, type LiveRow } from '../../../render/view/live-view.ts'
import type { Row } from '../../../render/view/row.ts'
import { readersOf } from '../../../render/view/view-options.ts'
import { followSession } from '../../../source/follow-session.ts'
import type { SessionUpdate } from '../../../source/session-follower.ts'
import type { SessionSource } from '../../../source/session-source.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { cutToWidth, padEndToWidth } from '../../../text/width.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import { type CommandRequest, textArg, textOption } from '../define-command.ts'
import { openKept } from '../freshen.ts'
import { reportProblems } from '../report-problems.ts'
import { widthAndStyle } from './show.ts'

/** Follows a session as it grows, until interrupted. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const id = textArg(request, 'id')
  const source = await askLibrary(app, await openKept(app), ({ sources }) => chooseSource(app, sources, id))
  const level = textOption(request, 'level') ?? app.config.level ?? 'tools'
  const print = level === 'raw' ? createRawPrinter(app) : createRowPrinter(app, request, level as Level)
  let told = 0
  const onUpdate = (update: SessionUpdate): void => {
    requireReadable(update.loaded)
    reportProblems(app, update.loaded.problems.slice(told))
    told = update.loaded.problems.length
    print(update)
  }
  await followSession(source, { onUpdate, signal: app.signal })
  return 'done'
}

function chooseSource(app: App, sources: readonly SessionSource[], id: string | undefined): SessionSource {
  if (id !== undefined) {
    const { source, note } = requireSession(sources, id, app.roots)
    if (source.kept) throw notRunning(source)
    if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
    return source
  }
  const newest = findNewestSession(sources.filter(source => !source.kept))
  if (newest) return newest
  throw new UserError({
    code: 'no-sessions',
    message: 'there is no session to follow',
    hint: 'Start Claude Code, or name the folder of its transcripts with --root.',
  })
}

function notRunning(source: SessionSource): UserError {
  const { id, root } = source
  const message = source.kept?.isGone
    ? `session ${id} has ended, and its transcript is gone: it is kept in the archive only`
    : `session ${id} is not among those followed here: its transcript stands in ${root.path}`
  const hint = source.kept?.isGone
    ? `Show it with \`backscroll show ${id}\`.`
    : `Follow it with \`backscroll tail ${id} --root ${root.path}\`.`
  return new UserError({ code: 'not-running', message, hint })
}

function createRowPrinter(app: App, request: CommandRequest, level: Level): (update: SessionUpdate) => void {
  const live = createLiveView()
  const draw = createLiveDrawer(app, request)
  let isFirst = true
  return ({ loaded, isFresh }) => {
    const { session } = loaded
    if (isFresh && !isFirst) {
      app.err.line('backscroll: the transcript was rewritten; its last turn is shown again')
      live.reset()
    }
    if (isFirst) draw({ agent: undefined, row: sessionRow(session) })
    isFirst = false
    for (const row of live.update(session, { level, ...readersOf(loaded) })) draw(row)
  }
}

const LABEL_WIDTH = 12

/** Lines of an agent begin with its name, as several may work at the same time. */
function createLiveDrawer(app: App, request: CommandRequest): (row: LiveRow) => void {
  const { width, style } = widthAndStyle(app, request)
  const drawers = new Map<string, (row: Row) => Iterable<string>>()
  return ({ agent, row }) => {
    if (app.json) {
      app.out.line(JSON.stringify({ schema: 'backscroll.row/1', agent: agent?.id, row }))
      return
    }
    const key = agent?.id ?? ''
    const room = agent ? Math.max(20, width - LABEL_WIDTH - 2) : width
    const drawer = drawers.get(key) ?? createTerminalDrawer({ width: room, style })
    drawers.set(key, drawer)
    const label = agent ? `${style.paint('dim', labelOf(agent))}  ` : ''
    for (const line of drawer(row)) if (!agent || line !== '') app.out.line(label + line)
  }
}

function labelOf(agent: Agent): string {
  const name = sanitizeLine(agent.agentType ?? '')
  return padEndToWidth(cutToWidth(name === '' ? sanitizeLine(agent.id) : name, LABEL_WIDTH), LABEL_WIDTH)
}

/** New lines as they stand in the files, agents' own beside those of the main one. */
function createRawPrinter(app: App): (update: SessionUpdate) => void {
  const drawn = new Map<string, number>()
  return ({ loaded, isFresh }) => {
    if (isFresh) drawn.clear()
    const { session } = loaded
    for (const thread of [session.main, ...session.agents.map(agent => agent.thread)]) {
      const key = thread.agentId ?? ''
      for (const entry of thread.entries.slice(drawn.get(key) ?? 0)) {
        if (entry.isCopy) continue
        const bytes = loaded.readBytes(thread, entry)
        app.out.write(app.isTerminal ? sanitizeText(decodeUtf8(viewBytes(bytes))) : bytes)
      }
      drawn.set(key, thread.entries.length)
    }
  }
}
