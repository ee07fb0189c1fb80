import type { Place, Story } from '../../narrative/story.ts'
import { clip } from '../../text/clip.ts'
import { formatCount, formatNumberOf } from '../../text/count.ts'
import { formatCost } from '../../text/money.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { formatIso } from '../../time/day.ts'
import { formatDuration } from '../../time/duration.ts'
import { citePlaces } from '../story/place-text.ts'
import { createPathNames, listSections, type StoryItem, summaryOf } from '../story/sections.ts'
import { type FrontMatter, linkValue, safeProperties } from './front-matter.ts'
import type { NoteParts } from './merge-note.ts'
import type { NoteSession, SessionLinks } from './note-session.ts'
import { noteText, tagText, wikiLink } from './obsidian-text.ts'
import type { Template, TemplateNames, TemplateValues } from './template.ts'

/** Times as the notes of this vault tell them. */
export interface NoteTimes {
  /** `09:05`. */
  timeOf(at: number): string
  dayOf(at: number): string
  /** `UTC`, `Europe/Berlin`. */
  readonly name: string
}

const SECTION = { heading: true, items: true } as const

export const SESSION_NAMES: TemplateNames = {
  title: true,
  facts: true,
  request: true,
  summary: true,
  sections: SECTION,
  done: true,
  files: true,
  commits: true,
  tests: true,
  decisions: true,
  questions: true,
  plans: true,
  errors: true,
  corrections: true,
  open: true,
  friction: true,
  prompts: true,
  links: true,
  project: true,
  day: true,
  previous: true,
  continues: true,
  held_by: true,
  related: { link: true, why: true },
  session: true,
  machine: true,
}

/** Title of a session that has none. */

export function drawSessionNote(
  session: NoteSession,
  links: SessionLinks,
  { template, times }: { readonly template: Template; readonly times: NoteTimes },
): NoteParts {
  return {
    front: safeProperties(listProperties(session, links)),
    content: template.fill({ ...sessionValues(session, times), ...linkValues(links) }),
  }
}

/** Lists in front matter are for queries, not for reading: they end somewhere. */
const MAX_LISTED = 50
const MAX_SUMMARY = 600

function listProperties(session: NoteSession, links: SessionLinks): FrontMatter {
  const { story, startedAt, endedAt } = session
  const { nameOf } = createPathNames(session.cwds)
  const title = shownTitle(story.title)
  return [
    ['title', title],
    ['aliases', [clip(title, MAX_ALIAS)]],
    ['kind', 'session'],
    ['status', session.isRunning ? 'running' : 'ended'],
    ['date', session.date],
    ['started', formatIso(startedAt)],
    ['ended', formatIso(endedAt)],
    ['project', session.project],
    ['branch', session.branch],
    ['models', session.models],
    ['session', session.sessionId],
    ['machine', session.machine],
    ['duration_minutes', startedAt === undefined || endedAt === undefined ? undefined : minutes(endedAt - startedAt)],
    ['active_minutes', minutes(session.activeMs)],
    ['prompts', session.prompts],
    ['messages', session.messages],
    ['tokens', session.tokens],
    ['cost_usd', session.costUsd === null ? undefined : Math.round(session.costUsd * 1e4) / 1e4],
    ['cost_is_lower_bound', session.isLowerBound ? true : undefined],
    ['tools', session.tools.slice(0, MAX_LISTED)],
    ['tool_calls', session.toolCalls],
    ['files', story.files.slice(0, MAX_LISTED).map(({ path }) => nameOf(path))],
    ['files_changed', story.files.length],
    ['commits', story.commits.flatMap(({ sha }) => sha || []).slice(0, MAX_LISTED)],
    ['prs', story.pullRequests.slice(0, MAX_LISTED).map(({ url }) => url)],
    ['friction', session.friction],
    ['open', story.threads.length],
    ['tags', listTags(session)],
    ['summary', clip(summaryOf(story), MAX_SUMMARY) || undefined],
    ['previous', links.previous && linkValue(links.previous.name)],
    ['continues', links.continues.map(({ name }) => linkValue(name))],
    ['held_by', links.heldBy && linkValue(links.heldBy.name)],
    ['related', links.related.map(({ name }) => linkValue(name))],
  ]
}

const MAX_ALIAS = 100

function minutes(ms: number): number {
  return Math.round(ms / 6000) / 10
}

/** Ours, those of the story, and those of `backscroll tag`. */
function listTags({ story, ownTags }: NoteSession): readonly string[] {
  const tags = ['claude-session', ...story.tags, ...ownTags].flatMap(tag => tagText(tag) ?? [])
  // Obsidian takes tags for one that differ in capitals alone.
  const small = tags.map(tag => tag.toLowerCase())
  return tags.filter((_tag, at) => small.indexOf(small[at] as string) === at)
}

/** Longer lists are for `backscroll story`. */
const MAX_ITEMS = 40
const MAX_PROMPTS = 60
const MAX_PROMPT = 160

