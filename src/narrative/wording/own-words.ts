import { isAscii } from '../../text/is-ascii.ts'

/**
 * What a person wrote of a prompt, without what was pasted into it: logs, stack traces, code, diffs, JSON, terminal output.
 * A line or two stay, as people type an error or a command inside a sentence. Linear in the text, and never throws.
 */
export interface OwnWords {
  /** The rest of the prompt, in order. */
  readonly text: string
  readonly pastedLines: number
  /** What was pasted, without code and diffs: an error may stand in it. */
  readonly pasted: string
}

/** So many lines of one kind in a row are no sentence any more. */
const MIN_PASTE = 3
/** Lines between two pasted ones that look like prose: a message inside a log. */
const MAX_GAP = 2
/** A line that nobody types. */
const LONG_LINE = 1500

export function readOwnWords(prompt: string): OwnWords {
  const { lines, fenced } = withoutFences(prompt.split('\n'))
  const isDiff = markDiffs(lines)
  const isShown = markTerminals(lines)
  const looks = lines.map((line, at) => isDiff[at] || isShown[at] || looksPasted(line))
  const isPasted = new Array<boolean>(lines.length).fill(false)
  let pastedLines = fenced.length
  for (let at = 0; at < lines.length; at++) {
    if (!looks[at]) continue
    const end = endOfRun(lines, looks, at)
    const found = looks.slice(at, end).filter(Boolean).length
    if (found >= MIN_PASTE || (lines[at] ?? '').length > LONG_LINE) {
      isPasted.fill(true, at, end)
      pastedLines += end - at
    }
    at = end - 1
  }
  const isFencedDiff = markDiffs(fenced)
  const output = lines.filter((line, at) => isPasted[at] && !isDiff[at] && !CODE.test(line))
  return {
    text: lines.filter((_, at) => !isPasted[at]).join('\n'),
    pastedLines,
    pasted: [...fenced.filter((line, at) => !isFencedDiff[at] && !CODE.test(line)), ...output].join('\n'),
  }
}

/** Whole blocks between fences; a short one is a name or a command that was quoted. */
function withoutFences(lines: readonly string[]): {
  readonly lines: readonly string[]
  readonly fenced: readonly string[]
} {
  const kept: string[] = []
  const fenced: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (!/^\s*(?:```|~~~)/.test(line)) {
      kept.push(line)
      continue
    }
    const mark = line.trim().slice(0, 3)
    let end = at + 1
    while (end < lines.length && !(lines[end] as string).trim().startsWith(mark)) end++
    const inner = lines.slice(at + 1, end)
    if (inner.length < MIN_PASTE) kept.push(...inner)
    else fenced.push(...inner)
    at = end
  }
  return { lines: kept, fenced }
}

const DIFF_START = /^(?:diff --git |@@ -\d)/
const DIFF_LINE =
  /^(?:[-+ \\@]|diff --git |index [0-9a-f]|(?:new|deleted) file |similarity |rename |old mode |new mode |$)/

/** From the head of a diff as far as its lines go: what was added and taken out looks like anything. */
function markDiffs(lines: readonly string[]): readonly boolean[] {
  let isInside = false
  return lines.map((line, at) => {
    const isHead = DIFF_START.test(line) || (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true)
    isInside = isHead || (isInside && DIFF_LINE.test(line))
    return isInside
  })
}

const SHELL =
  /^\s*(?:[$❯%»] \S|[\w.-]+@[\w.-]+[:~ ][^$#%]{0,80}[$#%] |PS [A-Z]:\\|Traceback \(most recent call last\):)/

/** What was typed at a shell and what it printed, or a trace of Python, to the end of the paragraph. */
function markTerminals(lines: readonly string[]): readonly boolean[] {
  let isInside = false
  return lines.map(line => {
    isInside = SHELL.test(line) || (isInside && line.trim() !== '')
    return isInside
  })
}

function endOfRun(lines: readonly string[], looks: readonly boolean[], from: number): number {
  let end = from + 1
  for (let at = from + 1; at < lines.length; at++) {
    if (looks[at]) end = at + 1
    else if (at - end >= MAX_GAP || (lines[at] ?? '').trim() === '') {
      // An empty line ends it, unless it goes on behind.
      if (!looks[at + 1]) break
    }
  }
  return end
}

/** Of a program: what it says of errors has not happened. */
const CODE =
  /^\s*(?:import|export|const|let|var|function|def|class|public|private|return|throw|raise|if|else|for|while|try|catch|fn|func|async|await|\/\/|\/\*|\*|#)\b.*|[;{]\s*$/

const PASTED: readonly RegExp[] = [
  // Times and levels of logs.
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*\[?\d\d:\d\d:\d\d\b/,
  /^\s*\w{3} +\d{1,2} \d\d:\d\d:\d\d /,
  /^\s*\[?(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL|NOTICE)\b\]?[ :|\]]/,
  /^\s*(?:npm|pnpm|yarn) (?:ERR!|WARN|error)/,
  // Stacks.
  /^\s+at .+[():]/,
  /^\s*(?:File ".*", line \d+|Traceback \(most recent|Caused by:|goroutine \d+ \[|\.\.\. \d+ more)/,
  /^\s*\d+:\s+(?:0x)?[0-9a-f]{4,}\b/,
  /^\s*[~^-]{3,}\s*$/,
  /^\s*(?:-->|\|) /,
  /^\s*\d+ \| /,
  // Diffs.
  /^(?:diff --git |index [0-9a-f]{6,}\.\.|@@ .* @@|\+\+\+ |--- \S)/,
  /^[+-](?:\s{2,}|\t|[\w<{}()/]+.*[;{}()=,]\s*$)/,
  // JSON, markup.
  /^\s*[[\]{}(),;]+\s*$/,
  /^\s*"[^"]*"\s*:/,
  /^\s*<\/?[a-zA-Z][^>]*>?.*>\s*$/,
  // Code.
  /^\s*(?:import|export|const|let|var|function|def|class|public|private|return|package|using|#include|from \S+ import|fn|func|type|interface|async)\b.*[;{}()=:]/,
  /^\s*(?:\/\/|\/\*|\*\/)/,
  /[;{]\s*$/,
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|FROM|WHERE|JOIN)\b.*[,;*=(]/,
  // Terminals and test runs.
  /^\s*(?:[$❯%»]|[\w.-]+@[\w.-]+[:~ ].*[$#%]) /,
  /^\s*(?:✓|✗|✔|✖|×|●|○|PASS|FAIL|FAILED|ok \d|not ok \d|=== RUN|--- (?:PASS|FAIL)|test .* \.\.\. )/,
  /^\s*[|│+└├─═┌┐┘]{1}.*[|│+┐┘─═]\s*$/,
]

function looksPasted(line: string): boolean {
  const text = line.length > LONG_LINE ? line.slice(0, LONG_LINE) : line
  if (text.trim() === '') return false
  if (line.length > LONG_LINE && !isProse(text)) return true
  return PASTED.some(pattern => pattern.test(text)) || (text.length > 20 && signShare(text) > MAX_SIGNS)
}

const MAX_SIGNS = 0.3

/** Share of what is no letter, digit or space. */
function signShare(text: string): number {
  const signs = text.replace(isAscii(text) ? /[A-Za-z0-9\s]/g : /[\p{L}\p{N}\s]/gu, '').length
  return signs / text.length
}

/** Words of ordinary length with spaces between them. */
function isProse(text: string): boolean {
  const words = text.split(/\s+/)
  return text.length / words.length < 12 && signShare(text) < 0.12
}
