import { join } from 'node:path'
import { countUnreadableMarks, type Marks } from '../../archive/marks.ts'
import { type IndexedKeep, requireIndex } from '../../query/indexed-keep.ts'
import {
  type DescribedSessions,
  describeIndexed,
  describeSessions,
  type MarkedSession,
} from '../../query/list-marked.ts'
import { requireNamed } from '../../query/require-named.ts'
import { formatNumberOf } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { shortenPath } from '../../text/shorten-path.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { type Column, formatTable } from '../../text/table.ts'
import { cutToWidth } from '../../text/width.ts'
import { formatAge } from '../../time/age.ts'
import { UserError } from '../../user-error.ts'
import type { App } from './app.ts'
import { askLibrary } from './ask-library.ts'
import { freshenAtAGlance, openKept } from './freshen.ts'

/**
 * The session somebody named, kept or not. Marks go by the id, so that it does not matter which of several files is
 * meant, or which turn. One that is gone can still be named by the marks it bears.
 */
export async function describeNamed(
  app: App,
  text: string,
  markedIds: readonly string[],
): Promise<{ readonly id: string; readonly described: DescribedSessions }> {
  return await askLibrary(app, await openKept(app), async (library, keep) => {
    const id = requireId(() => requireNamed(library, keep, { text, env: app.roots }).source.id, text, markedIds)
    return { id, described: await describeSessions(library, [id], { threads: app.threads }) }
  })
}

function requireId(find: () => string, text: string, markedIds: readonly string[]): string {
  try {
    return find()
  } catch (error) {
    const isUnknown = error instanceof UserError && (error.code === 'no-such-session' || error.code === 'forgotten')
    const matches =
      isUnknown && text !== '' ? markedIds.filter(id => id.toLowerCase().startsWith(text.toLowerCase())) : []
    if (matches.length === 1 && matches[0] !== undefined) return matches[0]
    throw error
  }
}

/** From the index where it holds all of them; else disk and archive are asked. */
export async function describeAll(app: App, ids: readonly string[]): Promise<DescribedSessions> {
  if (ids.length === 0) return { sessions: [], missing: [], problems: [] }
  const keep = await freshenAtAGlance(app)
  const described = keep?.store && !isNarrowed(app) ? fromIndex(requireIndex(keep), ids) : undefined
  if (described) {
    keep?.close()
    return described
  }
  return await askLibrary(app, keep, library => describeSessions(library, ids, { threads: app.threads }))
}

/** An index that turns out to be damaged is left to whoever can do without. */
function fromIndex(keep: IndexedKeep, ids: readonly string[]): DescribedSessions | undefined {
  try {
    return describeIndexed(keep, ids)
  } catch (error) {
    if (error instanceof UserError && error.code.startsWith('index-')) return undefined
    throw error
  }
}

/** `--root` names the only folders that are asked about. */
function isNarrowed({ roots }: App): boolean {
  return (roots.override?.length ?? 0) > 0 && roots.overrideBy !== 'roots'
}

export function listTagged(marks: Marks): readonly string[] {
  return [...new Set([...marks.tags().values()].flat())]
}

/** `3f2a9c11 Drop the queue`, on one line. */
export function formatName({ sessions }: Pick<DescribedSessions, 'sessions'>, id: string): string {
  const session = sessions.find(other => other.id === id)
  return cutToWidth(sanitizeLine(session ? `${session.shortId} ${shownTitle(session.title)}` : id), MAX_NAME)
}

const MAX_NAME = 80

export function formatMarkedTable(app: App, sessions: readonly MarkedSession[]): string[] {
  const { colors } = app
  const columns: Column[] = [
    { title: 'ID', dropOrder: 0, style: colors.yellow },
    { title: 'TITLE', isFlexible: true, minWidth: 26, dropOrder: 0, style: colors.bold },
    { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 22, dropOrder: 2, style: colors.cyan },
    { title: 'TAGS', isFlexible: true, minWidth: 8, maxWidth: 30, dropOrder: 3, style: colors.green },
    { title: 'LAST', align: 'right', dropOrder: 1, style: colors.dim },
  ]
  const rows = sessions.map(session =>
    [
      session.shortId,
      shownTitle(session.title),
      session.projectName,
      session.tags.join(' '),
      formatLast(app, [session]),
    ].map(sanitizeLine),
  )
  return formatTable({ columns, rows, width: app.tableColumns, titleStyle: colors.dim })
}

/** How long ago the newest of them ended. */
export function formatLast(app: App, sessions: readonly MarkedSession[]): string {
  const last = Math.max(...sessions.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [Date.parse(endedAt)])))
  return Number.isFinite(last) ? formatAge(last, app.now()) : ''
}

/** So that nobody wonders where a mark went. */
export function reportUnreadableMarks(app: App): void {
  const count = countUnreadableMarks(app.keepDir)
  if (count === 0) return
  const lines = formatNumberOf(count, 'line')
  app.err.line(`backscroll: ${lines} of ${shortenPath(app, join(app.keepDir, 'marks.jsonl'))} cannot be read, and kept`)
}

/** Nothing that is marked goes unmentioned. */
export function reportMissing(app: App, missing: readonly string[]): void {
  if (missing.length === 0) return
  const [first = ''] = missing
  const others = missing.length > 1 ? ` and ${formatNumberOf(missing.length - 1, 'other')}` : ''
  app.err.line(`backscroll: marked, but neither on disk here nor kept: ${sanitizeLine(first)}${others}`)
}
