import { structuredPatch } from 'diff'

/** A file before and after; undefined where there is none. */
export interface PatchedFile {
  /** Below the folder in which the patch is applied, with forward slashes. */
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface UnifiedPatch {
  /** For `git apply` and `patch -p1`; empty where nothing differs. */
  readonly text: string
  readonly added: number
  readonly removed: number
}

interface Hunk {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

/** The difference of one file as git writes it. Texts with too little in common are replaced as a whole. */
export function formatPatch({ path, before, after }: PatchedFile): UnifiedPatch {
  if (before === after) return { text: '', added: 0, removed: 0 }
  const hunks = compare(before ?? '', after ?? '')
  const [a, b] = [quoteName(`a/${path}`), quoteName(`b/${path}`)]
  const head = [`diff --git ${a} ${b}`]
  if (before === undefined) head.push('new file mode 100644')
  if (after === undefined) head.push('deleted file mode 100644')
  // An empty file has no lines to tell of it: git wants the names of both contents.
  if (hunks.length === 0) head.push(before === undefined ? `index 0000000..${EMPTY}` : `index ${EMPTY}..0000000`)
  else head.push(`--- ${before === undefined ? NONE : endName(a)}`, `+++ ${after === undefined ? NONE : endName(b)}`)
  const body = hunks.flatMap(hunk => [formatRanges(hunk), ...hunk.lines])
  const count = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0)
  return { text: `${[...head, ...body].join('\n')}\n`, added: count('+'), removed: count('-') }
}

const NONE = '/dev/null'
const EMPTY = 'e69de29'

/** Beyond these, comparing takes too long. */
const MAX_CHARS = 2_000_000
const MAX_EDITS = 4000
/** Lines around a change. */
const CONTEXT = 3

/** Only what lies between the lines that both begin and end with is compared: most changes of large files are small. */
function compare(before: string, after: string): readonly Hunk[] {
  const cut = cutShared(before, after)
  const isSmall = cut.before.length <= MAX_CHARS && cut.after.length <= MAX_CHARS
  const options = { context: CONTEXT, maxEditLength: MAX_EDITS }
  const patch = isSmall ? structuredPatch('', '', cut.before, cut.after, undefined, undefined, options) : undefined
  const hunks = patch?.hunks ?? replaceAll(cut.before, cut.after)
  return hunks.map((hunk, at) => widen(hunk, cut, { isFirst: at === 0, isLast: at === hunks.length - 1 }))
}

/** As it stands in the whole file. A hunk that ends too near to a cut gets its lines around it from behind the cut. */
function widen(hunk: Hunk, cut: Cut, place: { readonly isFirst: boolean; readonly isLast: boolean }): Hunk {
  const missing = (around: number): number => Math.max(0, CONTEXT - around)
  const leading = hunk.lines.findIndex(line => !line.startsWith(' '))
  const trailing = hunk.lines.length - 1 - hunk.lines.findLastIndex(line => !line.startsWith(' '))
  const above = place.isFirst ? lastLines(cut.above, missing(leading)) : ''
  const below = place.isLast ? firstLines(cut.below, missing(trailing)) : ''
  const [first, last] = [markLines(' ', above), markLines(' ', below)]
  const start = cut.skippedLines - first.length
  const count = first.length + last.filter(line => line.startsWith(' ')).length
  return {
    oldStart: hunk.oldStart + start,
    oldLines: hunk.oldLines + count,
    newStart: hunk.newStart + start,
    newLines: hunk.newLines + count,
    lines: [...first, ...hunk.lines, ...last],
  }
}

interface Cut {
  readonly before: string
  readonly after: string
  /** Whole lines that both texts have around that. */
  readonly above: string
  readonly below: string
  /** How many there are above. */
  readonly skippedLines: number
}

/** Both texts without the whole lines that they share at either end. */
function cutShared(before: string, after: string): Cut {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before.charCodeAt(same) === after.charCodeAt(same)) same++
  const start = startOfLine(before, same)
  let tail = 0
  const most = shorter - same
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail++
  // The line that is cut there differs in its beginning.
  const end = endOfLine(before, before.length - tail)
  const kept = before.length - end
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - kept),
    above: before.slice(0, start),
    below: before.slice(end),
    skippedLines: countLines(before, start),
  }
}

/** Of the line that holds this place. */
function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** Behind the line that holds this place. */
function endOfLine(text: string, at: number): number {
  const next = text.indexOf('\n', at)
  return next < 0 ? text.length : next + 1
}

function lastLines(text: string, count: number): string {
  let start = text.length
  for (let lines = 0; lines < count && start > 0; lines++) start = startOfLine(text, start - 1)
  return text.slice(start)
}

function firstLines(text: string, count: number): string {
  let end = 0
  for (let lines = 0; lines < count && end < text.length; lines++) end = endOfLine(text, end)
  return text.slice(0, end)
}

function countLines(text: string, until: number): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < until; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function replaceAll(before: string, after: string): readonly Hunk[] {
  const [old, made] = [markLines('-', before), markLines('+', after)]
  const count = (lines: readonly string[]): number => lines.filter(line => !line.startsWith('\\')).length
  const [oldLines, newLines] = [count(old), count(made)]
  return [{ oldStart: 1, oldLines, newStart: 1, newLines, lines: [...old, ...made] }]
}

function markLines(sign: string, text: string): readonly string[] {
  if (text === '') return []
  const lines = text.replace(/\n$/, '').split('\n')
  const marked = lines.map(line => sign + line)
  return text.endsWith('\n') ? marked : [...marked, '\\ No newline at end of file']
}

function formatRanges({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`
}

/** Where there are no lines, git names the line before. */
function rangeOf(start: number, lines: number): string {
  return lines === 1 ? String(start) : `${lines === 0 ? start - 1 : start},${lines}`
}

/** As git does for names that would break the line. */
function quoteName(name: string): string {
  if (!/["\\\x00-\x1f\x7f]/.test(name)) return name
  const escaped = name.replace(/["\\\x00-\x1f\x7f]/g, char => ESCAPES.get(char) ?? octal(char))
  return `"${escaped}"`
}

const ESCAPES = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\r', '\\r'],
])

function octal(char: string): string {
  return `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`
}

/** Without it, `patch` ends a name at its first space. */
function endName(name: string): string {
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name
}
