import { MIN_SESSIONS } from '../../../narrative/friction.ts'
import { MEASURED_SESSIONS } from '../../../narrative/friction-fallback.ts'
import type {
  Evidence,
  FoundFriction,
  OneFriction,
  ProvenPart,
  SessionFriction,
} from '../../../query/story/friction.ts'
import type { StoryPlace } from '../../../query/story/story-place.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { formatTable } from '../../../text/table.ts'
import { cutToWidth, displayWidth, padEndToWidth, padStartToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatAge } from '../../../time/age.ts'
import { formatDay } from '../../../time/day.ts'
import type { App } from '../app.ts'
import { createProjectNames } from '../tell/project-names.ts'
import { formatBar } from '../usage/bars.ts'

/** Sessions by friction: what each was about, and below it what weighed most. */
export function formatFrictionList(app: App, found: FoundFriction): string[] {
  const { colors } = app
  const nameProject = createProjectNames(found.sessions)
  const [titles = '', ...lines] = formatTable({
    columns: [
      { title: 'ID', dropOrder: 0, style: colors.yellow },
      { title: 'WHEN', align: 'right', dropOrder: 2, style: colors.dim },
      { title: 'FRICTION', dropOrder: 0 },
      { title: 'PROJECT', isFlexible: true, minWidth: 8, maxWidth: 18, dropOrder: 3, style: colors.cyan },
      { title: 'SESSION', isFlexible: true, minWidth: 20, dropOrder: 0 },
    ],
    rows: found.sessions.map(session => [
      sanitizeLine(session.shortId),
      formatWhen(app, session),
      formatScore(session.score ?? 0),
      sanitizeLine(nameProject(session)),
      sanitizeLine(nameOf(session)),
    ]),
    width: app.tableColumns,
    titleStyle: colors.dim,
  })
  const indent = Math.max(2, ...found.sessions.map(({ shortId }) => displayWidth(sanitizeLine(shortId)))) + 2
  return [
    titles,
    ...found.sessions.flatMap((session, at) => [
      lines[at] ?? '',
      ...wrapText(tellStrongest(session), Math.max(MIN_WIDTH, app.columns - indent)).map(
        line => ' '.repeat(indent) + colors.dim(line),
      ),
    ]),
  ]
}

const MIN_WIDTH = 20
const STRONGEST = 2

/** The two strongest parts in words, with how they compare left to the account of the session. */
function tellStrongest({ parts }: SessionFriction): string {
  const strong = parts.filter(({ points }) => points > 0)
  const told = strong.slice(0, STRONGEST).map(({ says }) => says.split(':')[0] ?? '')
  const more = strong.length - told.length
  return [...told, more > 0 ? `${more} more` : ''].filter(text => text !== '').join(' · ')
}

const BAR = 5

/** ` 87 ████▍`. */
function formatScore(score: number): string {
  return `${String(score).padStart(3)} ${formatBar(score, 100, BAR)}`
}

function nameOf({ title }: SessionFriction): string {
  return shownTitle(title)
}

function formatWhen(app: App, { endedAt }: SessionFriction): string {
  return endedAt === undefined ? '' : formatAge(Date.parse(endedAt), app.now())
}

/** What the scores were made by, and what is left out. */
export function formatFrictionNote({ columns, colors }: App, found: FoundFriction): string[] {
  const { isCalibrated, calibratedOn, coverage } = found
  const small =
    coverage.small > 0
      ? ` ${formatNumberOf(coverage.small, 'session')} ${coverage.small === 1 ? 'is' : 'are'} too short to say anything.`
      : ''
  return wrapText(`${tellCalibration({ isCalibrated, calibratedOn })}${small}`, columns).map(line => colors.dim(line))
}

function tellCalibration({ isCalibrated, calibratedOn }: Pick<OneFriction, 'isCalibrated' | 'calibratedOn'>): string {
  return isCalibrated
    ? `By the measure of ${formatNumberOf(calibratedOn, 'session')} of yours: 50 is the middle of those in which something went wrong.`
    : `By the measure of ${MEASURED_SESSIONS} recorded sessions of others: of yours ${formatNumberOf(calibratedOn, 'session')} can be compared, and it takes ${MIN_SESSIONS}.`
}

