import { stripAnsi } from '../../text/ansi.ts'
import { formatBytes } from '../../text/count.ts'
import type {
  CodePart,
  FieldsPart,
  ListItem,
  ListPart,
  MediaPart,
  Part,
  PartRenderers,
  QuestionPart,
  TextPart,
} from '../view/part.ts'
import { OWN_WORDS, STREAM_LABELS } from '../words.ts'
import { diffBlock } from './diff.ts'
import { languageOfText } from './language.ts'
import { codeSpan, fence, joinBlocks, plain } from './plain.ts'
import { encodeAddress } from './safe-link.ts'
import { safeMarkdown } from './safe-markdown.ts'

export interface PartOptions {
  /** Headings of Markdown parts begin below this level. */
  readonly below: number
  readonly media: (part: MediaPart) => string | undefined
  /** Of file contents. */
  readonly fileLanguage?: string
  /** Of other code; guessed where it is undefined. */
  readonly codeLanguage?: string | undefined
}

/** Draws what an opened row holds. */
export function createPartRenderers(options: PartOptions): PartRenderers<string> {
  return {
    text: textBlock,
    markdown: part => safeMarkdown(part.text, options),
    code: part => codeBlock(part, options),
    output: part => outputBlock(part.text, STREAM_LABELS[part.stream]),
    diff: part => labelled(part.label, diffBlock(part)),
    list: listBlock,
    fields: fieldsBlock,
    question: questionBlock,
    media: part => mediaBlock(part, options.media),
  }
}

export function drawParts(parts: readonly Part[], options: PartOptions): string {
  if (parts.length === 0) return ''
  const renderers = createPartRenderers(options)
  return joinBlocks(parts.map(part => (renderers[part.kind] as (part: Part) => string)(part)))
}

/** An image beside the file, or a note that there was one. */
export function mediaBlock(part: MediaPart, media: PartOptions['media']): string {
  const type = part.mediaType.slice(part.mediaType.indexOf('/') + 1)
  const size = part.sizeBytes === undefined ? '' : formatBytes(part.sizeBytes)
  const name = plain([part.name, type === part.name ? '' : type, size].filter(text => text !== '').join(' '))
  const file = media(part)
  if (file === undefined) return `\\[${name}, not included\\]`
  return `${part.mediaType.startsWith('image/') ? '!' : ''}[${name}](${encodeAddress(file)})`
}

/** What a program printed, without its colours and as it stood at the end. */
export function outputBlock(text: string, label = ''): string {
  const printed = fence(trimLines(stripAnsi(text)))
  return printed === '' ? '' : labelled(label, printed)
}

function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
}

/** Nobody in the conversation says these words, so they never stand as bare prose. */
function textBlock(part: TextPart): string {
  const text = trimLines(part.text)
  const isLine = !/[\r\n\u2028\u2029]/.test(text)
  if (isLine && part.label) return `*${plain(part.label)}:* ${plain(text)}`.trimEnd()
  return labelled(part.label, fence(text))
}

function codeBlock(part: CodePart, { fileLanguage, codeLanguage }: PartOptions): string {
  const isFile = part.firstLine !== undefined
  const language = (isFile ? fileLanguage : part.label ? undefined : codeLanguage) || languageOfText(part.text)
  const place = isFile && part.firstLine !== 1 ? `from line ${part.firstLine}` : ''
  const label = [part.label, place].filter(text => text !== undefined && text !== '').join(', ')
  return labelled(label, fence(isFile ? part.text : trimLines(part.text), language))
}

/** A label stands above what it names, also where that is empty. */
function labelled(label: string | undefined, block: string): string {
  const name = label ? plain(label) : ''
  return joinBlocks([name === '' ? '' : `*${name}*`, block])
}

const MAX_ITEMS_MARKED = 40

/** Todos are task lists. Long lists without marks are names of files and the like. */
function listBlock(part: ListPart): string {
  const isNames = part.items.length > MAX_ITEMS_MARKED && part.items.every(item => item.mark === 'none' && !item.note)
  const lines = isNames ? fence(part.items.map(item => item.text).join('\n')) : part.items.map(listItem).join('\n')
  return labelled(part.label, lines)
}

function listItem(item: ListItem): string {
  const text = plain(item.text)
  const note = item.note ? ` (${plain(item.note)})` : ''
  switch (item.mark) {
    case 'none':
      return `- ${text}${note}`
    case 'open':
      return `- [ ] ${text}${note}`
    case 'active':
      return `- [ ] **in progress:** ${text}${note}`
    case 'done':
      return `- [x] ${text}${note}`
    case 'dropped':
      return `- [ ] **dropped:** ${text}${note}`
  }
}

const MAX_FIELDS_LINE = 120

/** A few short ones share a line. The mark of the list is one that no other list of ours has: neighbours stay apart. */
function fieldsBlock(part: FieldsPart): string {
  const fields = part.fields.map(([name, value]) => `${fieldName(name)}: ${codeSpan(value)}`.trimEnd())
  const line = fields.join(' · ')
  return line.length <= MAX_FIELDS_LINE ? line : fields.map(field => `* ${field}`).join('\n')
}

function fieldName(name: string): string {
  return /^[\w.-]+( [\w.-]+)*$/.test(name) ? plain(name) : codeSpan(name) || '(no name)'
}

function questionBlock(part: QuestionPart): string {
  const header = part.header.trim() === '' ? '' : `**${plain(part.header)}:** `
  const several = part.isMultiSelect ? ' *(several may be chosen)*' : ''
  const options = part.options.map(option => {
    const about = option.description.trim() === '' ? '' : `: ${plain(option.description)}`
    return `- [${option.isChosen ? 'x' : ' '}] ${plain(option.label)}${about}`
  })
  if (part.answer !== undefined && part.isOwnWords) options.push(`- [x] ${plain(part.answer)} *(${OWN_WORDS})*`)
  return joinBlocks([`${header}${plain(part.question)}${several}`, options.join('\n')])
}
