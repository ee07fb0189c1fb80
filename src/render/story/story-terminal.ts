import type { Results, SegmentStory, Sentence, TurnStory } from '../../narrative/story.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { cutToWidth, displayWidth } from '../../text/width.ts'
import { wrapText } from '../../text/wrap.ts'
import { formatDuration } from '../../time/duration.ts'
import type { Style, Tone } from '../terminal/style.ts'
import { listParts, namePart, saysTurn, tellFriction, tellOutcome, tellPart } from './parts.ts'
import { formatPlaces } from './place-text.ts'
import {
  createPathNames,
  listSections,
  nameActivity,
  type PathNames,
  type StoryItem,
  type StorySection,
} from './sections.ts'
import type { ToldSession } from './told-session.ts'

export interface StoryTerminalOptions {
  readonly width: number
  readonly style: Style
  /** Every turn with what was done in it. */
  readonly withTurns: boolean
  formatTime(at: number): string
}

/** A story as lines for a terminal. */
export function renderStoryTerminal(told: ToldSession, options: StoryTerminalOptions): readonly string[] {
  const { story, cwds } = told
  const { style } = options
  const paths = createPathNames(cwds)
  return [
    ...wrapText(sanitizeLine(shownTitle(story.title)), options.width).map(line => style.paint('bold', line)),
    ...wrapText(describeHead(told, options), options.width).map(line => style.paint('dim', line)),
    ...drawSummary(story.summary, options),
    ...(story.tags.length > 0
      ? ['', style.paint('dim', story.tags.map(tag => `#${sanitizeLine(tag)}`).join(' '))]
      : []),
    ...drawResults(story, paths, options),
    ...listParts(story, options.withTurns).flatMap(segment => drawSegment(segment, paths, options)),
    ...drawFriction(told, options),
    ...drawRelated(told, options),
  ]
}

function drawSummary(summary: readonly Sentence[], { width }: StoryTerminalOptions): readonly string[] {
  return summary.length === 0 ? [] : ['', ...wrapText(sanitizeLine(summary.map(({ text }) => text).join(' ')), width)]
}

function describeHead(told: ToldSession, options: StoryTerminalOptions): string {
  const { shortId, branch, startedAt, endedAt, activeMs, models, story } = told
  const parts = [
    shortId,
    startedAt === undefined ? '' : options.formatTime(startedAt),
    endedAt === undefined || startedAt === undefined
      ? ''
      : `${formatDuration(endedAt - startedAt)}, ${formatDuration(activeMs)} of work`,
    branch ?? '',
    models.join(', '),
    `${story.measures.turns} ${story.measures.turns === 1 ? 'turn' : 'turns'}`,
  ]
  return parts
    .filter(part => part !== '')
    .map(sanitizeLine)
    .join('  ')
}

function drawFriction({ friction }: ToldSession, options: StoryTerminalOptions): readonly string[] {
  const item = tellFriction(friction)
  return item ? ['', options.style.paint('heading', 'Friction'), ...drawItem(item, options)] : []
}

function drawRelated({ related }: ToldSession, options: StoryTerminalOptions): readonly string[] {
  if (related.length === 0) return []
  const items = related.map(({ shortId, title, reasons }) => ({
    text: `${shortId}  ${title}`,
    detail: reasons.join('; '),
    mark: undefined,
    places: [],
  }))
  return ['', options.style.paint('heading', 'Related sessions'), ...items.flatMap(item => drawItem(item, options))]
}

function drawResults(results: Results, paths: PathNames, options: StoryTerminalOptions): readonly string[] {
  return listSections(results, paths).flatMap(section => ['', ...drawSection(section, options)])
}

const MARKS: { readonly [mark in NonNullable<StoryItem['mark']>]: readonly [sign: string, tone: Tone] } = {
  good: ['✓', 'good'],
  bad: ['✗', 'bad'],
  open: ['○', 'accent'],
}

function drawSection({ id, title, items }: StorySection, options: StoryTerminalOptions): readonly string[] {
  const lines = id === 'done' ? drawRows(items, options) : items.flatMap(item => drawItem(item, options))
  return [options.style.paint('heading', title), ...lines]
}

const MIN_DETAIL = 30

/** One line each, with what is said of it in a column of its own; on a narrow terminal below each other as all else. */
function drawRows(items: readonly StoryItem[], options: StoryTerminalOptions): readonly string[] {
  const { width, style } = options
  const names = Math.max(...items.map(({ text }) => displayWidth(text)))
  const places = Math.max(...items.map(item => formatPlaces('', item.places).length))
  const room = width - names - places - 8
  if (room < MIN_DETAIL) return items.flatMap(item => drawItem(item, options))
  return items.map(item => {
    const detail = cutToWidth(sanitizeLine(item.detail ?? ''), room)
    const gap = ' '.repeat(names - displayWidth(item.text))
    return `  ${style.paint('dim', '·')} ${item.text}${gap}  ${style.paint('dim', `${detail}  ${formatPlaces('', item.places)}`)}`
  })
}

/** The text wraps; what is said of it and where it stands follow on the same line where there is room. */
function drawItem(
  { text, detail, mark, places }: StoryItem,
  { width, style }: StoryTerminalOptions,
): readonly string[] {
  const [sign, tone] = mark ? MARKS[mark] : (['·', 'dim'] as const)
  const lines = wrapText(sanitizeLine(text), Math.max(10, width - 4))
  const rest = [detail ? sanitizeLine(detail) : '', formatPlaces('', places)].filter(part => part !== '').join('  ')
  const last = lines.at(-1) ?? ''
  const fits = displayWidth(last) + displayWidth(rest) + 6 <= width
  const body = lines.map((line, at) => `${at === 0 ? `  ${style.paint(tone, sign)}` : '   '} ${line}`)
  if (rest === '') return body
  if (fits) return [...body.slice(0, -1), `${body.at(-1)}  ${style.paint('dim', rest)}`]
  return [...body, ...wrapText(rest, Math.max(10, width - 4)).map(line => `    ${style.paint('dim', line)}`)]
}

function drawSegment(segment: SegmentStory, paths: PathNames, options: StoryTerminalOptions): readonly string[] {
  const part = segment.results && tellPart(segment.results, paths)
  return [
    '',
    options.style.paint('heading', namePart(segment)),
    ...(segment.request ? drawRequest(segment.request, options) : []),
    ...(options.withTurns
      ? segment.turns.filter(saysTurn).flatMap(turn => drawTurn(turn, options))
      : part
        ? drawItem(part, options)
        : []),
  ]
}

function drawRequest({ text, places }: Sentence, options: StoryTerminalOptions): readonly string[] {
  return drawItem({ text: `Asked: “${text}”`, detail: undefined, mark: undefined, places }, options)
}

function drawTurn(turn: TurnStory, options: StoryTerminalOptions): readonly string[] {
  const did = turn.activities.map(({ kind, count }) => `${nameActivity(kind).toLowerCase()} ×${count}`).join(', ')
  const detail = [did, tellOutcome(turn), turn.activeMs > 0 ? formatDuration(turn.activeMs) : '']
    .filter(part => part !== '')
    .join('; ')
  const text = turn.prompt === '' ? 'Before the first prompt' : turn.prompt
  const answer = turn.answer[0]
  const item = { text, detail: detail || undefined, mark: undefined, places: turn.places.slice(0, 1) }
  return [
    ...drawItem(item, options),
    ...(answer === undefined
      ? []
      : wrapText(sanitizeLine(`→ ${answer}`), Math.max(10, options.width - 6)).map(line => `      ${line}`)),
  ]
}
