import { type ExportSession, openPlain, openRedacted } from '../../../query/export/open-redacted.ts'
import type { Keep } from '../../../query/keep.ts'
import type { Library } from '../../../query/library.ts'
import type { ViewOptions } from '../../../render/view/view-options.ts'
import { type Breath, createBreath } from '../../../share/breath.ts'
import { createDrafts } from '../../../share/drafts.ts'
import { dayOf, slugOf } from '../../../share/file-name.ts'
import { explainFailure, type MadeRedaction } from '../../../share/learn-sessions.ts'
import { type PageAssets, readPageAssets } from '../../../share/page-assets.ts'
import { writeSession } from '../../../share/write-session.ts'
import type { SourceProblem } from '../../../source/problem.ts'
import { sizeBytesOf } from '../../../source/session-source.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { createCostFinder } from '../app-pricer.ts'
import { findDamageHint } from '../damage-hint.ts'
import { createProgressLine } from '../progress-line.ts'
import { createIndexCollector, type IndexCollector, indexFormatOf } from './build-index.ts'
import { type Choice, type ChosenSession, chooseSessions } from './choose-sessions.ts'
import type { ExportResult } from './export-result.ts'
import { makeRedaction } from './make-redaction.ts'
import { createDiskPlaces, createStreamPlaces, type OutputPlaces } from './output-places.ts'
import type { ExportPlan } from './plan.ts'
import { throughSpool } from './spool.ts'
import { createTally, type Tally } from './tally.ts'
import { requireFolder, requireTarget, type Target } from './target.ts'

/** `none`: no session matches. `quit`: the person ended the review. */
export type ExportOutcome =
  | { readonly kind: 'done'; readonly result: ExportResult }
  | { readonly kind: 'none'; readonly hasTranscripts: boolean; readonly problems: readonly SourceProblem[] }
  | { readonly kind: 'quit' }

/** Chooses, redacts and writes, in this order; what is refused is refused before anything is read for long. */
export async function exportSessions(
  app: App,
  library: Library,
  keep: Keep | undefined,
  plan: ExportPlan,
): Promise<ExportOutcome> {
  const choice = await chooseSessions(app, library, keep, plan.wanted)
  const { problems } = choice
  if (choice.sessions.length === 0) return { kind: 'none', hasTranscripts: library.sources.length > 0, problems }
  const target = requireTarget(app, plan.output, choice.isMany)
  if (target?.kind === 'stdout' && choice.isMany && plan.format === 'html') throw onePage()
  const assets = plan.format === 'html' ? readPageAssets(app) : undefined
  const progress = createProgress(app, choice)
  try {
    const sources = choice.sessions.map(({ source }) => source)
    const wish = plan.redacts && { ...plan.redacts, onSession: (done: number) => progress.show('Looking', done) }
    const made = wish ? await makeRedaction(app, library, sources, wish) : undefined
    if (wish && !made) return { kind: 'quit' }
    const work: Work = { app, library, plan, choice, made, assets, progress }
    const result = target?.kind === 'stdout' ? await writeToStdout(work) : await writeToDisk(work, target)
    const isIncomplete = result.isIncomplete || problems.length > 0
    return { kind: 'done', result: { ...result, isIncomplete, problems: [...problems, ...result.problems] } }
  } catch (error) {
    throw explainFailure(error)
  } finally {
    progress.clear()
  }
}

interface Work {
  readonly app: App
  readonly library: Library
  readonly plan: ExportPlan
  readonly choice: Choice
  /** Undefined: nothing is taken out. */
  readonly made: MadeRedaction | undefined
  /** For pages. */
  readonly assets: PageAssets | undefined
  readonly progress: ExportProgress
}

async function writeToStdout(work: Work): Promise<ExportResult> {
  const { app, plan } = work
  let result: ExportResult | undefined
  await throughSpool(app, async (file, before) => {
    // Lines and documents follow each other as they are.
    const gap = plan.format === 'md' || plan.format === 'txt' ? '\n' : ''
    result = await writeAll(work, createStreamPlaces({ file, before, gap, hasIndex: plan.format !== 'jsonl' }))
  })
  return result as ExportResult
}

async function writeToDisk(work: Work, target: Exclude<Target, { kind: 'stdout' }> | undefined): Promise<ExportResult> {
  const { app, plan } = work
  const drafts = createDrafts({ isPrivate: plan.redacts === undefined })
  try {
    const places = createDiskPlaces(app, drafts, {
      target: target ?? usualTarget(work),
      ending: plan.format,
      indexEnding: indexFormatOf(plan.format),
      hasImageFiles: plan.format === 'md' && plan.hasImages,
    })
    const result = await writeAll(work, places)
    // A folder in which nothing stands is taken away again.
    if (result.sessions.length > 0) drafts.finish()
    return { ...result, files: result.sessions.length > 0 ? places.listFiles() : [] }
  } finally {
    drafts.abort()
  }
}

