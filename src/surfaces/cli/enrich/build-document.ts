import type { Story } from '../../../narrative/story.ts'
import type { TellableSession } from '../../../query/story/list-tellable.ts'
import type { TurnTexts } from '../../../query/story/read-turn-texts.ts'
import type { Redaction } from '../../../redact/redaction.ts'
import { createPathNames, listSections, type StoryItem, summaryOf } from '../../../render/story/sections.ts'
import { documentStart } from '../../../source/own-runs.ts'
import { clip } from '../../../text/clip.ts'
import { unitsInBytes } from '../../../text/utf8.ts'
import { formatIso } from '../../../time/day.ts'
import { type Clean, createCleaner } from './create-cleaner.ts'
import { INSTRUCTIONS, TASK } from './instructions.ts'

export interface DocumentSource {
  readonly session: TellableSession
  readonly story: Story
  readonly texts: readonly TurnTexts[]
  readonly redaction: Redaction
  /** Number of the run it is sent in. */
  readonly run: string
  readonly maxBytes: number
}

export interface EnrichDocument {
  /** What goes to stdin, or would. */
  readonly text: string
  readonly bytes: number
  /** Prompts and answers, and how many of them had no room. */
  readonly passages: { readonly sent: number; readonly left: number }
}

const MAX_ITEMS = 12
const MAX_ITEM_CHARS = 400
const MAX_PASSAGE_CHARS = 4000
const MAX_HEAD_CHARS = 240
/** Part of the room that the story may take; the rest is for the words themselves. */
const STORY_SHARE = 0.5
/** For what stands behind the passages. */
const END_BYTES = 80

/**
 * All that a command gets to see of a session: its story as lines, and as many of the words themselves as there is room
 * for, those of the first and the last turn first. Texts come as an export has them, without secrets, and quoted.
 */
export function buildDocument(source: DocumentSource): EnrichDocument {
  const { redaction, run, maxBytes } = source
  const clean = createCleaner(redaction)
  const start = [
    documentStart(run),
    `"task":${JSON.stringify(TASK)},`,
    `"instructions":${JSON.stringify(INSTRUCTIONS)},`,
    `"session":${JSON.stringify(describeSession(source, clean))},`,
  ].join('\n')
  const room = maxBytes - byteLength(start) - END_BYTES
  const story = JSON.stringify(describeStory(source, clean, Math.floor(room * STORY_SHARE)))
  const { lines, passages } = choosePassages(source, clean, room - byteLength(story))
  const text = `${start}\n"story":${story},\n"passages":[\n${lines.join(',\n')}],\n"passagesLeftOut":${passages.left}}\n`
  redaction.requireClean(text)
  return { text, bytes: byteLength(text), passages }
}

function describeSession({ session, story }: DocumentSource, clean: Clean): object {
  const { sessionId, projectName, startedAt, endedAt } = session
  return {
    id: sessionId,
    title: clean(clip(story.title, 200), 200),
    project: clean(clip(projectName, 100), 100),
    startedAt: formatIso(startedAt),
    endedAt: formatIso(endedAt),
    turns: story.measures.turns,
  }
}

interface StoryText {
  request: string
  summary: string
  readonly sections: { readonly title: string; readonly items: string[] }[]
}

/** Section by section, as far as there is room. */
function describeStory({ session, story }: DocumentSource, clean: Clean, maxBytes: number): StoryText {
  const told: StoryText = {
    request: cutToBytes(clean(story.request?.text ?? '', MAX_PASSAGE_CHARS), maxBytes / 4),
    summary: cutToBytes(clean(summaryOf(story), MAX_PASSAGE_CHARS), maxBytes / 4),
    sections: [],
  }
  let room = maxBytes - jsonBytes(told)
  const paths = createPathNames(session.cwd === undefined ? [] : [session.cwd])
  for (const { title, items } of listSections(story, paths)) {
    const lines: string[] = []
    room -= jsonBytes({ title, items: lines }) + 1
    for (const item of items.slice(0, MAX_ITEMS)) {
      const line = clean(tellItem(item), MAX_ITEM_CHARS)
      room -= jsonBytes(line) + 1
      if (room < 0) break
      lines.push(line)
    }
    if (lines.length > 0) told.sections.push({ title, items: lines })
    if (room < 0) break
  }
  return told
}

function tellItem({ text, detail, places }: StoryItem): string {
  const turns = [...new Set(places.map(({ turn }) => turn))].join(', ')
  const body = clip(`${text}${detail === undefined ? '' : ` (${detail})`}`, MAX_ITEM_CHARS - 40)
  return turns === '' ? body : `${body} [turn ${turns}]`
}

interface Passage {
  readonly turn: number
  readonly by: 'person' | 'model'
  readonly text: string
}

/** What does not fit whole may fit with its beginning. */
function choosePassages(
  { texts }: DocumentSource,
  clean: Clean,
  maxBytes: number,
): { readonly lines: readonly string[]; readonly passages: EnrichDocument['passages'] } {
  const all = inOrderOfWorth(texts).flatMap(({ turn, prompt, answer }): readonly Passage[] => [
    ...(prompt === undefined ? [] : [{ turn, by: 'person' as const, text: prompt }]),
    ...(answer === undefined ? [] : [{ turn, by: 'model' as const, text: answer }]),
  ])
  let room = maxBytes
  const chosen = all.flatMap(passage => {
    for (const maxChars of [MAX_PASSAGE_CHARS, MAX_HEAD_CHARS]) {
      const line = JSON.stringify({ ...passage, text: shorten(clean(passage.text, maxChars), passage.text, maxChars) })
      const bytes = byteLength(line) + 2
      if (bytes > room) continue
      room -= bytes
      return [{ turn: passage.turn, by: passage.by, line }]
    }
    return []
  })
  const inTime = chosen.sort((a, b) => a.turn - b.turn || (a.by === b.by ? 0 : a.by === 'person' ? -1 : 1))
  return { lines: inTime.map(({ line }) => line), passages: { sent: chosen.length, left: all.length - chosen.length } }
}

/** The first turn says what was wanted, the last how it ended; between them newer ones count more. */
function inOrderOfWorth(texts: readonly TurnTexts[]): readonly TurnTexts[] {
  const [first, ...later] = texts
  const last = later.pop()
  return [first, last, ...later.reverse()].filter(text => text !== undefined)
}

function shorten(cleaned: string, whole: string, maxChars: number): string {
  return whole.length > maxChars ? `${cleaned}…` : cleaned
}

function cutToBytes(text: string, maxBytes: number): string {
  const units = unitsInBytes(text, Math.max(0, Math.floor(maxBytes)))
  return units < text.length ? `${text.slice(0, units)}…` : text
}

function jsonBytes(value: unknown): number {
  return byteLength(JSON.stringify(value))
}

function byteLength(text: string): number {
  return Buffer.byteLength(text)
}
