import type { JsonValue } from '../../format/json.ts'
import { canonicalJson } from '../../model/sent/canonical-json.ts'
import type { SentChange } from '../../model/sent/compare-requests.ts'
import type { SentCheck } from '../../model/sent/rebuild-request.ts'
import type { CacheMark } from '../../model/sent/request-log.ts'
import { formatNumberOf } from '../../text/count.ts'

/** Whether what is shown is what was sent, in one word and in sentences. */
export function sayCheck({ digest, shape, differing, missing, lostMarks }: SentCheck): {
  readonly isProven: boolean
  readonly sentences: readonly string[]
} {
  if (digest === 'fits') return { isProven: true, sentences: [PROVEN] }
  const sentences = [
    DIGESTS[digest],
    shape === 'missing' ? 'System text and tools are not in the file.' : '',
    shape === 'differs' ? 'System text or tools are not as they were sent: their hash is another.' : '',
    missing.length > 0 ? `Not found: ${listNumbers(missing)}.` : '',
    differing.length > 0 ? `Not as sent, or known by place alone: ${listNumbers(differing)}.` : '',
    lostMarks > 0 ? `${formatNumberOf(lostMarks, 'cache mark')} without a place.` : '',
  ]
  return { isProven: false, sentences: sentences.filter(text => text !== '') }
}

const PROVEN =
  'Verified: the recorded digest fits, so every character is as it was sent (only a billing header before the system text, and in modes auto and plan a list of safeguards, are never recorded).'

const DIGESTS: { readonly [Digest in Exclude<SentCheck['digest'], 'fits'>]: string } = {
  differs: 'Not verified: the recorded digest is not that of what is shown, so some of it was changed since.',
  incomplete: 'Not verified: some of it could not be rebuilt.',
  none: 'Not verified: no digest is recorded.',
}

const MAX_NUMBERS = 12

/** Positions, counted from 1 as they are shown. */
function listNumbers(positions: readonly number[]): string {
  const shown = positions.slice(0, MAX_NUMBERS).map(at => String(at + 1))
  const rest = positions.length - shown.length
  return `message ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** What changed since the request before, as lines with a name. Names of tools and values are hostile. */
export function sayChange(change: SentChange): readonly { readonly name: string; readonly text: string }[] {
  const { added, dropped, toolsAdded, toolsDropped, toolsChanged } = change
  const messages = [
    `${formatNumberOf(change.sameMessages, 'message')} the same`,
    added.length > 0 ? `${added.length} added (${listNumbers(added)})` : 'none added',
    dropped.length > 0 ? `${dropped.length} dropped (${listNumbers(dropped)} of the one before)` : '',
  ]
  const tools = [
    toolsAdded.length > 0 ? `added ${toolsAdded.join(', ')}` : '',
    toolsDropped.length > 0 ? `dropped ${toolsDropped.join(', ')}` : '',
    toolsChanged.length > 0 ? `changed ${toolsChanged.join(', ')}` : '',
  ]
  return [
    { name: 'messages', text: join(messages) },
    { name: 'system', text: change.isSystemChanged ? 'changed' : 'the same' },
    { name: 'tools', text: join(tools) || 'the same' },
    ...change.params.map(({ name, before, after }) => ({ name, text: `${sayValue(before)} → ${sayValue(after)}` })),
    { name: 'cache marks', text: sayMarks(change) },
  ]
}

function sayMarks({ marksAdded, marksDropped }: SentChange): string {
  if (marksAdded.length + marksDropped.length === 0) return 'the same'
  return `${marksDropped.map(sayMark).join(', ') || 'none'} → ${marksAdded.map(sayMark).join(', ') || 'none'}`
}

/** `message 4, block 2`, counted from 1. */
export function sayMark({ path }: CacheMark): string {
  const [place, at, , block] = path
  const number = typeof at === 'number' ? ` ${at + 1}` : ''
  return place === 'messages'
    ? `message${number}${typeof block === 'number' ? `, block ${block + 1}` : ''}`
    : `${place ?? ''}${number}`
}

/** One line of JSON. */
export function sayValue(value: JsonValue | undefined): string {
  return value === undefined ? 'none' : (canonicalJson(value) ?? '…')
}

function join(parts: readonly string[]): string {
  return parts.filter(text => text !== '').join(', ')
}

/** Why a request cannot be shown, and what the file has nevertheless. */
export function sayAbsence(
  {
    why,
    sessionId,
  }: { readonly why: 'no-log' | 'not-logged' | 'elsewhere' | 'lost'; readonly sessionId: string | undefined },
  version: string | undefined,
): readonly string[] {
  return [REASONS[why]({ sessionId: sessionId ?? '', version: version ?? '' }), RECORDED]
}

const REASONS = {
  'no-log': ({ version }: Named) =>
    `The client${version === '' ? '' : ` (${version})`} recorded no requests; 2.1.327 and later do.`,
  'not-logged': () => 'The file has recorded requests, but its client did not record this one.',
  elsewhere: ({ sessionId }: Named) => `It was sent in the session ${sessionId}, which is neither on disk nor kept.`,
  lost: ({ sessionId }: Named) =>
    `The answer names its request, but ${sessionId === '' ? 'the file' : `the session ${sessionId}`} does not have it.`,
}

interface Named {
  readonly sessionId: string
  readonly version: string
}

const RECORDED =
  'Recorded: the conversation, the answer and its tokens. Not recorded: system text, tools, what the client put beside the words of people, and where cache marks stood.'
