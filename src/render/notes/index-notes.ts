/** Notes about several sessions: one per day and one per project for each machine, and a small one that joins machines. */

import { formatCount, formatNumberOf } from '../../text/count.ts'
import { formatCost } from '../../text/money.ts'
import { shownTitle } from '../../text/shown-title.ts'
import { formatDuration } from '../../time/duration.ts'
import { type FrontMatter, safeProperties } from './front-matter.ts'
import type { NoteParts } from './merge-note.ts'
import type { LaterDay, SessionDigest } from './note-session.ts'
import { noteText, wikiLink } from './obsidian-text.ts'
import type { NoteTimes } from './session-note.ts'
import type { Template, TemplateNames, TemplateValues } from './template.ts'

const SESSION_ITEM = {
  link: true,
  date: true,
  time: true,
  project: true,
  facts: true,
  summary: true,
} as const

export const DAY_NAMES: TemplateNames = { date: true, machine: true, totals: true, sessions: SESSION_ITEM }
export const PROJECT_NAMES: TemplateNames = {
  project: true,
  machine: true,
  totals: true,
  sessions: SESSION_ITEM,
  open: true,
}

export interface IndexDrawing {
  readonly template: Template
  readonly times: NoteTimes
  readonly machine: string
}

/** A session on a day. */
export interface DayEntry {
  readonly digest: SessionDigest
  readonly sessionId: string
  readonly date: string
  /** When work on it began that day. */
  readonly startedAt: number
  /** Undefined on the day it began: that day counts what it took. */
  readonly later: LaterDay | undefined
}

/** The sessions that somebody worked in on a day, in order. */
export function drawDayNote(date: string, entries: readonly DayEntry[], drawing: IndexDrawing): NoteParts {
  const { machine, template } = drawing
  const begun = entries.flatMap(({ digest, later }) => (later ? [] : [digest]))
  const front: FrontMatter = [
    ['title', `Sessions of ${date}`],
    ['kind', 'day'],
    ['date', date],
    ['machine', machine],
    ...sumProperties(begun),
    ['tags', ['claude-day']],
  ]
  const wentOn = entries.length - begun.length
  const values = {
    date,
    machine,
    totals: [
      ...(begun.length > 0 || wentOn === 0 ? [describeTotals(begun)] : []),
      ...(wentOn > 0 ? [`${formatNumberOf(wentOn, 'session')} went on from before`] : []),
    ].join(' · '),
    sessions: entries.map(({ digest, later }) => (later ? laterItem(digest, later, drawing) : itemOf(digest, drawing))),
  }
  return { front: safeProperties(front), content: template.fill(values) }
}

const MAX_OPEN = 20

/** The sessions of a project, the newest first, with what the last ones left open. */
export function drawProjectNote(project: string, sessions: readonly SessionDigest[], drawing: IndexDrawing): NoteParts {
  const { machine, template } = drawing
  const front: FrontMatter = [
    ['title', `${project} sessions`],
    ['kind', 'project'],
    ['project', project],
    ['machine', machine],
    ...sumProperties(sessions),
    ['tags', ['claude-project']],
  ]
  const values = {
    project: noteText(project),
    machine,
    totals: describeTotals(sessions),
    sessions: sessions.map(one => itemOf(one, drawing)),
    open: sessions.flatMap(drawOpen).slice(0, MAX_OPEN).join('\n'),
  }
  return { front: safeProperties(front), content: template.fill(values) }
}

/** Follows from the names of the files alone, so every machine that sees the same files writes the same bytes. */
export function drawJoiningNote(
  kind: 'days' | 'projects',
  title: string,
  names: readonly string[],
  date?: string,
): NoteParts {
  const front: FrontMatter = [
    ['title', title],
    ['kind', kind === 'days' ? 'day-index' : 'project-index'],
    ['date', date],
    ['tags', [kind === 'days' ? 'claude-day' : 'claude-project']],
  ]
  return { front: safeProperties(front), content: names.map(name => `![[${name}]]`).join('\n\n') }
}

function sumProperties(sessions: readonly SessionDigest[]): FrontMatter {
  const { activeMs, tokens, costUsd, isLowerBound } = sumOf(sessions)
  return [
    ['sessions', sessions.length],
    ['active_minutes', Math.round(activeMs / 6000) / 10],
    ['tokens', tokens],
    ['cost_usd', Math.round(costUsd * 1e4) / 1e4],
    ['cost_is_lower_bound', isLowerBound ? true : undefined],
  ]
}

function sumOf(sessions: readonly SessionDigest[]) {
  const sum = (value: (one: SessionDigest) => number): number => sessions.reduce((total, one) => total + value(one), 0)
  return {
    activeMs: sum(({ activeMs }) => activeMs),
    tokens: sum(({ tokens }) => tokens),
    costUsd: sum(({ costUsd }) => costUsd ?? 0),
    isLowerBound: sessions.some(one => one.isLowerBound || one.costUsd === null),
  }
}

function describeTotals(sessions: readonly SessionDigest[]): string {
  const { activeMs, tokens, costUsd, isLowerBound } = sumOf(sessions)
  const facts = [
    formatNumberOf(sessions.length, 'session'),
    `${formatDuration(activeMs)} of work`,
    `${formatCount(tokens)} tokens`,
    noteText(formatCost({ costUsd, isLowerBound })),
  ]
  return facts.join(' · ')
}

function itemOf(session: SessionDigest, { times }: IndexDrawing): TemplateValues {
  const { name, title, startedAt, filesChanged, commits, prompts, activeMs } = session
  const facts = [
    session.isRunning ? 'running' : '',
    activeMs > 0 ? formatDuration(activeMs) : '',
    formatNumberOf(prompts, 'prompt'),
    filesChanged > 0 ? formatNumberOf(filesChanged, 'file') : '',
    commits > 0 ? formatNumberOf(commits, 'commit') : '',
    session.costUsd === null || session.tokens === 0 ? '' : noteText(formatCost(session)),
  ]
  return {
    link: wikiLink(name, shownTitle(title)),
    date: session.date,
    time: startedAt === undefined ? '' : times.timeOf(startedAt),
    project: wikiLink(session.projectName, session.project),
    facts: facts.filter(fact => fact !== '').join(', '),
    summary: noteText(session.summary),
  }
}

/** What it took in all stands on the day it began. */
function laterItem(session: SessionDigest, later: LaterDay, drawing: IndexDrawing): TemplateValues {
  const { activeMs, prompts, startedAt, date } = later
  const facts = ['went on', activeMs > 0 ? formatDuration(activeMs) : '', formatNumberOf(prompts, 'prompt')]
  return {
    ...itemOf(session, drawing),
    date,
    time: drawing.times.timeOf(startedAt),
    facts: [...(session.isRunning ? ['running'] : []), ...facts].filter(fact => fact !== '').join(', '),
    summary: '',
  }
}

function drawOpen({ name, title, open }: SessionDigest): readonly string[] {
  return open.map(text => `- ${noteText(text)} · ${wikiLink(name, shownTitle(title))}`)
}
