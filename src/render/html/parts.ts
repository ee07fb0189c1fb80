import { formatBytes } from '../../text/count.ts'
import type {
  CodePart,
  FieldsPart,
  ListItem,
  MediaPart,
  OutputPart,
  Part,
  PartRenderers,
  QuestionPart,
} from '../view/part.ts'
import { OWN_WORDS, STREAM_LABELS } from '../words.ts'
import { ansiHtml } from './ansi-html.ts'
import { codeBlock } from './code.ts'
import { diffHtml } from './diff-html.ts'
import { idOf } from './id-of.ts'
import { languageOfText } from './language.ts'
import { markdownHtml } from './markdown.ts'
import { type Html, html, joinHtml, NOTHING } from './safe-html.ts'
import { externalLink, safeUrl } from './safe-url.ts'

/** What the drawing of parts depends on beside the parts. */
export interface PartContext {
  /** Name of the data block that holds the bytes; undefined: there are none to show. */
  mediaRef(part: MediaPart): string | undefined
  /** Of the file a tool worked on, or of the command it ran. */
  readonly lang?: string | undefined
  /** A whole Markdown file is read as what it says, with its source at hand. */
  readonly isWritten?: boolean
}

export function createPartRenderers(context: PartContext): PartRenderers<Html> {
  return {
    text: part => labelled(part.label, part.text === '' ? NOTHING : html`<p class="words">${part.text}</p>`),
    markdown: part => markdownHtml(part.text),
    code: part => labelled(part.label, codeHtml(part, context)),
    output: part => streamHtml(part.stream, part.text),
    diff: part => labelled(part.label, diffHtml(part)),
    list: part => labelled(part.label, html`<ul class="items">${part.items.map(listItem)}</ul>`),
    fields: fieldsHtml,
    question: questionHtml,
    media: part => mediaHtml(part, context),
  }
}

export function drawParts(parts: readonly Part[], context: PartContext): Html {
  const renderers = createPartRenderers(context)
  return joinHtml(parts.map(part => (renderers[part.kind] as (part: Part) => Html)(part)))
}

function labelled(label: string | undefined, content: Html): Html {
  return label ? html`<div class="labelled"><p class="label">${label}</p>${content}</div>` : content
}

/** Colour alone would not tell which is which. */
export function streamHtml(stream: OutputPart['stream'], text: string): Html {
  const label = STREAM_LABELS[stream]
  const name = stream === 'stdout' ? 'stream' : 'stream is-bad'
  return html`<div class="${name}">${label !== '' && html`<p class="label">${label}</p>`}${ansiHtml(text)}</div>`
}

/** Numbered lines are a file; others wrap. */
function codeHtml(part: CodePart, { lang, isWritten }: PartContext): Html {
  const isFile = part.firstLine !== undefined
  const language = part.label === undefined && lang !== undefined ? lang : languageOfText(part.text)
  const code = codeBlock({ text: part.text, lang: language, firstLine: part.firstLine, wraps: !isFile })
  if (!isFile || !isWritten || language !== 'markdown') return code
  return html`${markdownHtml(part.text)}<details class="inner"><summary>source</summary>${code}</details>`
}

const MARK_WORDS: { readonly [Mark in ListItem['mark']]: string } = {
  none: '',
  open: 'open',
  active: 'in progress',
  done: 'done',
  dropped: 'dropped',
}

function listItem(item: ListItem): Html {
  const note = item.note ? html` <span class="note">${item.note}</span>` : NOTHING
  if (item.mark === 'none') return html`<li>${linkedWords(item.text)}${note}</li>`
  const mark = html`<span class="mark mark-${item.mark}"><span class="sr">${MARK_WORDS[item.mark]}: </span></span>`
  return html`<li class="task is-${item.mark}">${mark}${item.text}${note}</li>`
}

/** `A title https://…`, as results of a search are recorded: the title becomes the link. */
function linkedWords(text: string): Html {
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'), text.lastIndexOf('\t')) + 1
  const url = text.slice(at)
  if (!/^https?:/i.test(url) || safeUrl(url) === undefined) return html`${text}`
  const title = text.slice(0, at).trim()
  if (title === '') return externalLink(url, html`${url}`)
  return html`${externalLink(url, html`${title}`)} <span class="address">${url}</span>`
}

function fieldsHtml(part: FieldsPart): Html {
  const rows = part.fields.map(([name, value]) => html`<div><dt>${name}</dt><dd>${linkedWords(value)}</dd></div>`)
  return html`<dl class="fields">${rows}</dl>`
}

function questionHtml(part: QuestionPart): Html {
  const header = part.header === '' ? NOTHING : html`<span class="tag">${part.header}</span> `
  const several = part.isMultiSelect ? html` <span class="note">several may be chosen</span>` : NOTHING
  const own = part.answer !== undefined && part.isOwnWords ? ownAnswer(part.answer) : NOTHING
  const none = part.answer === undefined ? html`<p class="note">no answer</p>` : NOTHING
  return html`<div class="question"><p class="ask">${header}${part.question}${several}</p><ul class="options">${part.options.map(option)}${own}</ul>${none}</div>`
}

function option({ label, description, isChosen }: QuestionPart['options'][number]): Html {
  const about = description === '' ? NOTHING : html` <span class="note">${description}</span>`
  if (!isChosen) return html`<li class="option"><span class="mark mark-unchosen"></span>${label}${about}</li>`
  return html`<li class="option is-chosen">${CHOSEN}<strong>${label}</strong>${about}</li>`
}

const CHOSEN = html`<span class="mark mark-chosen"><span class="sr">chosen: </span></span>`

function ownAnswer(answer: string): Html {
  return html`<li class="option is-chosen">${CHOSEN}<strong>${answer}</strong> <span class="note">${OWN_WORDS}</span></li>`
}

/** A place that the page fills with the bytes it holds, if they are what it shows: what they claim to be decides nothing. */
export function mediaHtml(part: MediaPart, context: PartContext): Html {
  const ref = idOf(context.mediaRef(part))
  const caption = html`<figcaption>${mediaCaption(part)}${ref === undefined && html` · not in this page`}</figcaption>`
  if (ref === undefined) return html`<figure class="media is-absent">${caption}</figure>`
  return html`<figure class="media" data-media="${ref}">${caption}</figure>`
}

/** `image · png · 34 KB`. */
function mediaCaption(part: MediaPart): string {
  const type = part.mediaType.slice(part.mediaType.indexOf('/') + 1)
  const size = typeof part.sizeBytes === 'number' ? formatBytes(part.sizeBytes) : ''
  return [part.name, type === part.name ? '' : type, size].filter(text => text !== '').join(' · ')
}
