import { type Stats, statSync } from 'node:fs'
import { type Blame, blameLine } from '../../git/blame-line.ts'
import { findProject } from '../../source/project.ts'
import type { Store } from '../../store/store.ts'
import { formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import { UserError } from '../../user-error.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { SoleFact } from './collapse-copies.ts'
import { selectTouches, type TouchRow } from './file-touches.ts'
import { groupFacts } from './group-facts.ts'
import { type KeptSession, readKeptSessions } from './kept-sessions.ts'
import { type FoundPath, findPathsBelow } from './path-names.ts'
import { type PathQuery, parsePathQuery } from './path-query.ts'
import { type PathAnswer, type PathRequest, searchPaths } from './path-search.ts'
import { countScopedSessions, type LookupScope } from './scope.ts'
import { readChange } from './why-change.ts'
import { findRecordedCommit, type RecordedCommit, toCommit } from './why-commit.ts'
import { parseTarget, readLines } from './why-file.ts'
import { compareMatches, type LineInFile, type LineMatch, lineInFile, matchLine } from './why-match.ts'
import { createOriginFinder, type Origin, type OriginFinder } from './why-origin.ts'

/** Why a file, or a line of it, is as it is; what `--json` prints. */
export interface WhyAnswer {
  readonly schema: 'backscroll.why/1'
  /** The file that is meant: on this machine, else as recorded, else as typed. */
  readonly path: string
  readonly line: number | undefined
  /** What the line says. */
  readonly text: string | undefined
  /** The commit that git names for the line. */
  readonly blame: (Omit<Blame, 'at'> & { readonly at: string | undefined }) | undefined
  /** Best first. */
  readonly origins: readonly Origin[]
  /** No file, but a folder bears this name. */
  readonly isFolder: boolean
  /** What could not be found out, and what else might be meant: one sentence each. */
  readonly notes: readonly string[]
  readonly coverage: { readonly sessions: number }
}

export interface WhyRequest extends PathRequest {
  readonly scope: LookupScope
}

/** `text` is a path, with `:12` for one line. */
export async function whyLine(keep: IndexedKeep, request: WhyRequest): Promise<WhyAnswer> {
  const { store } = keep
  const target = parseTarget(request.text, path => isFile(parsePathQuery(path, request).wholes[0] ?? path))
  if (target.line === 0)
    throw noSuchLine('lines are counted from 1, so there is no line 0', 'Ask for a line from 1 on.')
  const sessions = readKeptSessions(store)
  const search = await searchPaths(store, { ...request, text: target.path })
  const notes: string[] = []
  if (target.isRange) notes.push(`Of these lines the first is explained, ${target.line}: ask for one at a time.`)
  const touches = chooseTouches(keep, sessions, { search, scope: request.scope, notes })
  const path = search.file ?? touches.path ?? target.path
  const finder = createOriginFinder(keep, sessions)
  const found =
    target.line === undefined
      ? { text: undefined, blame: undefined, origins: latestOrigins(finder, touches.facts, request.scope.limit) }
      : await explainLine(keep, sessions, {
          ...request,
          search,
          finder,
          facts: touches.facts,
          path,
          line: target.line,
          notes,
        })
  const blame = found.blame && { ...found.blame, at: formatIso(found.blame.at) }
  const coverage = { sessions: countScopedSessions(store, request.scope) }
  return {
    schema: 'backscroll.why/1',
    path,
    line: target.line,
    text: found.text,
    blame,
    origins: found.origins,
    isFolder: search.file === undefined && search.found.length === 0 && isFolderOf(store, search.query),
    notes,
    coverage,
  }
}

type Touches = readonly SoleFact<TouchRow>[]
type Sessions = ReadonlyMap<number, KeptSession>

/** Changes of the one file that is meant, newest first. Of several with this name, the one changed last. */
function chooseTouches(
  { store }: IndexedKeep,
  sessions: Sessions,
  { search, scope, notes }: { search: PathAnswer; scope: LookupScope; notes: string[] },
): { readonly path: string | undefined; readonly facts: Touches } {
  const { found, file } = search
  const { facts } = selectTouches(store, sessions, { paths: found.map(({ path }) => path), action: 'change', scope })
  const places = found.filter(({ isPlace }) => isPlace)
  const byPath = new Map(found.map(item => [item.path, item]))
  const newest = byPath.get(facts[0]?.row.path ?? '')
  const identity = newest && (byPath.get(newest.renamedFrom ?? newest.path)?.identity ?? newest.identity)
  const isMeant = ({ identity: own, isPlace, renamedFrom }: FoundPath): boolean => {
    if (renamedFrom === undefined) return places.length > 0 || file !== undefined ? isPlace : own === identity
    if (file !== undefined || places.length > 0)
      return renamedFrom === file || places.some(({ path }) => path === renamedFrom)
    return renamedFrom === newest?.renamedFrom || byPath.get(renamedFrom)?.identity === identity
  }
  const own = new Set(found.filter(isMeant).map(({ path }) => path))
  const others = new Set(facts.map(({ row }) => row.path).filter(path => !own.has(path)))
  const meant = facts.filter(({ row }) => own.has(row.path))
  if (others.size > 0 && (file === undefined || meant.length === 0)) {
    const were = others.size === 1 ? 'Another file of this name was' : `${others.size} other files of this name were`
    notes.push(`${were} changed: give more of the path to ask about one.`)
  }
  return { path: newest?.renamedFrom ?? meant[0]?.row.path, facts: meant }
}

/** One origin per turn. */
function latestOrigins({ originOf }: OriginFinder, facts: Touches, limit: number): readonly Origin[] {
  return groupFacts(facts, ({ session, agent, turn }) => `${session} ${agent} ${turn}`)
    .slice(0, limit)
    .map(group => originOf({ knownBy: 'touch', touches: group, fact: group[0], commit: undefined }))
}

interface LineRequest extends WhyRequest {
  readonly search: PathAnswer
  readonly finder: OriginFinder
  readonly facts: Touches
  readonly path: string
  readonly line: number
  readonly notes: string[]
}

const MAX_GUESSES = 3

async function explainLine(
  keep: IndexedKeep,
  sessions: Sessions,
  request: LineRequest,
): Promise<Pick<WhyAnswer, 'text' | 'origins'> & { readonly blame: Blame | undefined }> {
  const { finder, facts, notes } = request
  const line = requireLine(request)
  const blame = await findBlame(request)
  const recorded =
    blame &&
    findRecordedCommit(keep.store, sessions, { blame, project: findProject(request.search.tree?.root ?? request.cwd) })
  if (blame && !recorded) notes.push(`No kept session made the commit ${blame.sha.slice(0, 8)}.`)
  if (recorded?.isSubject)
    notes.push(`The session made the commit as ${recorded.fact.row.sha}; its hash has changed since.`)
  const edit = line && findEdit(finder, facts, { line, blame, notes })
  const origins = joinOrigins(finder, { edit, recorded, blame, facts })
  if (origins.length === 0 && facts.length > 0) {
    if (line) notes.push('No kept edit holds this line: these are the latest changes of the file.')
    return { text: line?.text, blame, origins: latestOrigins(finder, facts, MAX_GUESSES) }
  }
  return { text: line?.text, blame, origins }
}

/** From the working tree; else as the newest kept edit left it. */
function requireLine({ search, facts, finder, path, line, notes }: LineRequest): LineInFile | undefined {
  const now = search.file === undefined ? undefined : readLines(search.file)
  if (search.file !== undefined && !now) notes.push(`${search.file} is no text that could be read.`)
  const [newest] = facts
  const kept = !now && newest ? readChange(finder.entries, newest.row)?.after : undefined
  const lines = now ?? kept
  if (!now && search.file === undefined && newest) {
    const when = formatIso(newest.row.at ?? undefined)?.slice(0, 10)
    const at = when === undefined ? '' : ` of ${when}`
    notes.push(
      kept
        ? `The file is not here: the line is read from the newest kept edit${at}.`
        : 'The file is not here, and the newest kept edit does not show all of it: the line cannot be read.',
    )
  }
  if (lines && line > lines.length) {
    const has = lines.length === 0 ? 'is empty' : `has ${formatNumberOf(lines.length, 'line')}`
    throw noSuchLine(
      `${path} ${has}, so there is no line ${line}`,
      'Without a line, the latest changes of the file are shown.',
    )
  }
  return lines && lineInFile(lines, line)
}

async function findBlame({ git, search, line, notes }: LineRequest): Promise<Blame | undefined> {
  const { file, tree } = search
  if (file === undefined) return undefined
  if (!tree) {
    notes.push('The file is in no git repository: its commits are not known.')
    return undefined
  }
  if (!git) {
    notes.push('git is not installed: the commit of the line is not known.')
    return undefined
  }
  const answer = await blameLine(git, tree, line)
  if (answer.found === 'commit') return answer.blame
  notes.push(
    answer.found === 'uncommitted'
      ? 'The line is not committed yet.'
      : answer.answer.why === 'too-slow'
        ? 'git blame took too long: the commit of the line is not known.'
        : `git blame could not tell the commit: ${answer.answer.message}`,
  )
  return undefined
}

/** The clocks of two machines, and a commit that takes its time. */
const SLACK_MS = 10 * 60_000
const MAX_EDITS = 400

interface FoundEdit {
  readonly fact: SoleFact<TouchRow>
  readonly match: LineMatch
}

/** The newest edit that added the line, not later than the commit it is in. */
function findEdit(
  { entries, isRewound }: OriginFinder,
  facts: Touches,
  { line, blame, notes }: { line: LineInFile; blame: Blame | undefined; notes: string[] },
): FoundEdit | undefined {
  const most = line.isUnique ? 1 : line.before.length + line.after.length
  const latest = blame?.at === undefined ? Number.POSITIVE_INFINITY : blame.at + SLACK_MS
  const possible = facts.filter(({ row }) => (row.at ?? 0) <= latest)
  let best: (FoundEdit & { readonly isRewound: boolean }) | undefined
  for (const fact of possible.slice(0, MAX_EDITS)) {
    const change = readChange(entries, fact.row)
    const match = change && matchLine(line, change)
    if (!match) continue
    const found = { fact, match, isRewound: isRewound(fact.row) }
    const isBetter =
      best && (compareMatches(match, best.match, line.isUnique) || Number(best.isRewound) - Number(found.isRewound))
    if (isBetter === undefined || isBetter > 0) best = found
    if (best?.match.certainty === 3 && best.match.neighbours >= most && !best.isRewound) break
  }
  if (!best && possible.length > MAX_EDITS) notes.push(`Only the newest ${MAX_EDITS} edits were read.`)
  if (best?.match.certainty === 2) notes.push('The whole file was written then: the line may be older.')
  if (best?.match.certainty === 1) notes.push('That edit wrote a part of the line.')
  return best
}

interface Evidence {
  readonly edit: FoundEdit | undefined
  readonly recorded: RecordedCommit | undefined
  readonly blame: Blame | undefined
  readonly facts: Touches
}

/** One origin where edit and commit agree on the session, two where they do not. */
function joinOrigins({ originOf }: OriginFinder, { edit, recorded, blame, facts }: Evidence): readonly Origin[] {
  const commit = blame && toCommit({ sha: blame.sha, subject: blame.summary, at: blame.at ?? null })
  const isOne = edit !== undefined && recorded !== undefined && sharesSession(edit.fact, recorded.fact)
  const origins: Origin[] = []
  if (edit) {
    const { fact } = edit
    origins.push(originOf({ knownBy: isOne ? 'blame+edit' : 'edit', touches: [fact], fact, commit }))
  }
  if (recorded && !isOne) {
    const { fact } = recorded
    const touch = facts.find(({ row }) => row.session === fact.row.session && (row.at ?? 0) <= (fact.row.at ?? 0))
    origins.push(originOf({ knownBy: 'blame', touches: touch ? [touch] : [], fact, commit }))
  }
  return origins
}

function sharesSession(a: SoleFact<TouchRow>, b: RecordedCommit['fact']): boolean {
  const own = new Set([a.row.session, ...a.copies])
  return [b.row.session, ...b.copies].some(session => own.has(session))
}

/** On this machine, or as recorded. */
function isFolderOf(store: Store, query: PathQuery): boolean {
  return query.wholes.some(isFolder) || findPathsBelow(store, query).length > 0
}

function noSuchLine(message: string, hint: string): UserError {
  return new UserError({ code: 'no-such-line', message, hint })
}

function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
