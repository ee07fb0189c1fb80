import type { Part } from '../view/part.ts'
import type { Row, RowPlace } from '../view/row.ts'
import { idOf } from './id-of.ts'
import { drawParts, type PartContext } from './parts.ts'
import { type Html, html, isEmpty, joinHtml, NOTHING } from './safe-html.ts'

/**
 * How a row stands on the page: a line, something always seen, something behind a fold, or all three. What is behind the
 * fold is made when asked for: a page shows many rows and few of them opened.
 */
export interface RowShape {
  /** An article is something said; all else is a line of the log. */
  readonly element: 'article' | 'div' | 'header'
  /** Further class names. */
  readonly classes?: readonly string[]
  /** What a screen reader calls an article. */
  readonly label?: string
  /** Further attributes, as a template. */
  readonly attributes?: Html
  readonly line?: Html
  readonly content?: Html
  readonly body?: (() => Html) | undefined
  /** Opened where the view opens it. */
  readonly isOpen?: boolean
  /** Opened whatever the view says, until somebody closes it. */
  readonly standsOpen?: boolean
  /** Where a link to this row leads, if not to its entry. */
  readonly link?: { readonly href: string; readonly label: string }
}

export interface Fold {
  readonly isOpen: boolean
  /** While it is closed, what is behind it is left out of the page. */
  readonly isLater: boolean
  readonly body: (() => Html) | undefined
}

const MAX_DEPTH = 8

export function frameRow(row: Row, shape: RowShape, fold: Fold): Html {
  const place = 'depth' in row ? row : undefined
  const attributes = joinHtml([rowAttributes(row, shape, place), shape.attributes ?? NOTHING])
  const inner = html`${permalink(row, shape)}${shape.content}${lineOrFold(shape, fold)}`
  if (shape.element === 'article') return html`<article ${attributes}>${inner}</article>`
  if (shape.element === 'header') return html`<header ${attributes}>${inner}</header>`
  return html`<div ${attributes}>${inner}</div>`
}

function rowAttributes(row: Row, shape: RowShape, place: RowPlace | undefined): Html {
  const classes = ['row', `row-${row.kind}`, ...(shape.classes ?? [])]
  if (place && place.depth > 0) classes.push('is-nested', `depth-${Math.min(MAX_DEPTH, Math.floor(place.depth))}`)
  if (place?.isRewound) classes.push('is-rewound')
  const uuid = idOf(place?.uuid)
  return joinHtml([
    html`class="${classes.join(' ')}" data-kind="${row.kind}"`,
    place ? html` data-level="${place.minLevel}"` : NOTHING,
    uuid ? html` data-uuid="${uuid}"` : NOTHING,
    shape.label ? html` aria-label="${shape.label}"` : NOTHING,
  ])
}

function permalink(row: Row, shape: RowShape): Html {
  const uuid = 'uuid' in row ? idOf(row.uuid) : undefined
  if (shape.link) return html`<a class="permalink" href="#${shape.link.href}" aria-label="${shape.link.label}">#</a>`
  return uuid ? html`<a class="permalink" href="#${uuid}" aria-label="Link to this entry">#</a>` : NOTHING
}

function lineOrFold(shape: RowShape, { isOpen, isLater, body }: Fold): Html {
  if (!body) return shape.line ? html`<div class="line">${shape.line}</div>` : NOTHING
  const line = shape.line ?? REST_LINE
  const name = shape.line ? 'fold' : 'fold fold-rest'
  if (!isOpen && isLater)
    return html`<details class="${name}"><summary class="line">${line}</summary><div class="body" data-body="later"></div></details>`
  return html`<details class="${name}"${isOpen && html` open`}><summary class="line">${line}</summary><div class="body">${body()}</div></details>`
}

const REST_LINE = html`<span class="quiet">also recorded</span>`

/** What stands behind the fold: the row's own, and what was recorded with it. */
export function bodyOf(row: Row, shape: RowShape, context: PartContext): (() => Html) | undefined {
  const rest = 'rest' in row ? (row.rest ?? []) : []
  if (rest.length === 0) return shape.body
  if (!shape.body) return () => drawParts(rest, context)
  const { body } = shape
  return () => html`${body()}${restHtml(rest, context)}`
}

function restHtml(rest: readonly Part[], context: PartContext): Html {
  return html`<div class="rest"><p class="label">also recorded</p>${drawParts(rest, context)}</div>`
}

/** Parts behind a fold; undefined where there are none. */
export function partsBody(parts: readonly Part[], context: PartContext): (() => Html) | undefined {
  return parts.length === 0 ? undefined : () => drawParts(parts, context)
}

/** Cells of a line with a space between them, for whoever reads without a style sheet. */
export function cells(...items: readonly Html[]): Html {
  return joinHtml(items.filter(item => !isEmpty(item)).map(item => html`${item} `))
}

export function cell(name: string, text: string): Html {
  return text === '' ? NOTHING : html`<span class="${name}">${text}</span>`
}
