import { join } from 'node:path'
import { head } from '../text/head.ts'
import { formatIso } from '../time/day.ts'
import { UserError } from '../user-error.ts'
import { appendLine, keepLines, readLines } from './append-line.ts'

/**
 * Pins and tags that somebody gave to sessions. No transcript knows them, so they are precious and stand beside the
 * archive, in `marks.jsonl`: one change per line, only ever appended to, the last one about a thing counts.
 */
export interface Marks {
  isPinned(sessionId: string): boolean
  /** As typed, in the order they were given. */
  tagsOf(sessionId: string): readonly string[]
  /** Ids, the first that was pinned first. */
  pinned(): readonly string[]
  /** Ids by tag, in the order of the alphabet. */
  tags(): ReadonlyMap<string, readonly string[]>
  /** Ids of the sessions that bear the tag, in upper or lower case. */
  withTag(tag: string): readonly string[]
}

/** `at` in epoch milliseconds. */
export type MarkChange =
  | { readonly session: string; readonly at: number; readonly pin: boolean }
  | { readonly session: string; readonly at: number; readonly tag: string; readonly on: boolean }

/** Lines that cannot be read are left alone. */
export function readMarks(keepDir: string): Marks {
  const pins = new Set<string>()
  const tagged = new Map<string, Map<string, string>>()
  for (const line of readLines(marksPath(keepDir))) {
    const change = parseMark(line)
    if (!change) continue
    const { session } = change
    if ('pin' in change) {
      if (change.pin) pins.add(session)
      else pins.delete(session)
      continue
    }
    const tags = tagged.get(session) ?? new Map<string, string>()
    tagged.set(session, tags)
    const key = tagKey(change.tag)
    if (!change.on) tags.delete(key)
    else if (!tags.has(key)) tags.set(key, change.tag)
  }
  const byTag = groupByTag(tagged)
  return {
    isPinned: sessionId => pins.has(sessionId),
    tagsOf: sessionId => [...(tagged.get(sessionId)?.values() ?? [])],
    pinned: () => [...pins],
    tags: () => new Map([...byTag.values()].map(({ tag, sessions }) => [tag, sessions])),
    withTag: tag => byTag.get(tagKey(tag))?.sessions ?? [],
  }
}

/** Lines that hold no mark: damaged, or of a newer backscroll. They stay where they are. */
export function countUnreadableMarks(keepDir: string): number {
  return readLines(marksPath(keepDir)).filter(line => line.toString().trim() !== '' && !parseMark(line)).length
}

/** Throws `UserError` for a tag that is none, and where the disk refuses. */
export function addMark(keepDir: string, change: MarkChange): void {
  const { session } = change
  const at = formatIso(change.at)
  const line =
    'pin' in change
      ? { at, session, pin: change.pin }
      : { at, session, tag: change.on ? requireTag(change.tag) : change.tag, on: change.on }
  appendLine(marksPath(keepDir), JSON.stringify(line))
}

/** Takes out every line about a session that is to be forgotten, those that were cut off included. */
export function dropMarks(keepDir: string, sessionId: string): void {
  keepLines(marksPath(keepDir), line => !isAbout(line, sessionId))
}

const MAX_TAG = 60
// Where such a character stands, `tag:word` could not be typed, or would look like another tag.
const NOT_IN_TAG = /[\s\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"“”„«»]|^:/u

/** A word that can be searched as `tag:word`. */
export function requireTag(text: string): string {
  const isTooLong = [...text].length > MAX_TAG
  if (text !== '' && !isTooLong && !NOT_IN_TAG.test(text)) return text
  throw new UserError({
    code: 'bad-tag',
    message:
      text === ''
        ? 'a tag cannot be empty'
        : isTooLong
          ? `the tag "${head(text, 20)}…" is longer than ${MAX_TAG} characters`
          : `"${head(text, MAX_TAG)}" cannot be a tag`,
    hint: 'A tag is one word without spaces and double quotes, such as release or api-v2.',
  })
}

function marksPath(keepDir: string): string {
  return join(keepDir, 'marks.jsonl')
}

function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}

type ReadMark =
  | { readonly session: string; readonly pin: boolean }
  | { readonly session: string; readonly tag: string; readonly on: boolean }

function parseMark(line: Buffer): ReadMark | undefined {
  const { session, pin, tag, on } = parseObject(line) ?? {}
  if (typeof session !== 'string' || session === '') return undefined
  if (typeof pin === 'boolean') return { session, pin }
  return typeof tag === 'string' && tag !== '' && typeof on === 'boolean' ? { session, tag, on } : undefined
}

function parseObject(line: Buffer): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line.toString())
    return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}

function isAbout(line: Buffer, sessionId: string): boolean {
  const object = parseObject(line)
  if (object) return object.session === sessionId
  const text = line.toString()
  const [, cutId] = /"session":"([^"]*)$/.exec(text) ?? []
  return text.includes(sessionId) || (cutId !== undefined && sessionId.startsWith(cutId))
}

interface TaggedSessions {
  /** As it was typed first. */
  readonly tag: string
  readonly sessions: string[]
}

function groupByTag(tagged: ReadonlyMap<string, ReadonlyMap<string, string>>): ReadonlyMap<string, TaggedSessions> {
  const groups = new Map<string, TaggedSessions>()
  for (const [session, tags] of tagged) {
    for (const [key, tag] of tags) {
      const group = groups.get(key) ?? { tag, sessions: [] }
      group.sessions.push(session)
      groups.set(key, group)
    }
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}
