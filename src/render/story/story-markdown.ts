import { formatDuration } from '../../time/duration.ts'
import { codeSpan, plain } from '../markdown/plain.ts'
import { formatPlaces } from './place-text.ts'
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
    `# ${plain(story.title || 'A session without a title')}`,
    '',
    `${describeHead(told)}`,
    '',
    plain(summaryOf(story)),
    ...sections,
    ...(withTurns ? drawTurns(told) : []),
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
  const place = formatPlaces(shortId, places)
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

function drawTurns({ story, shortId }: ToldSession): readonly string[] {
  return story.segments.flatMap(({ index, turns }) => [
    '',
    `## Part ${index + 1}`,
    '',
    ...turns.map(({ prompt, activities, answer, places }) => {
      const did = activities.map(({ kind, count }) => `${nameActivity(kind).toLowerCase()} ×${count}`).join(', ')
      const detail = [did, answer[0] ?? ''].filter(part => part !== '').join(' → ')
      const text = prompt === '' ? 'Before the first prompt' : prompt
      return drawItem({ text, detail: detail || undefined, mark: undefined, places: places.slice(0, 1) }, shortId)
    }),
  ])
}