/** One session in full: every part, and what backs it. */
export function formatOneFriction(app: App, one: OneFriction): string[] {
  const { colors, columns } = app
  const { shortId, project, startedAt, alsoIn, parts, score } = one
  const facts = [
    shortId,
    project,
    startedAt === undefined ? '' : formatDay(Date.parse(startedAt)),
    alsoIn.length > 0 ? `holds all of ${alsoIn.map(name => name.shortId).join(', ')}` : '',
  ]
  const strong = parts.filter(({ points }) => points > 0)
  const points = roundTo(score ?? 0, strong)
  const quiet = parts.filter(({ points }) => points === 0)
  return [
    colors.bold(cutToWidth(sanitizeLine(nameOf(one)), columns)),
    ...wrapText(joinFacts(facts), columns).map(line => colors.dim(line)),
    '',
    `Friction ${colors.bold(String(score ?? 0))} of 100 ${colors.cyan(formatBar(score ?? 0, 100, 20))}`.trimEnd(),
    ...wrapText(tellCalibration(one), columns).map(line => colors.dim(line)),
    ...strong.flatMap((part, at) => ['', ...formatPart(app, part, points[at] ?? 0)]),
    ...(quiet.length === 0
      ? []
      : [
          '',
          ...wrapText(`No points: ${quiet.map(({ says }) => says).join(' · ')}`, columns).map(line => colors.dim(line)),
        ]),
  ]
}

function joinFacts(facts: readonly string[]): string {
  return facts
    .map(sanitizeLine)
    .filter(fact => fact !== '')
    .join(' · ')
}

const MAX_EVIDENCE = 8

/** Whole points that add up to the score: what is cut off goes to those that lose most. */
function roundTo(score: number, parts: readonly ProvenPart[]): readonly number[] {
  const whole = parts.map(({ points }) => Math.floor(points))
  const left = score - whole.reduce((sum, points) => sum + points, 0)
  const losers = parts
    .map(({ points }, at) => ({ at, lost: points - Math.floor(points) }))
    .sort((a, b) => b.lost - a.lost || a.at - b.at)
    .slice(0, left)
  const more = new Set(losers.map(({ at }) => at))
  return whole.map((points, at) => points + (more.has(at) ? 1 : 0))
}

function formatPart(app: App, part: ProvenPart, rounded: number): string[] {
  const { colors, columns } = app
  const points = padStartToWidth(rounded === 0 ? '<1' : String(rounded), 3)
  const [first = '', ...rest] = wrapText(part.says, Math.max(MIN_WIDTH, columns - INDENT))
  const shown = part.evidence.slice(0, MAX_EVIDENCE)
  const more = part.evidence.length - shown.length
  const wide = Math.max(0, ...shown.map(({ places }) => displayWidth(cite(places[0]))))
  return [
    `${colors.bold(points)}  ${first}`,
    ...rest.map(line => `${' '.repeat(INDENT)}${line}`),
    ...shown.flatMap(evidence => formatEvidence(app, evidence, wide)),
    ...(more > 0 ? [`${' '.repeat(INDENT)}${colors.dim(`and ${more} more`)}`] : []),
  ]
}

const INDENT = 5

/** The place first, so that it can be copied into `show`. */
function formatEvidence({ colors, columns }: App, { text, places }: Evidence, wide: number): string[] {
  const place = padEndToWidth(cite(places[0]), wide)
  const room = Math.max(MIN_WIDTH, columns - INDENT - wide - 2)
  const [first = '', ...rest] = wrapText(sanitizeLine(text), room)
  return [
    `${' '.repeat(INDENT)}${colors.yellow(place)}  ${first}`,
    ...(rest.length === 0 ? [] : [' '.repeat(INDENT + wide + 2) + cutToWidth(rest.join(' '), room)]),
  ]
}

export function cite(place: StoryPlace | undefined): string {
  return place ? sanitizeLine(`${place.shortId}:${place.turn}`) : ''
}