/** The current folder, or one in it that says what it holds. */
function usualTarget({ app, choice, made }: Work): Exclude<Target, { kind: 'stdout' }> {
  if (!choice.isMany) return { kind: 'folder', path: requireFolder(app, app.cwd) }
  const projects = new Set(choice.sessions.map(({ project }) => project?.name ?? ''))
  const [project = ''] = projects.size === 1 && made ? projects : []
  const days = choice.sessions.flatMap(({ startedAt }) => dayOf(startedAt) ?? []).sort()
  const [first] = days
  const last = days.at(-1) === first ? undefined : days.at(-1)
  const name = made?.redaction.redactText(project) ?? ''
  const parts = ['backscroll', slugOf(name, 40), first, last].filter(part => part !== undefined && part !== '')
  return { kind: 'folder', path: requireFolder(app, `${app.cwd}/${parts.join('-')}`) }
}

async function writeAll(work: Work, places: OutputPlaces): Promise<ExportResult> {
  const { app, library, plan, choice, made, progress } = work
  const index = choice.isMany && places.hasIndex ? createIndexCollector(app, library, made?.redaction) : undefined
  const parts = { tally: createTally(choice), breath: createBreath(app), costOf: createCostFinder(app) }
  const desk: Desk = { work, places, index, ...parts }
  for (const at of choice.sessions.keys()) {
    progress.show('Writing', at)
    await desk.breath.pause()
    await writeOne(desk, at)
  }
  if (desk.tally.sessions.length > 0) places.writeIndex(index?.render(indexFormatOf(plan.format)))
  await desk.breath.pause()
  const { format, level } = plan
  return { format, level, files: [], hits: made?.redaction.hits, ...desk.tally.total() }
}

interface Desk {
  readonly work: Work
  readonly places: OutputPlaces
  readonly index: IndexCollector | undefined
  readonly tally: Tally
  readonly breath: Breath
  readonly costOf: ViewOptions['costOf']
}

async function writeOne({ work, places, index, tally, breath, costOf }: Desk, at: number): Promise<void> {
  const { library, plan, choice, made, assets } = work
  const chosen = choice.sessions[at] as ChosenSession
  const session = openSession(work, at)
  if (!tally.accepts(chosen, session, findDamageHint(library, session))) return
  const { turns } = chosen
  // Where nobody looked for secrets, a title may be one; names of files are seen by many.
  const title = made ? session.session.title.text : ''
  const place = places.openSession({ ...session.session, title, turns })
  const { file, images, openAgent } = place
  const redaction = made?.redaction
  const parts = { plan, session, turns, redaction, file, images, openAgent, assets, costOf, breath }
  const written = await writeSession(parts)
  place.close()
  index?.add(chosen, session, place.name)
  tally.add(session, { ...written, imagesDropped: images?.dropped ?? 0 })
  if (plan.format !== 'jsonl' || openAgent) return
  for (const { path } of session.source.agents) tally.note(`subagent in ${path}`)
}

function openSession({ library, choice, made }: Work, at: number): ExportSession {
  const learned = made?.learned[at]
  if (made && learned) return openRedacted(learned, made.redaction)
  const chosen = choice.sessions[at]
  if (made || !chosen) throw new Error('a session that was not looked through')
  return openPlain(library, chosen.source)
}

interface ExportProgress {
  /** `done`: sessions that are behind us. */
  show(doing: string, done: number): void
  clear(): void
}

/** A line only where there are several: one session takes a second or two. */
function createProgress(app: App, { sessions, isMany }: Choice): ExportProgress {
  const line = createProgressLine(app)
  const ends = [0]
  for (const { source } of sessions) ends.push((ends.at(-1) ?? 0) + sizeBytesOf(source))
  return {
    show(doing, done) {
      const total = sessions.length
      if (!isMany) return
      // Somebody may be asked something now.
      if (done === total) line.clear()
      else line.show({ doing, sessions: { done, total }, bytesDone: ends[done] ?? 0, bytes: ends.at(-1) ?? 0 })
    },
    clear: line.clear,
  }
}

function onePage(): UserError {
  return new UserError({
    code: 'needs-folder',
    message: 'several pages do not fit into one stream',
    hint: 'Name a folder, such as -o week/, or write them as text with --format md.',
  })
}
