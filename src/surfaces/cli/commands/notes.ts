import { openLibrary } from '../../../query/library.ts'
import { listRunning } from '../../../query/live/running-sessions.ts'
import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { DEFAULT_TEMPLATES, type TemplateKind } from '../../../render/notes/default-templates.ts'
import { matchesSession } from '../../../source/session-projects.ts'
import { takeLock } from '../../../store/lock.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, flagOption, textOption } from '../define-command.ts'
import { isOwn } from '../freshen.ts'
import { momentOption } from '../moment-option.ts'
import { buildNotesRequest, configFolders, notesBusy } from '../notes/build-request.ts'
import { makeNotes } from '../notes/make-notes.ts'
import { reportNotes } from '../notes/report-notes.ts'
import { createProgressLine } from '../progress-line.ts'

const WAIT_MS = 60_000

/** Writes a note for each session into an Obsidian vault. */
export async function run(app: App, asked: CommandRequest): Promise<Outcome> {
  const kind = textOption(asked, 'print-template') as TemplateKind | undefined
  if (kind !== undefined) {
    app.out.write(DEFAULT_TEMPLATES[kind])
    return 'done'
  }
  // What is wrong with the words of the command is said before anything is read.
  const wish = readWish(app, asked)
  buildNotesRequest(app, app.config, wish)
  const report = await askIndex(app, async keep => {
    const isWanted = chooseSessions(app, asked, keep)
    const { request, places } = buildNotesRequest(app, app.config, { ...wish, isWanted })
    const lock = await takeLock(places.lock, { waitMs: WAIT_MS, signal: app.signal })
    if (!lock) throw notesBusy()
    const line = createProgressLine(app)
    try {
      const onSession = (done: number, total: number): void =>
        line.show({ doing: 'Writing', sessions: { done, total }, bytes: 0, bytesDone: 0 })
      return await makeNotes(keep, places, { ...request, onSession })
    } finally {
      line.clear()
      lock.release()
    }
  })
  return reportNotes(app, report)
}

function readWish(app: App, asked: CommandRequest) {
  return {
    vault: textOption(asked, 'vault'),
    folder: textOption(asked, 'folder'),
    creates: flagOption(asked, 'create'),
    templates: textOption(asked, 'templates'),
    redacts: !flagOption(asked, 'no-redact'),
    wordsFile: textOption(asked, 'redact-words'),
    isWanted: undefined,
    dropsGone: isOwn(app),
    takesAll: flagOption(asked, 'all'),
    isTrial: flagOption(asked, 'dry-run'),
    running: listRunning({
      keepDir: app.keepDir,
      configPaths: configFolders(app),
      platform: app.platform,
      exceptPid: -1,
    }),
  }
}

function requireWhole(app: App, keep: Parameters<typeof openLibrary>[1], text: string): string {
  const { source, turn } = requireNamed(openLibrary(app.roots, keep), keep, { text, env: app.roots })
  if (turn === undefined) return source.id
  throw new UserError({
    code: 'whole-sessions',
    message: 'a note is about a whole session, not about one turn',
    hint: 'Leave out the number of the turn.',
  })
}

/** Undefined: all. */
function chooseSessions(
  app: App,
  asked: CommandRequest,
  keep: Parameters<typeof openLibrary>[1],
): ((session: NotableSession) => boolean) | undefined {
  const project = textOption(asked, 'project')
  const since = momentOption(app, asked, 'since')
  const until = momentOption(app, asked, 'until')
  const named = textOption(asked, 'session')
  const id = named === undefined ? undefined : requireWhole(app, keep, named)
  const isAll = project === undefined && since === undefined && until === undefined && id === undefined
  // Of another folder (`--root`) all is still not everything that has notes.
  if (isAll && isOwn(app)) return undefined
  return session =>
    (project === undefined || matchesSession({ ...session, cwd: undefined }, project)) &&
    (since === undefined || session.endedAt >= since) &&
    (until === undefined || session.startedAt < until) &&
    (id === undefined || session.id === id)
}
