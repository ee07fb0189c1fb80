import type { ToolStatus } from '../../model/tool-call.ts'

/** What an opened row holds: inputs, outputs and texts in the shape a reader wants them, still without any layout. */
export type Part =
  | TextPart
  | MarkdownPart
  | CodePart
  | OutputPart
  | DiffPart
  | ListPart
  | FieldsPart
  | QuestionPart
  | MediaPart

/** Plain words, wrapped. */
export interface TextPart {
  readonly kind: 'text'
  readonly label: string | undefined
  readonly text: string
}

export interface MarkdownPart {
  readonly kind: 'markdown'
  readonly text: string
}

/** Lines that keep their breaks: a command, a file, JSON. */
export interface CodePart {
  readonly kind: 'code'
  readonly label: string | undefined
  readonly text: string
  /** Number of the first line; undefined: lines are not numbered. */
  readonly firstLine: number | undefined
}

/** What a program printed, or what came back instead of it. */
export interface OutputPart {
  readonly kind: 'output'
  readonly stream: 'stdout' | 'stderr' | FailedStatus
  readonly text: string
}

/** A call that did not do what it was asked for. */
export type FailedStatus = Exclude<ToolStatus, 'ok' | 'pending'>

export interface DiffPart {
  readonly kind: 'diff'
  /** Which of several it is. */
  readonly label?: string | undefined
  readonly path: string
  readonly hunks: readonly Hunk[]
}

/** As in a unified diff: lines begin with a space, `+`, `-` or `\`. */
export interface Hunk {
  /** Undefined where the place in the file is not known. */
  readonly oldStart: number | undefined
  readonly newStart: number | undefined
  readonly lines: readonly string[]
}

export interface ListPart {
  readonly kind: 'list'
  readonly label: string | undefined
  readonly items: readonly ListItem[]
}

export interface ListItem {
  readonly mark: 'none' | 'open' | 'active' | 'done' | 'dropped'
  readonly text: string
  /** A few more words on it. */
  readonly note?: string
}

export interface FieldsPart {
  readonly kind: 'fields'
  readonly fields: readonly (readonly [name: string, value: string])[]
}

export interface QuestionPart {
  readonly kind: 'question'
  /** One or two words on what it is about; may be empty. */
  readonly header: string
  readonly question: string
  readonly isMultiSelect: boolean
  readonly options: readonly QuestionOption[]
  /** As recorded; undefined while unanswered. */
  readonly answer: string | undefined
  /** The answer says something that no option says, beside the chosen ones or instead of them. */
  readonly isOwnWords: boolean
}

export interface QuestionOption {
  readonly label: string
  readonly description: string
  readonly isChosen: boolean
}

/** An image or document. */
export interface MediaPart {
  readonly kind: 'media'
  readonly name: string
  readonly mediaType: string
  readonly sizeBytes: number | undefined
  /** Its bytes as recorded; undefined where they are not in the transcript. What they are, only `mediaType` claims. */
  readonly base64?: string | undefined
}

/** One function per kind of part: a new kind does not compile until every format draws it. */
export type PartRenderers<Output> = {
  readonly [Kind in Part['kind']]: (part: Extract<Part, { kind: Kind }>) => Output
}

export function textPart(text: string, label?: string): TextPart {
  return { kind: 'text', label, text }
}

export function codePart(text: string, options: { label?: string; firstLine?: number | undefined } = {}): CodePart {
  return { kind: 'code', label: options.label, text, firstLine: options.firstLine }
}

export function listPart(items: readonly (string | ListItem)[], label?: string): ListPart {
  return {
    kind: 'list',
    label,
    items: items.map(item => (typeof item === 'string' ? { mark: 'none', text: item } : item)),
  }
}
