import { type AnswerPoints, readPoints } from '../../narrative/wording/answer-points.ts'
import { nameError } from '../../narrative/wording/error-name.ts'
import { clip } from '../../text/clip.ts'
import { formatInteger, formatNumberOf } from '../../text/count.ts'
import { formatAge } from '../../time/age.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readAnswer } from '../lookups/answer-head.ts'
import { baseNameOf, unifySlashes } from '../lookups/path-query.ts'
import { createEntryReader, type EntryReader } from '../search/entry-reader.ts'
import { sayAsked } from './asked-for.ts'
import { type FileChange, type FileChanges, listFileChanges } from './file-changes.ts'
import {
  type FileRecallRequest,
  MAX_RECALL_ITEMS,
  type RecallDecision,
  type RecallItem,
  type RecallStep,
} from './recall.ts'
import { turnKey } from './turn-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A file that was made once and left alone since has no history, but while that is fresh it is worth a word. */
const FRESH_MS = 30 * DAY_MS
/** A turn that changed so many files renamed or formatted them: it says nothing of one. */
const MAX_FILES_IN_TURN = 25
const MAX_LEFT = 5

/** Why a file is as it is: who asked for its changes, and what was said to them. Or nothing, and why. */
export function recallFile(keep: IndexedKeep, request: FileRecallRequest): RecallDecision {
  const steps: RecallStep[] = []
  const step = (name: string, isPassed: boolean, says: string): boolean => {
    steps.push({ name, isPassed, says })
    return isPassed
  }
  const { budget } = request
  if (budget && !step('budget', budget.spentChars < budget.maxChars, sayBudget(budget))) return decide([], steps, [])
  const isCommon = EVERYBODYS.test(baseNameIn(request.path))
  if (isCommon) {
    step('everybodys', false, 'Every session changes such a file, and none says why.')
    return decide([], steps, [])
  }
  const found = listFileChanges(keep.store, request)
  const { changes, inWindow } = found
  const isKnown = changes.length > 0 || inWindow > 0
  if (!step('history', isKnown, isKnown ? sayHistory(found) : 'No kept session changed this file.'))
    return decide([], steps, [])
  const isBefore = changes.length > 0
  if (
    !step(
      'in-window',
      isBefore,
      isBefore ? 'Not all of it is in the window.' : 'This session made all of it, and has it in its window.',
    )
  )
    return decide([], steps, [])
  const isWorth = changes.length > 1 || isTold(changes[0], request.now)
  if (
    !step(
      'worth',
      isWorth,
      isWorth ? 'That is more than one old change.' : 'It was changed once, more than 30 days ago.',
    )
  )
    return decide([], steps, [])
  const { items, left } = choose(keep, request, found)
  step(
    'seen',
    items.length > 0,
    items.length > 0
      ? `${formatNumberOf(items.length, 'change')} to tell of.`
      : `Nothing is left to tell: ${left[0]?.because}.`,
  )
  return decide(items, steps, left)
}

/** Lists of changes and of versions: who touched them last says nothing. */
const EVERYBODYS =
  /^(?:change(?:s|log)|history|news)(?:\.\w+)?$|^(?:package|composer|manifest|version)\.json$|^version(?:\.\w+)?$|(?:\.lockb?|-lock\.(?:json|yaml)|\.sum)$|^\.gitignore$/i

function sayBudget({ spentChars, maxChars }: NonNullable<FileRecallRequest['budget']>): string {
  const spent = `${formatInteger(spentChars)} of ${formatInteger(maxChars)} characters about files were shown`
  return `${spent} since the session began or was compacted.`
}

/** A change that stands alone: while it is fresh, or where somebody objected to it. */
function isTold(change: FileChange | undefined, now: number): boolean {
  return change !== undefined && (now - change.at <= FRESH_MS || change.refusals.length > 0)
}

function sayHistory({ changes, inWindow, isMore }: FileChanges): string {
  const sessions = new Set(changes.map(({ session }) => session)).size
  const told = `${formatNumberOf(changes.length, 'request')} in ${formatNumberOf(sessions, 'session')} changed it`
  const older = isMore ? ', and older ones' : ''
  return `${told}${older}${inWindow === 0 ? '' : ', beside what is in the window'}.`
}

function choose(
  keep: IndexedKeep,
  request: FileRecallRequest,
  found: FileChanges,
): Pick<RecallDecision, 'items' | 'left'> {
  const entries = createEntryReader(keep)
  const items: RecallItem[] = []
  const left: { item: RecallItem; because: string }[] = []
  for (const change of found.changes) {
    if (left.length >= MAX_LEFT) break
    const item = toItem(keep, change, { request, found, isLast: change === found.changes[0] })
    const because = reasonAgainst(item, change)
    // What is left is known by its place: its answer need not be read.
    const text =
      because === undefined ? describe(keep, entries, change, { path: request.path, isFirst: items.length === 0 }) : ''
    if (because === undefined && text !== '') items.push({ ...item, text })
    else left.push({ item, because: because ?? 'nobody said why, and nothing was found out' })
  }
  return { items, left }

  function reasonAgainst(item: RecallItem, change: FileChange): string | undefined {
    if (request.seen.has(item.key)) return 'it was shown in this session'
    if (change.filesInTurn > MAX_FILES_IN_TURN)
      return `${formatNumberOf(change.filesInTurn, 'file')} were changed with it`
    return items.length >= MAX_RECALL_ITEMS ? `${formatNumberOf(MAX_RECALL_ITEMS, 'item')} at most` : undefined
  }
}

