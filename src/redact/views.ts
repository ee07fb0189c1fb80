import { encodedViews } from './encoded-views.ts'
import { type JoinedView, joinedViews } from './joined-views.ts'
import { layoutView } from './layout-view.ts'
import { partViews } from './part-views.ts'
import { shownView } from './shown-view.ts'
import { signView, wordViews } from './sign-view.ts'
import type { View } from './view.ts'

/** How a text was come by, which says how else it can be read. */
export interface Reading {
  /** How often something was decoded. */
  readonly depth: number
  /** How many layers, such as colours and gutters, were taken away one after the other. */
  readonly layers: number
  /** Lines were put together or lost their signs: that is not done twice. */
  readonly isFlat: boolean
}

export const AS_WRITTEN: Reading = { depth: 0, layers: 0, isFlat: false }

/** Another text to look through, and whether what is found there counts. */
export interface OtherView {
  readonly view: View
  readonly reading: Reading
  /** A known value may stand in it that is not found in the text as written. */
  readonly hasInner: boolean
  /** Set where lines were joined that may never have been one. */
  readonly joined?: JoinedView
}

/** So often something inside of something else is decoded. */
export const MAX_DEPTH = 3
/** Colours, and gutters of several kinds inside each other. */
const MAX_LAYERS = 6

/**
 * The view that takes the place of a text: what is left out is for certain no part of what a reader sees, so the text
 * itself need not be looked through.
 */
export function viewInPlace(text: string, reading: Reading): OtherView | undefined {
  if (text.length < MIN_TEXT || reading.layers >= MAX_LAYERS) return undefined
  const inner = { ...reading, layers: reading.layers + 1 }
  const shown = shownView(text)
  if (shown) return { view: shown, reading: inner, hasInner: true }
  const lines = reading.isFlat ? undefined : layoutView(text)
  return lines && { view: lines, reading: inner, hasInner: false }
}

const NONE: readonly OtherView[] = []

/** The other ways to read a text, beside the text as it is. Each is made only where something in the text asks for it. */
export function otherViews(text: string, reading: Reading): readonly OtherView[] {
  if (text.length < MIN_TEXT) return NONE
  const views: OtherView[] = []
  if (!reading.isFlat) {
    const flat = { ...reading, isFlat: true }
    const signs = signView(text)
    if (signs) views.push({ view: signs, reading: { ...flat, depth: MAX_DEPTH }, hasInner: false })
    for (const view of wordViews(text)) views.push({ view, reading: flat, hasInner: false })
    for (const joined of joinedViews(text)) views.push({ view: joined, reading: flat, hasInner: false, joined })
  }
  if (reading.depth < MAX_DEPTH) {
    const inner = { ...reading, depth: reading.depth + 1 }
    for (const view of encodedViews(text, !reading.isFlat)) views.push({ view, reading: inner, hasInner: true })
    for (const view of partViews(text, reading.depth > 0)) views.push({ view, reading: inner, hasInner: true })
  }
  return views.length === 0 ? NONE : views
}

const MIN_TEXT = 8
