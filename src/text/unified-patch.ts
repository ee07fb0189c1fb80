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

function compare(before: string, after: string): readonly Hunk[] {
  const isSmall = before.length <= MAX_CHARS && after.length <= MAX_CHARS
  const options = { context: 3, maxEditLength: MAX_EDITS }
  const patch = isSmall ? structuredPatch('', '', before, after, undefined, undefined, options) : undefined
  return patch?.hunks ?? replaceAll(before, after)
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