function sessionValues(session: NoteSession, times: NoteTimes): TemplateValues {
  const { story, cite } = session
  const sections = listSections(story, createPathNames(session.cwds)).map(({ id, title, items }) => ({
    id,
    heading: title,
    items: drawItems(items, cite, MAX_ITEMS),
  }))
  return {
    title: noteText(shownTitle(story.title)),
    facts: describeFacts(session, times),
    request: story.request ? noteText(story.request.text) + drawPlaces(cite, story.request.places) : '',
    summary: noteText(summaryOf(story)),
    sections,
    ...Object.fromEntries(SECTION_IDS.map(id => [id, sections.find(section => section.id === id)?.items ?? ''])),
    friction: drawItems(listSignals(session), cite, MAX_ITEMS),
    prompts: drawItems(listPrompts(story), cite, MAX_PROMPTS),
    session: `\`${cite}\``,
    machine: session.machine,
  }
}

const SECTION_IDS = [
  'done',
  'files',
  'commits',
  'tests',
  'decisions',
  'questions',
  'plans',
  'errors',
  'corrections',
  'open',
] as const

const MAX_SIGNAL = 200

/** With the names that files have in the other parts; whole commands stand there, too. */
function listSignals({ story, cwds }: NoteSession): readonly StoryItem[] {
  const folders = cwds.flatMap(cwd => (cwd.length > 1 ? [`${cwd}/`] : [])).sort((a, b) => b.length - a.length)
  return story.signals.map(({ text, places }) => {
    const short = folders.reduce((rest, folder) => rest.replaceAll(folder, ''), text)
    return { text: clip(short, MAX_SIGNAL), places, detail: undefined, mark: undefined }
  })
}

function listPrompts({ segments }: Story): readonly StoryItem[] {
  return segments.flatMap(({ turns }) =>
    turns
      .filter(({ prompt }) => prompt !== '')
      .map(({ prompt, places, isRewound }) => ({
        text: clip(prompt, MAX_PROMPT),
        detail: isRewound ? 'taken back' : undefined,
        mark: undefined,
        places: places.slice(0, 1),
      })),
  )
}

/** No boxes: a tick of the person's would be gone with the next writing. */
const SIGNS = { good: '✓ ', bad: '✗ ', open: '○ ' } as const

function drawItems(items: readonly StoryItem[], cite: string, max: number): string {
  const shown = items.slice(0, max).map(({ text, detail, mark, places }) => {
    const rest = detail === undefined ? '' : ` — ${noteText(detail)}`
    return `- ${mark ? SIGNS[mark] : ''}${noteText(text)}${rest}${drawPlaces(cite, places)}`
  })
  return [...shown, ...(items.length > max ? [`- … and ${items.length - max} more`] : [])].join('\n')
}

function drawPlaces(cite: string, places: readonly Place[]): string {
  const text = citePlaces(cite, places)
  return text === '' ? '' : ` (\`${text}\`)`
}

function describeFacts(session: NoteSession, times: NoteTimes): string {
  const { startedAt, endedAt, activeMs, models, branch, prompts, tokens, toolCalls } = session
  const facts = [
    session.isRunning ? '**running**' : '',
    startedAt === undefined ? '' : `${times.dayOf(startedAt)} ${spanOf(startedAt, endedAt, times)} ${times.name}`,
    activeMs > 0 ? `${formatDuration(activeMs)} of work` : '',
    branch === undefined ? '' : `branch ${noteText(branch)}`,
    models.map(noteText).join(', '),
    formatNumberOf(prompts, 'prompt'),
    formatNumberOf(toolCalls, 'tool call'),
    tokens > 0 ? `${formatCount(tokens)} tokens` : '',
    tokens > 0 ? noteText(formatCost(session)) : '',
  ]
  return facts.filter(fact => fact !== '').join(' · ')
}

function spanOf(from: number, to: number | undefined, times: NoteTimes): string {
  if (to === undefined || times.timeOf(to) === times.timeOf(from)) return times.timeOf(from)
  const day = times.dayOf(to) === times.dayOf(from) ? '' : `${times.dayOf(to)} `
  return `${times.timeOf(from)} – ${day}${times.timeOf(to)}`
}

function linkValues({ project, day, previous, continues, heldBy, related }: SessionLinks): TemplateValues {
  const link = ({ name, title }: { readonly name: string; readonly title: string }): string => wikiLink(name, title)
  const others = related.map(other => ({ link: link(other), why: noteText(other.why) }))
  const lines = [
    `- Project: ${link(project)}`,
    `- Day: ${link(day)}`,
    ...(previous ? [`- Before it: ${link(previous)}`] : []),
    ...(heldBy ? [`- Told in: ${link(heldBy)}`] : []),
    ...continues.map(other => `- Continues: ${link(other)}`),
    ...others.map(other => `- Related: ${other.link}${other.why === '' ? '' : ` — ${other.why}`}`),
  ]
  return {
    links: lines.join('\n'),
    project: link(project),
    day: link(day),
    previous: previous ? link(previous) : '',
    continues: continues.map(link).join(', '),
    held_by: heldBy ? link(heldBy) : '',
    related: others,
  }
}