interface Telling {
  readonly request: FileRecallRequest
  readonly found: FileChanges
  readonly isLast: boolean
}

/** Without its text. */
function toItem(keep: IndexedKeep, change: FileChange, telling: Telling): RecallItem {
  const { place, turn, at } = change
  return {
    key: turnKey({ promptUuid: findPromptUuid(keep, change.session, turn), sessionId: place.sessionId, turn }),
    kind: 'edit',
    sessionId: place.sessionId,
    shortId: place.shortId,
    turn,
    entryUuid: place.entryUuid,
    title: place.title,
    project: place.project,
    branch: place.branch,
    at: formatIso(at),
    text: '',
    score: 1,
    why: sayWhy(change, telling),
  }
}

function findPromptUuid({ store }: IndexedKeep, session: number, turn: number): string | undefined {
  return (store.get(PROMPT_UUID, [session, turn])?.uuid ?? undefined) as string | undefined
}

const PROMPT_UUID = `SELECT e.uuid FROM turns AS t
JOIN entries AS e ON e.session = t.session AND e.agent = t.agent AND e.number = coalesce(t.prompt_entry, t.first_entry)
WHERE t.session = ? AND t.agent = '' AND t.number = ?`

function sayWhy({ at, edits }: FileChange, { request, found, isLast }: Telling): string {
  const name = baseNameIn(request.path)
  if (edits === 0) return `a change of ${name} was refused, ${formatAge(at, request.now)}`
  if (!isLast) return `changed ${name} before`
  const count = found.changes.length
  const more = count > 1 ? `, of ${count}${found.isMore ? ' and more' : ''} requests that did` : ''
  return `changed ${name} last, ${formatAge(at, request.now)}${more}`
}

/** Three items fit into the default length. */
const MAX_PROMPT = 130
const MAX_ANSWER = 170

interface Told {
  readonly path: string
  /** Nothing is told before it. */
  readonly isFirst: boolean
}

/** Empty where it tells neither a reason nor a finding nor a refusal. */
function describe(keep: IndexedKeep, entries: EntryReader, change: FileChange, about: Told): string {
  const { place, asked, refusals } = change
  const { told, open } = readOutcome(keep, entries, change, about)
  const error = findError(keep, change, about.path)
  const said = sayAsked(asked ?? { text: place.prompt, after: undefined }, MAX_PROMPT)
  const isTelling = told.length + open.length + refusals.length > 0 || error !== undefined || change.isUserModified
  if (!isTelling && !givesReason(asked?.after?.text ?? asked?.text ?? '')) return ''
  return [
    said === '' ? '' : `Asked: ${said}`,
    refusals.length === 0 ? '' : `Refused by the user: ${clip(refusals.join(' '), MAX_ANSWER)}`,
    told.length === 0 ? '' : `Answered: ${told.join('\n')}`,
    open.length === 0 ? '' : `Left open then: ${open[0]}`,
    error === undefined ? '' : `Met on the way: ${clip(error, MAX_ANSWER)}`,
    change.isUserModified ? 'The user changed what was proposed before accepting it.' : '',
  ]
    .filter(line => line !== '')
    .join('\n')
}

/**
 * Of the turn that changed it last; where that gives no reason, with the one of the request that it belongs to. Only of the
 * last change: each answer may lie in another megabyte of the archive, which takes some milliseconds to unpack.
 */
function readOutcome(keep: IndexedKeep, entries: EntryReader, change: FileChange, told: Told): AnswerPoints {
  const { session, place, turn, asked } = change
  const { path, isFirst } = told
  const turns = new Set([place.mainTurn, turn, ...(asked?.after ? [asked.after.turn] : [])])
  let last: AnswerPoints | undefined
  for (const one of isFirst ? turns : [place.mainTurn]) {
    const points = readPoints(readAnswer(keep, entries, { session, turn: one }), MAX_ANSWER, baseNameIn(path))
    if (last && points.hasReason) return { ...points, told: [...points.told, ...last.told].slice(0, 2) }
    if (points.hasReason) return points
    if (!last || last.told.length + last.open.length === 0) last = points
  }
  return last ?? { told: [], open: [], hasReason: false }
}

function givesReason(prompt: string): boolean {
  return /\b(?:because|so that|since|otherwise|instead of|weil|damit|sonst)\b|因为|ため/i.test(prompt)
}

/** The last error of the turn that names the file. */
function findError({ store }: IndexedKeep, { session, place }: FileChange, path: string): string | undefined {
  const row = store.get(ERROR, [session, place.agent ?? '', place.turn, baseNameIn(path).toLowerCase()])
  return row && nameError(row.message as string).line
}

const ERROR = `SELECT message FROM errors
WHERE session = ? AND agent = ? AND turn = ? AND source = 'tool' AND instr(lower(message), ?) > 0 ORDER BY number DESC LIMIT 1`

function baseNameIn(path: string): string {
  return unifySlashes(path).split('/').at(-1) ?? baseNameOf(path)
}

function decide(
  items: readonly RecallItem[],
  steps: readonly RecallStep[],
  left: RecallDecision['left'],
): RecallDecision {
  return { schema: 'backscroll.recall/1', moment: 'file', items, steps, left, threshold: undefined }
}
