import { dirname } from 'node:path'
import type { ReadStream } from 'node:tty'
import { addMark, readMarks } from '../../../archive/marks.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { type IndexedKeep, requireIndex } from '../../../query/indexed-keep.ts'
import { type Keep, type KeepPlaces, openKeep } from '../../../query/keep.ts'
import { openLibrary } from '../../../query/library.ts'
import { listSessions } from '../../../query/list-sessions.ts'
import { buildOverview } from '../../../query/overview.ts'
import { parseQuery } from '../../../query/search/parse-query.ts'
import { completeSearch } from '../../../query/search/search-request.ts'
import { searchSessions } from '../../../query/search/search-sessions.ts'
import { nameCommandsIn } from '../../../text/name-commands.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { openIndexed } from '../ask-index.ts'
import { isOwn } from '../freshen.ts'
import { offerRetention } from '../offer-retention.ts'
import { reportProblems } from '../report-problems.ts'
import { createLookout } from './create-lookout.ts'
import { nameRow } from './draw-row.ts'
import { buildHome } from './home.ts'
import { prepareStart } from './prepare-start.ts'
import { QUIET } from './quiet.ts'
import { chooseReading, runOwn } from './run-own.ts'
import { runScreen, type ScreenTasks } from './run-screen.ts'
import type { ScreenRow } from './screen-row.ts'
import { createSearcher } from './searcher.ts'
import type { Home } from './state.ts'

/**
 * Opens the interactive screen and closes `kept`. Undefined where there is nothing to show, or no index to search: then
 * nothing was done and `kept` is still open, and whoever called prints what can be printed.
 */
export async function openScreen(app: App, kept: Keep | undefined): Promise<Outcome | undefined> {
  if (!app.isDemo && isOwn(app)) return await show(app, kept, { isTemporary: false })
  // Transcripts that somebody only looks at get an index for as long as the screen is open.
  const { keep, remove } = await openIndexed(app)
  // A terminal window that is closed ends the process at once.
  process.once('exit', remove)
  try {
    const outcome = await show(app, keep, { isTemporary: true })
    const unused = outcome === undefined ? keep : kept
    unused?.close()
    return outcome
  } finally {
    process.off('exit', remove)
    remove()
  }
}

async function show(
  app: App,
  keep: Keep | undefined,
  { isTemporary }: { readonly isTemporary: boolean },
): Promise<Outcome | undefined> {
  const home = keep?.store && (await loadHome(app, keep, isTemporary))
  if (!keep || !home) return undefined
  const keepDir = dirname(keep.archive)
  const places = keepPaths(keepDir)
  keep.close()
  await offerRetention(app)
  const searcher = createSearcher(
    () => requireIndex(openKeep(places)),
    (found, request) => search(app, found, request),
  )
  const lookout = createLookout({ ...app, keepDir }, places.index)
  const tasks: ScreenTasks = {
    ...createTasks(app),
    search: searcher.search,
    // Whoever is typing is not held up, and what is open has one state.
    freshen: () => (searcher.isOpen ? undefined : lookout.look()),
    loadHome: () => reloadHome(app, places, isTemporary),
  }
  try {
    const host = { input: app.input as ReadStream, output: process.stdout, process }
    const end = await runScreen(host, { home, tasks, signal: app.signal })
    if (end.how === 'resumed') return { exitCode: end.exitCode }
    return end.how === 'quit' ? 'done' : 'interrupted'
  } finally {
    searcher.close()
  }
}

/** Undefined where there is no session, or an index that turns out to be damaged. */
async function loadHome(app: App, keep: Keep, isTemporary: boolean): Promise<Home | undefined> {
  const request = { now: app.now(), threads: app.threads }
  try {
    const library = openLibrary(app.roots, keep)
    const overview = await buildOverview(library, request)
    if (overview.totals.sessions === 0) return undefined
    const { sessions } = await listSessions(library, { includeEmpty: false, threads: app.threads })
    reportProblems(app, overview.problems)
    const { isPinned } = readMarks(app.keepDir)
    return buildHome(overview, sessions, { now: app.now(), isDemo: app.isDemo, isPinned, isTemporary })
  } catch (error) {
    if (error instanceof UserError && error.code.startsWith('index-')) return undefined
    throw error
  }
}

/** While the screen stands: nothing is said. */
async function reloadHome(app: App, places: KeepPlaces, isTemporary: boolean): Promise<Home | undefined> {
  const keep = openKeep(places)
  try {
    return keep?.store && (await loadHome({ ...app, err: QUIET }, keep, isTemporary))
  } finally {
    keep?.close()
  }
}

function search(app: App, keep: IndexedKeep, { text, limit }: { readonly text: string; readonly limit: number }) {
  const now = app.now()
  const query = parseQuery(text, { now })
  const asked = { query, limit, context: 1, isDeep: false, now, signal: app.signal }
  return searchSessions(keep, completeSearch(app.keepDir, asked))
}

function createTasks(app: App): Omit<ScreenTasks, 'search' | 'freshen' | 'loadHome'> {
  const { env, isWaiting } = chooseReading(app)
  return {
    setPinned: (session, pin) => addMark(app.keepDir, { session, pin, at: app.now() }),
    readsOnScreen: isWaiting,
    async read(row) {
      const code = await runOwn(app, ['show', nameReading(row)], env)
      return isWaiting && code === 0
    },
    prepareResume: row => prepareStart(app, row),
    explain: ({ message, hint }) => {
      const names = { program: app.programName, command: app.commandName }
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${nameCommandsIn(hint, names)}`.trimEnd()
    },
    look: () => ({ now: app.now(), colors: app.colors, hasColor: app.color }),
  }
}

/** From the place that was found to the end. */
function nameReading(row: ScreenRow): string {
  return row.turn === undefined ? nameRow(row) : `${nameRow(row)}-${LAST_TURN}`
}

/** No session has as many; `show` ends at the last there is. */
const LAST_TURN = 999_999_999
