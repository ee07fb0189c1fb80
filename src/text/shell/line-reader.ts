/** What stands between a command and the next one: a line end counts as `;`, the end of the text as nothing. */
export type Separator = '&&' | '||' | ';' | '&' | '|' | ''

/** One command of a command line, up to what ends it. */
export interface ShellPart {
  /** As the program is given them: without quotes, redirections, comments and here-documents. `$(…)` stays as written. */
  readonly words: readonly string[]
  /** Files that its output is sent to. */
  readonly writesTo: readonly string[]
  readonly after: Separator
  /** How many round brackets it stands in: where these end, so does what `cd` in them did. */
  readonly level: number
  /** How many of these the command before it stands in too. */
  readonly sharedLevel: number
  /** Commands in `$(…)`, backticks and `<(…)` of it, which run before it or beside it. */
  readonly inner: readonly ShellPart[]
}

/** What is nested deeper is passed over as a text, so that nothing is read more often than this. */
const MAX_DEPTH = 8

const BLANKS = /[^\S\n]+/y
const PLAIN = /[^\s;|&()<>"'\\`$]+/y
const PLAIN_IN_QUOTES = /[^"\\$`]+/y
const REDIRECTION = /(?:\d{1,2}|&)?(?:<<<|<<-?|<>|>>|>\||[<>])&?/y
const SEPARATOR = /&&|\|\||\|&|[;|&\n]/y
const MARK = /[^\S\n]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\\?([\w.-]{1,80}))/y

interface LineForm {
  /** Else a here-document goes up to its mark as a word: the line may have lost its line ends. */
  readonly hasLineEnds: boolean
  readonly keepsComments: boolean
}

/** Goes over a command line from left to right, never back. */
export class LineReader {
  private readonly line: string
  private readonly form: LineForm
  private at = 0
  /** End marks of here-documents that begin behind the next line end. */
  private marks: string[] = []
  /** Where comments stood, in order: start and end of each. */
  readonly comments: (readonly [start: number, end: number])[] = []

  constructor(line: string, form: LineForm) {
    this.line = line
    this.form = form
  }

  readAll(depth = 0): readonly ShellPart[] {
    return this.readParts(depth, false)
  }

  /** Up to the end, or up to the bracket that closes what was opened before. */
  private readParts(depth: number, isClosed: boolean): readonly ShellPart[] {
    const parts: ShellPart[] = []
    let draft = new PartDraft(depth)
    let brackets = 0
    let lowest = 0
    while (this.at < this.line.length) {
      const char = this.line[this.at] as string
      if (char === ')' && isClosed && brackets === 0) break
      if (char === '(' || char === ')') {
        brackets = char === '(' ? brackets + 1 : Math.max(0, brackets - 1)
        lowest = Math.min(lowest, brackets)
        this.at++
      } else if (!this.skipBetweenWords()) {
        const isFirst = draft.isEmpty
        if (isFirst) draft.stand(brackets, lowest)
        const end = this.readNext(draft)
        if (isFirst && !draft.isEmpty) lowest = brackets
        if (end === undefined || draft.isEmpty) continue
        parts.push(draft.end(end))
        draft = new PartDraft(depth)
      }
    }
    if (!draft.isEmpty) parts.push(draft.end(''))
    return parts
  }

  /** A redirection, a word, or what ends the command, which is given back. */
  private readNext(draft: PartDraft): Separator | undefined {
    const redirection = this.readRedirection(draft)
    if (redirection !== undefined) return redirection === 'ends-line' ? ';' : undefined
    const separator = this.match(SEPARATOR)
    if (separator === undefined) draft.words.push(this.readWord(draft))
    if (separator === '\n') this.skipDocuments()
    return separator === undefined ? undefined : asSeparator(separator)
  }

  /** Blanks, comments, and line ends that a backslash takes back; a line that lost its ends has a blank there. */
  private skipBetweenWords(): boolean {
    if (this.match(BLANKS) !== undefined) return true
    const char = this.line[this.at]
    const next = this.line[this.at + 1]
    if (char === '\\' && (next === '\n' || (next === ' ' && !this.form.hasLineEnds))) this.at += 2
    else if (char === '#' && !this.form.keepsComments) this.skipComment()
    else return false
    return true
  }

  private skipComment(): void {
    const start = this.at
    this.at = this.indexOrEnd('\n', start)
    this.comments.push([start, this.at])
  }

  private readRedirection(draft: PartDraft): 'ends-line' | 'goes-on' | undefined {
    if (this.isProcessSubstitution()) return undefined
    const operator = this.match(REDIRECTION)
    if (operator === undefined) return undefined
    if (/^\d*<<-?$/.test(operator)) return this.openDocument()
    this.match(BLANKS)
    const target = this.readWord(draft)
    const isHandle = operator.endsWith('&') && /^(?:\d+-?|-)$/.test(target)
    if (operator.includes('>') && target !== '' && !isHandle && !/^[<>]\(/.test(target)) draft.writesTo.push(target)
    return 'goes-on'
  }

  /** Empty where none stands here. */
  private readWord(draft: PartDraft): string {
    let word = ''
    for (let isFirst = true; ; isFirst = false) {
      const piece = this.match(PLAIN) ?? this.readPiece(draft, isFirst)
      if (piece === undefined) return word
      word += piece
    }
  }

  private readPiece(draft: PartDraft, isFirst: boolean): string | undefined {
    switch (this.line[this.at]) {
      case "'":
        return this.readLiteral()
      case '"':
        return this.readQuoted(draft)
      case '\\':
        return this.readEscaped(isFirst)
      case '`':
        return this.readBackticks(draft)
      case '$':
        return this.readDollar(draft)
      default:
        return isFirst && this.isProcessSubstitution() ? this.readBrackets(draft) : undefined
    }
  }

  private readLiteral(): string {
    const start = this.at + 1
    const end = this.indexOrEnd("'", start)
    this.at = end + 1
    return this.line.slice(start, end)
  }

  private readQuoted(draft: PartDraft): string {
    let text = ''
    this.at++
    while (this.at < this.line.length) {
      const char = this.line[this.at] as string
      if (char === '"') {
        this.at++
        break
      }
      if (char === '$') text += this.readDollar(draft)
      else if (char === '`') text += this.readBackticks(draft)
      else if (char === '\\') {
        const next = this.line[this.at + 1] ?? ''
        text += next === '\n' ? '' : '"\\$`'.includes(next) ? next : char + next
        this.at += 2
      } else text += this.match(PLAIN_IN_QUOTES) ?? ''
    }
    return text
  }

  /** Inside a word a backslash before a letter stays: it is one of a path of Windows. */
  private readEscaped(isFirst: boolean): string {
    const next = this.line[this.at + 1] ?? ''
    this.at += 2
    if (next === '\n') return ''
    return !isFirst && /\w/.test(next) ? `\\${next}` : next
  }

  private readDollar(draft: PartDraft): string {
    if (this.line[this.at + 1] === '(') return this.readBrackets(draft)
    this.at++
    return '$'
  }

  /** `$(…)`, `<(…)` and `>(…)`, as they are written; the commands in it go to the part. `$((…))` holds none. */
  private readBrackets(draft: PartDraft): string {
    const start = this.at
    this.at += 2
    const isArithmetic = this.line[start] === '$' && this.line[this.at] === '('
    if (isArithmetic || draft.depth >= MAX_DEPTH) this.skipBrackets()
    else draft.addInner(this.readParts(draft.depth + 1, true))
    this.at++
    return this.line.slice(start, this.at)
  }

  private skipBrackets(): void {
    for (let open = 1; this.at < this.line.length; this.at++) {
      const char = this.line[this.at]
      if (char === '(') open++
      else if (char === ')' && --open === 0) return
      else if (char === '\\') this.at++
      else if (char === "'") this.at = this.indexOrEnd("'", this.at + 1)
    }
  }

  private readBackticks(draft: PartDraft): string {
    const start = this.at++
    while (this.at < this.line.length && this.line[this.at] !== '`') this.at += this.line[this.at] === '\\' ? 2 : 1
    const text = this.line.slice(start + 1, this.at)
    if (draft.depth < MAX_DEPTH) draft.addInner(new LineReader(text, this.form).readAll(draft.depth + 1))
    this.at++
    return this.line.slice(start, this.at)
  }

  private isProcessSubstitution(): boolean {
    const char = this.line[this.at]
    return (char === '<' || char === '>') && this.line[this.at + 1] === '('
  }

  /** Where line ends are lost, one stood behind its mark. */
  private openDocument(): 'ends-line' | 'goes-on' {
    MARK.lastIndex = this.at
    const found = MARK.exec(this.line)
    const mark = found?.[1] ?? found?.[2] ?? found?.[3]
    if (mark === undefined) return 'goes-on'
    this.at = MARK.lastIndex
    if (!this.form.hasLineEnds) {
      this.skipToWord(mark)
      return 'ends-line'
    }
    this.marks.push(mark)
    return 'goes-on'
  }

  /** Each up to its mark, which begins a line, also where the bracket of `$(cat <<EOF …)` stands behind it. */
  private skipDocuments(): void {
    for (const mark of this.marks) {
      while (this.at < this.line.length) {
        this.match(BLANKS)
        if (this.line.startsWith(mark, this.at) && /^[\s)]?$/.test(this.line[this.at + mark.length] ?? '')) {
          this.at += mark.length
          break
        }
        this.at = this.indexOrEnd('\n', this.at) + 1
      }
    }
    this.marks = []
  }

  private skipToWord(mark: string): void {
    for (let at = this.line.indexOf(mark, this.at); at >= 0; at = this.line.indexOf(mark, at + 1)) {
      if (!/\s/.test(this.line[at - 1] ?? '') || !/^[\s)"']?$/.test(this.line[at + mark.length] ?? '')) continue
      this.at = at + mark.length
      return
    }
    this.at = this.line.length
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.line)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private indexOrEnd(text: string, from: number): number {
    const at = this.line.indexOf(text, from)
    return at < 0 ? this.line.length : at
  }
}

function asSeparator(text: string): Separator {
  if (text === '\n') return ';'
  return text === '|&' ? '|' : (text as Separator)
}

class PartDraft {
  readonly words: string[] = []
  readonly writesTo: string[] = []
  readonly inner: ShellPart[] = []
  readonly depth: number
  private level = 0
  private sharedLevel = 0

  constructor(depth: number) {
    this.depth = depth
  }

  get isEmpty(): boolean {
    return this.words.length === 0 && this.writesTo.length === 0 && this.inner.length === 0
  }

  stand(level: number, sharedLevel: number): void {
    this.level = level
    this.sharedLevel = sharedLevel
  }

  /** One by one: there may be more than a call takes arguments. */
  addInner(parts: readonly ShellPart[]): void {
    for (const part of parts) this.inner.push(part)
  }

  end(after: Separator): ShellPart {
    const { words, writesTo, inner, level, sharedLevel } = this
    return { words, writesTo, inner, after, level, sharedLevel }
  }
}
