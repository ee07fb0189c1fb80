import type { Entry } from '../format/entry.ts'
import type { JsonObject } from '../format/json.ts'
import { head } from '../text/head.ts'
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
  const sniff = createSniff()
  for (const entry of entries) addToSniff(sniff, entry)
  return judgeSniff(sniff)
}

/** What the verdict depends on, counted entry by entry. Plain data, so that it can be saved. */
export interface Sniff {
  objects: number
  unreadable: number
  /** Lines of a workflow's journal. */
  journal: number
  /** Lines named as `claude -p` names them, and as transcripts do. */
  streamed: number
  chained: number
  versions: number
  /** Of those, before 1.0. */
  early: number
  firstVersion: string
  known: number
  /** Types such as `session.start`. */
  dotted: number
}

export function createSniff(): Sniff {
  return {
    objects: 0,
    unreadable: 0,
    journal: 0,
    streamed: 0,
    chained: 0,
    versions: 0,
    early: 0,
    firstVersion: '',
    known: 0,
    dotted: 0,
  }
}

export function addToSniff(sniff: Sniff, { kind, json }: Entry): void {
  if (!json) {
    if (kind !== 'blank' && kind !== 'comment') sniff.unreadable++
    return
  }
  sniff.objects++
  if (kind === 'started' || kind === 'result') sniff.journal++
  if (has(json, 'parentUuid') || has(json, 'sessionId')) sniff.chained++
  else if (has(json, 'session_id')) sniff.streamed++
  if (typeof json.version === 'string') addVersion(sniff, json.version)
  if (kind !== 'unknown' && !kind.endsWith('/unknown')) sniff.known++
  else if (typeof json.type === 'string' && /^[a-z_]+\.[a-z_.]+$/.test(json.type)) sniff.dotted++
}

export function judgeSniff(sniff: Sniff): Sniffed {
  if (sniff.objects === 0) {
    return sniff.unreadable === 0
      ? { verdict: 'empty', why: 'it holds no entry' }
      : { verdict: 'not-a-transcript', why: 'no line is a JSON object' }
  }
  for (const rule of RULES) {
    const sniffed = rule(sniff)
    if (sniffed) return sniffed
  }
  return { verdict: 'not-a-transcript', why: 'no line is of a kind that Claude Code writes' }
}

type Rule = (sniff: Sniff) => Sniffed | undefined

const RULES: readonly Rule[] = [
  function isJournal({ journal, objects }) {
    return journal === objects ? { verdict: 'journal', why: 'it is the journal of a workflow' } : undefined
  },
  function isStream({ streamed, chained }) {
    return streamed > 0 && chained === 0
      ? { verdict: 'stream-json', why: 'it is the output of `claude -p`, not a transcript' }
      : undefined
  },
  function isOlderThanOne({ versions, early, firstVersion }) {
    const isOther = versions > 0 && early === versions
    return isOther ? { verdict: 'other-agent', why: `its lines name version ${firstVersion}` } : undefined
  },
  function isKnown({ known }) {
    return known > 0 ? { verdict: 'transcript', why: `${known} lines of known kinds` } : undefined
  },
  function isOther({ dotted }) {
    return dotted > 0 ? { verdict: 'other-agent', why: 'its lines are named as another agent names them' } : undefined
  },
]

function addVersion(sniff: Sniff, version: string): void {
  if (sniff.versions++ === 0) sniff.firstVersion = head(version, MAX_VERSION)
  if (version.startsWith('0.')) sniff.early++
}

const MAX_VERSION = 40

function sniffLongLine(text: string): Sniffed {
  return text.startsWith('{') && text.includes('"sessionId":"')
    ? { verdict: 'transcript', why: 'its first line is longer than the part looked at, and names a session' }
    : { verdict: 'not-a-transcript', why: 'its first line is longer than the part looked at, and names no session' }
}

function has(json: JsonObject | undefined, key: string): boolean {
  return json !== undefined && Object.hasOwn(json, key)
}
