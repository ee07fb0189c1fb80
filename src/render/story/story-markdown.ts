import type { TurnStory } from '../../narrative/story.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { formatDuration } from '../../time/duration.ts'
import { codeSpan, plain } from '../markdown/plain.ts'
import { listParts, namePart, saysTurn, tellFriction, tellOutcome, tellPart } from './parts.ts'
import { citePlaces } from './place-text.ts'
import { createPathNames, listSections, nameActivity, type StoryItem, summaryOf } from './sections.ts'
import type { ToldSession } from './told-session.ts'

/** A story as Markdown, to be pasted or kept. */
export function renderStoryMarkdown(told: ToldSession, { withTurns }: { readonly withTurns: boolean }): string {
  const { story, shortId, cwds } = told
  const sections = listSections(story, createPathNames(cwds)).flatMap(({ title, items }) => [
    '',
    `## ${title}`,
    '',
    ...items.map(item => drawItem(item, shortId)),
  ])
  const parts = [
    `# ${plain(shownTitle(story.title))}`,
    '',
    `${describeHead(told)}`,
    ...(story.summary.length > 0 ? ['', plain(summaryOf(story))] : []),
    ...(story.tags.length > 0 ? ['', story.tags.map(tag => plain(`#${tag}`)).join(' ')] : []),
    ...sections,
    ...drawParts(told, withTurns),
    ...drawFriction(told),
    ...drawRelated(told),
  ]
  return `${parts.join('\n')}\n`
}

function describeHead({ sessionId, startedAt, endedAt, activeMs, branch, models }: ToldSession): string {
  const parts = [
    `Session ${codeSpan(sessionId)}`,
    startedAt === undefined ? '' : new Date(startedAt).toISOString().slice(0, 16).replace('T', ' '),
    startedAt === undefined || endedAt === undefined ? '' : `${formatDuration(activeMs)} of work`,
    branch === undefined ? '' : `branch ${codeSpan(branch)}`,
    models.map(codeSpan).join(', '),
  ]
  return parts.filter(part => part !== '').join(' · ')
}

const SIGNS = { good: '✓ ', bad: '✗ ', open: '' } as const

export function drawItem({ text, detail, mark, places }: StoryItem, shortId: string): string {
  const box = mark === 'open' ? '[ ] ' : mark ? SIGNS[mark] : ''
  const place = citePlaces(shortId, places)
  const rest = detail === undefined ? '' : ` — ${plain(detail)}`
  return `- ${box}${plain(text)}${rest}${place === '' ? '' : ` (${codeSpan(place)})`}`
}

function drawRelated({ related }: ToldSession): readonly string[] {
  if (related.length === 0) return []
  const items = related.map(
    ({ shortId, title, reasons }) => `- ${codeSpan(shortId)} ${plain(title)} — ${plain(reasons.join('; '))}`,
  )
  return ['', '## Related sessions', '', ...items]
}

function drawParts({ story, shortId, cwds }: ToldSession, withTurns: boolean): readonly string[] {
  const paths = createPathNames(cwds)
  return listParts(story, withTurns).flatMap(segment => {
    const { request, results } = segment
    const asked = request && {
      text: `Asked: “${request.text}”`,
      detail: undefined,
      mark: undefined,
      places: request.places,
    }
    const part = withTurns || !results ? undefined : tellPart(results, paths)
    const turns = withTurns ? segment.turns.filter(saysTurn).map(turn => drawTurn(turn, shortId)) : []
    const items = [asked, part].flatMap(item => (item ? [drawItem(item, shortId)] : []))
    return ['', `## ${namePart(segment)}`, '', ...items, ...turns]
  })
}

function drawTurn(turn: TurnStory, shortId: string): string {
  const did = turn.activities.map(({ kind, count }) => `${nameActivity(kind).toLowerCase()} ×${count}`).join(', ')
  const done = [did, tellOutcome(turn)].filter(part => part !== '').join('; ')
  const detail = [done, turn.answer[0] ?? ''].filter(part => part !== '').join(' → ')
  const text = turn.prompt === '' ? 'Before the first prompt' : turn.prompt
  return drawItem({ text, detail: detail || undefined, mark: undefined, places: turn.places.slice(0, 1) }, shortId)
}

function drawFriction({ friction, shortId }: ToldSession): readonly string[] {
  const item = tellFriction(friction)
  return item ? ['', '## Friction', '', drawItem(item, shortId)] : []
}
