import type { Hunk, ListItem, OutputPart, Part, QuestionOption } from '../../view/part.ts'
import {
  boolean,
  constant,
  count,
  list,
  number,
  objectFrom,
  objectOf,
  oneOf,
  optional,
  ref,
  type Schema,
  type Shape,
  text,
  tuple,
} from './schema.ts'

type PartShapes = { readonly [Kind in Part['kind']]: Shape<Extract<Part, { kind: Kind }>> }

const STREAMS: { readonly [Stream in OutputPart['stream']]: true } = {
  stdout: true,
  stderr: true,
  error: true,
  rejected: true,
  denied: true,
  interrupted: true,
  skipped: true,
}

const SHAPES: PartShapes = {
  text: { kind: constant('text'), label: optional(text), text },
  markdown: { kind: constant('markdown'), text },
  code: { kind: constant('code'), label: optional(text), text, firstLine: optional(number) },
  output: { kind: constant('output'), stream: oneOf(STREAMS), text },
  diff: { kind: constant('diff'), label: optional(text), path: text, hunks: list(ref('hunk')) },
  list: { kind: constant('list'), label: optional(text), items: list(ref('listItem')) },
  fields: { kind: constant('fields'), fields: list(tuple(text, text)) },
  question: {
    kind: constant('question'),
    header: text,
    question: text,
    isMultiSelect: boolean,
    options: list(ref('questionOption')),
    answer: optional(text),
    isOwnWords: boolean,
  },
  media: {
    kind: constant('media'),
    name: text,
    mediaType: text,
    sizeBytes: optional(count),
    base64: optional({ type: 'string', description: 'Its bytes; absent where they were left out or never recorded' }),
  },
}

const hunk = objectOf<Hunk>(
  { oldStart: optional(number), newStart: optional(number), lines: list(text) },
  'As in a unified diff: lines begin with a space, +, - or \\',
)

const listItem = objectOf<ListItem>({
  mark: oneOf<ListItem['mark']>({ none: true, open: true, active: true, done: true, dropped: true }),
  text,
  note: optional(text),
})

const questionOption = objectOf<QuestionOption>({ label: text, description: text, isChosen: boolean })

const named = Object.entries(SHAPES).map(([kind, shape]) => [`part-${kind}`, objectFrom(shape)] as const)

/** One schema per kind of part, what they are made of, and `part` for any of them. */
export const PART_DEFS: { readonly [name: string]: Schema } = {
  part: { anyOf: named.map(([name]) => ref(name)) },
  ...Object.fromEntries(named),
  hunk,
  listItem,
  questionOption,
}
