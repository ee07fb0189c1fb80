import type { Entry } from '../format/entry.ts'
import type { JsonObject } from '../format/json.ts'
import { readHead } from './read-head.ts'

export interface Sniffed {
  readonly verdict: 'transcript' | 'stream-json' | 'other-agent' | 'journal' | 'empty' | 'not-a-transcript'
  /** Half a sentence: what was seen. */
  readonly why: string
}

const HEAD_BYTES = 256 * 1024

/** Whether a file is a Claude Code transcript. Many lines are looked at: the first is hardly ever a turn. */
export function sniffFile(path: string): Sniffed {
  const { entries, text, isWholeFile } = readHead(path, HEAD_BYTES)
  if (entries.length === 0 && !isWholeFile) return sniffLongLine(text)
  return sniffEntries(entries)
}

export function sniffEntries(entries: readonly Entry[]): Sniffed {
  const objects = entries.filter(entry => entry.json !== undefined)
  if (objects.length === 0) {
    const isEmpty = entries.every(entry => entry.kind === 'blank' || entry.kind === 'comment')
    return isEmpty
      ? { verdict: 'empty', why: 'it holds no entry' }
      : { verdict: 'not-a-transcript', why: 'no line is a JSON object' }
  }
  for (const rule of RULES) {
    const sniffed = rule(objects)
    if (sniffed) return sniffed
  }
  return { verdict: 'not-a-transcript', why: 'no line is of a kind that Claude Code writes' }
}

type Rule = (objects: readonly Entry[]) => Sniffed | undefined

const RULES: readonly Rule[] = [
  function isJournal(objects) {
    const isAll = objects.every(entry => entry.kind === 'started' || entry.kind === 'result')
    return isAll ? { verdict: 'journal', why: 'it is the journal of a workflow' } : undefined
  },
  function isStream(objects) {
    const isSome = objects.some(
      ({ json }) => has(json, 'session_id') && !has(json, 'parentUuid') && !has(json, 'sessionId'),
    )
    const isAny = objects.some(({ json }) => has(json, 'parentUuid') || has(json, 'sessionId'))
    return isSome && !isAny
      ? { verdict: 'stream-json', why: 'it is the output of `claude -p`, not a transcript' }
      : undefined
  },
  function isOlderThanOne(objects) {
    const versions = objects.map(({ json }) => json?.version).filter(version => typeof version === 'string')
    const isOther = versions.length > 0 && versions.every(version => version.startsWith('0.'))
    return isOther ? { verdict: 'other-agent', why: `its lines name version ${versions[0]}` } : undefined
  },
  function isKnown(objects) {
    const known = objects.filter(entry => entry.kind !== 'unknown' && !entry.kind.endsWith('/unknown'))
    return known.length > 0 ? { verdict: 'transcript', why: `${known.length} lines of known kinds` } : undefined
  },
  function isOther(objects) {
    const isDotted = objects.some(({ json }) => typeof json?.type === 'string' && /^[a-z_]+\.[a-z_.]+$/.test(json.type))
    return isDotted ? { verdict: 'other-agent', why: 'its lines are named as another agent names them' } : undefined
  },
]

function sniffLongLine(text: string): Sniffed {
  return text.startsWith('{') && text.includes('"sessionId":"')
    ? { verdict: 'transcript', why: 'its first line is longer than the part looked at, and names a session' }
    : { verdict: 'not-a-transcript', why: 'its first line is longer than the part looked at, and names no session' }
}

function has(json: JsonObject | undefined, key: string): boolean {
  return json !== undefined && Object.hasOwn(json, key)
}
