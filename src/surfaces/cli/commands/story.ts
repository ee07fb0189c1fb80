import { generatedFolder } from '../../../archive/generated.ts'
import type { FoundGenerated } from '../../../narrative/generated.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { parseTarget } from '../../../query/session-target.ts'
import { addGenerated } from '../../../query/story/find-generated.ts'
import { findStory, type SessionStory } from '../../../query/story/find-story.ts'
import { drawGeneratedLines, drawGeneratedMarkdown } from '../../../render/story/draw-generated.ts'
import { renderStoryMarkdown } from '../../../render/story/story-markdown.ts'
import { renderStoryTerminal } from '../../../render/story/story-terminal.ts'
import type { ToldSession } from '../../../render/story/told-session.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { formatDayTime } from '../../../time/day.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askLibrary } from '../ask-library.ts'
import { type CommandRequest, flagOption, textArg } from '../define-command.ts'
import { freshen } from '../freshen.ts'
import { widthAndStyle } from './show.ts'

/** Tells what happened in a session. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const { id, turns, entry } = parseTarget(textArg(request, 'id') ?? '')
  const { told, note } = await askLibrary(app, await freshen(app), (library, keep) => {
    const { source, note, turn } = requireNamed(library, keep, { text: id, env: app.roots })
    if (turns || turn !== undefined || entry !== undefined) throw wholeSession()
    return { told: findStory(library, source), note }
  })
  if (note) app.err.line(`backscroll: ${sanitizeLine(note)}`)
  const { measures, activities, summary } = told.story
  const isEmpty = measures.turns === 0 && activities.length === 0 && summary.length === 0
  const whole = addGenerated(told, generatedFolder(app.keepDir))
  const { generated } = whole
  if (app.json) printJson(app, { ...whole })
  else if (isEmpty)
    app.err.line('backscroll: nothing happened in this session: it holds no prompt, no call and no answer')
  else if (flagOption(request, 'markdown')) printMarkdown(app, told, generated, flagOption(request, 'turns'))
  else printLines(app, request, told, generated)
  return isEmpty ? 'nothing' : 'done'
}

function wholeSession(): UserError {
  return new UserError({
    code: 'whole-sessions',
    message: 'a story is that of a whole session, not of one turn',
    hint: 'Leave out the number of the turn; --turns tells each of them, and `backscroll show` shows one.',
  })
}

function printMarkdown(app: App, told: SessionStory, generated: FoundGenerated, withTurns: boolean): void {
  const quoted = drawGeneratedMarkdown(generated, { cite: turn => `${told.shortId}:${turn}` })
  const text = renderStoryMarkdown(toDraw(told), { withTurns })
  app.out.write(sanitizeText(quoted === '' ? text : `${text}\n${quoted}\n`))
}

function printLines(app: App, request: CommandRequest, told: SessionStory, generated: FoundGenerated): void {
  const { width, style } = widthAndStyle(app, request)
  const withTurns = flagOption(request, 'turns')
  const said = drawGeneratedLines(generated, {
    columns: width,
    bold: text => style.paint('bold', text),
    dim: text => style.paint('dim', text),
    cite: turn => `:${turn}`,
  })
  app.out.lines([
    ...renderStoryTerminal(toDraw(told), { width, style, withTurns, formatTime: formatDayTime }),
    ...(said.length > 0 ? ['', ...said] : []),
  ])
}

function toDraw({ startedAt, endedAt, related, ...told }: SessionStory): ToldSession {
  const list = related?.related.map(({ shortId, title, reasons }) => ({
    shortId,
    title,
    reasons: reasons.map(({ text }) => text),
  }))
  return { ...told, startedAt: toMs(startedAt), endedAt: toMs(endedAt), related: list ?? [] }
}

function toMs(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso)
}
