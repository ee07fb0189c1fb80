import {
  type FrontMatter,
  NOTE_KEYS,
  type NoteKey,
  type NoteValue,
  propertyLines,
  SHARED_LISTS,
} from './front-matter.ts'
import { readList } from './read-list.ts'
import { BEGIN, END, type FrontBlock, type NoteDamage, type SplitNote, splitNote } from './split-note.ts'

/** What we write into a note: properties, and what stands between our marks. */
export interface NoteParts {
  readonly front: FrontMatter
  /** Lines with `\n`, without marks; no line end at its end. */
  readonly content: string
}

/** Items of lists that people add to, as we wrote them last: what else stands there is theirs. */
export type WrittenLists = { readonly [key in NoteKey]?: readonly string[] }

/**
 * The text of a note with our parts in it. All that somebody wrote outside of them stays, byte for byte: text around the
 * marks, their own properties, their order, comments. Where the marks are gone our part comes to the end.
 */
export function mergeNote(
  existing: string | undefined,
  parts: NoteParts,
  lastLists: WrittenLists | undefined,
): { readonly text: string } | NoteDamage {
  const split: SplitNote | NoteDamage = existing === undefined ? NEW : splitNote(existing)
  if ('damage' in split) return split
  const withEnds = (lines: readonly string[]): string => lines.map(line => line + split.eol).join('')
  const front = mergeFront(split, parts.front, lastLists, withEnds)
  const region = withEnds([BEGIN, ...parts.content.split('\n'), END])
  return { text: split.mark + front + mergeBody(split, region) }
}

const NEW: SplitNote = { mark: '', eol: '\n', front: undefined, body: '', region: undefined }

/** Our parts as they stand in a text, for comparison: undefined where it holds none, or they are damaged. */
export function ownParts(text: string): string | undefined {
  const split = splitNote(text)
  if ('damage' in split || !split.region) return undefined
  const own = (split.front?.blocks ?? []).filter(({ key }) => isOurs(key) && !SHARED_LISTS.includes(key as NoteKey))
  return [...own.map(block => block.text), split.region.content].join('').replaceAll('\r\n', '\n')
}

function mergeBody({ body, region, eol }: SplitNote, written: string): string {
  if (!region) return body === '' ? eol + written : `${body}${body.endsWith('\n') ? eol : eol + eol}${written}`
  // The last line of a file may have no end; then the mark that stood there had none.
  const isOpen = !body.slice(region.start, region.end).endsWith('\n')
  return body.slice(0, region.start) + (isOpen ? written.slice(0, -eol.length) : written) + body.slice(region.end)
}

type WithEnds = (lines: readonly string[]) => string

function mergeFront(
  { front, eol }: SplitNote,
  entries: FrontMatter,
  lastLists: WrittenLists | undefined,
  withEnds: WithEnds,
): string {
  const blocks = front?.blocks ?? []
  const wanted = new Map<string, string>()
  for (const [key, value] of entries) {
    const block = SHARED_LISTS.includes(key) ? blocks.find(candidate => candidate.key === key) : undefined
    if (block) wanted.set(key, mergeList(block, (value ?? []) as readonly string[], lastLists?.[key] ?? [], withEnds))
    else if (isSaid(value)) wanted.set(key, withEnds(propertyLines(key, value)))
  }
  const written: string[] = []
  let lastOurs = 0
  for (const { key, text } of blocks) {
    const ours = key === undefined ? undefined : wanted.get(key)
    if (ours !== undefined) wanted.delete(key as string)
    else if (isOurs(key)) continue
    written.push(ours ?? text)
    if (ours !== undefined) lastOurs = written.length
  }
  written.splice(lastOurs === 0 ? written.length : lastOurs, 0, ...wanted.values())
  return (front?.open ?? `---${eol}`) + written.join('') + (front?.close ?? `---${eol}`)
}

function isOurs(key: string | undefined): boolean {
  return NOTE_KEYS.some(known => known === key)
}

function isSaid(value: NoteValue | undefined): value is NoteValue {
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

/** Ours first, then what somebody added, as they wrote it. What is right already, or no list that we can read, stays. */
function mergeList(
  { key = '', text }: FrontBlock,
  ours: readonly string[],
  before: readonly string[],
  withEnds: WithEnds,
): string {
  const found = readList(text)
  if (!found) return text
  const theirs = found.filter(item => !before.includes(item.text) && !ours.includes(item.text))
  const wanted = [...ours, ...theirs.map(item => item.text)]
  if (found.length === wanted.length && found.every(item => wanted.includes(item.text))) return text
  if (wanted.length === 0) return ''
  return withEnds([...propertyLines(key, ours), ...theirs.map(({ raw }) => `  - ${raw}`)])
}
