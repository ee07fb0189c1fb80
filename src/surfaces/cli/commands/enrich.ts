import { join } from 'node:path'
import { generatedFolder } from '../../../archive/generated.ts'
import type { EnrichCommand } from '../../../config/enrich-setting.ts'
import { ENRICH_VARIABLE } from '../../../config/enrich-variable.ts'
import { listExcluded } from '../../../config/list-excluded.ts'
import { createExcluder } from '../../../ingest/exclude.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { openLibrary } from '../../../query/library.ts'
import { requireNamed } from '../../../query/require-named.ts'
import { toGeneratedLine } from '../../../query/story/find-generated.ts'
import { type Lock, tryLock } from '../../../store/lock.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, countOption, flagOption, listArg, textOption } from '../define-command.ts'
import { type Choice, chooseSessions } from '../enrich/choose-sessions.ts'
import { createDocuments } from '../enrich/create-documents.ts'
import { type Enriched, enrichSessions } from '../enrich/enrich-sessions.ts'
import { forgetGenerated } from '../enrich/forget-generated.ts'
import { type Limits, limitsOf } from '../enrich/limits.ts'
import { programOf } from '../enrich/program-of.ts'
import { createReport, printDryRun, reportNothing } from '../enrich/report.ts'
import { readSpent, type Spent } from '../enrich/spent.ts'
import { isOwn } from '../freshen.ts'
import { momentOption } from '../moment-option.ts'

/** Has the command of the setting sum up sessions. Nothing but this ever runs it. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  requireOwn(app)
  const forgotten = request.options.forget
  if (Array.isArray(forgotten)) return await forgetGenerated(app, forgotten)
  const limits = limitsOf(app.config)
  const isDry = flagOption(request, 'dry-run')
  const command = isDry ? undefined : requireCommand(app)
  const choice = await askIndex(app, keep => choose(app, request, keep, limits))
  if (choice.chosen.length === 0) return reportNothing(app, choice)
  if (command === undefined) return printDryRun(app, choice, { limits, isNamed: isNamed(request) })
  return await enrich(app, { choice, limits, command })
}

function isNamed(request: CommandRequest): boolean {
  return listArg(request, 'ids').length > 0
}

function choose(app: App, request: CommandRequest, keep: IndexedKeep, limits: Limits): Choice {
  const excluder = createExcluder(listExcluded(app))
  return chooseSessions(keep, {
    keepDir: app.keepDir,
    now: app.now(),
    ids: isNamed(request) ? nameIds(app, keep, listArg(request, 'ids')) : undefined,
    project: textOption(request, 'project') || undefined,
    since: momentOption(app, request, 'since'),
    limit: Math.min(countOption(request, 'limit') ?? limits.sessions, limits.sessions),
    isAgain: flagOption(request, 'again'),
    isExcluded: cwd => excluder.isExcludedPrompt({ sessionId: undefined, project: cwd }),
  })
}

function nameIds(app: App, keep: IndexedKeep, texts: readonly string[]): readonly string[] {
  const library = openLibrary(app.roots, keep)
  return texts.map(text => {
    const { source, turn } = requireNamed(library, keep, { text, env: app.roots })
    if (turn !== undefined) throw wholeSessions()
    if (library.sessionOf(source) !== undefined) return source.id
    const hint = 'Keep it with `backscroll sync` first.'
    throw new UserError({ code: 'not-kept', message: `the session ${source.id} is on disk and not kept yet`, hint })
  })
}

function wholeSessions(): UserError {
  const hint = 'Leave out the number of the turn.'
  return new UserError({
    code: 'whole-sessions',
    message: '`enrich` asks about whole sessions, not about one turn',
    hint,
  })
}

interface Work {
  readonly choice: Choice
  readonly limits: Limits
  readonly command: EnrichCommand
}

async function enrich(app: App, { choice, limits, command }: Work): Promise<Outcome> {
  const program = programOf(command)
  const lock = takeTurn(app)
  const report = createReport(app, { program, choice })
  try {
    const enriched = await enrichSessions(app, choice.chosen, { program, limits, ...createDocuments(app), ...report })
    const spent = readSpent(app.keepDir, app.now())
    if (app.json) printEnriched(app, enriched, { command: program.name, spent, limits })
    else report.end(enriched, { spent, limits })
    return outcomeOf(enriched)
  } finally {
    report.clear()
    lock.release()
  }
}

function printEnriched(
  app: App,
  { made, failed, left, stopped }: Enriched,
  rest: { readonly command: string; readonly spent: Spent; readonly limits: Limits },
): void {
  const sessions = [...made, ...failed].map(toGeneratedLine)
  printJson(app, { schema: 'backscroll.enriched/1', sessions, left, stopped, ...rest })
}

function outcomeOf({ failed, stopped }: Enriched): Outcome {
  if (stopped?.kind === 'interrupted') return 'interrupted'
  const isCutShort = stopped?.kind === 'missing' || stopped?.kind === 'failing'
  return failed.length > 0 || isCutShort ? 'incomplete' : 'done'
}

/** Two at once would spend the same budget twice. */
function takeTurn({ keepDir }: App): Lock {
  const lock = tryLock(join(generatedFolder(keepDir), 'lock.db'))
  if (lock) return lock
  const hint = 'Try again when it has ended.'
  throw new UserError({ code: 'enrich-busy', message: 'another `backscroll enrich` is running', hint })
}

function requireCommand({ config, env }: App): EnrichCommand {
  if (env[ENRICH_VARIABLE]) {
    throw new UserError({
      code: 'enrich-inside',
      message: 'this is a run of `backscroll enrich` already, which does not start itself',
      hint: `Run it elsewhere, or without ${ENRICH_VARIABLE} in the environment.`,
    })
  }
  if (config.enrichCommand !== undefined) return config.enrichCommand
  throw new UserError({
    code: 'enrich-off',
    message: 'no command is set that could be asked, so nothing was sent',
    hint: 'Set one, such as `backscroll config set enrichCommand "claude -p --output-format json"`; `backscroll enrich --dry-run` shows what it would get.',
  })
}

function requireOwn(app: App): void {
  if (!app.isDemo && isOwn(app)) return
  throw new UserError({
    code: 'enrich-foreign',
    message: '`enrich` is for sessions that are kept, not for those of another folder',
    hint: app.isDemo
      ? 'Leave out --demo.'
      : 'Leave out --root. What is in that folder can be kept with `import` and its path.',
  })
}
