import type { TurnRange } from '../render/view/view-options.ts'
import type { ExportShape } from './export-shape.ts'
import type { PageAssets } from './page-assets.ts'
import type { RedactionReview } from './redaction-review.ts'

/**
 * What a server has another process do: looking through a whole session and writing it takes seconds and memory that no
 * other answer should wait for. One JSON object on stdin, one on stdout.
 */
export interface ShareRequest {
  readonly id: string
  /** Undefined: nothing is taken out. */
  readonly redacts?: RedactionWish | undefined
  /** Undefined: only a review of what would be taken out. */
  readonly file?: ShareFile | undefined
}

/** What somebody said about what to take out. */
export interface RedactionWish {
  /** Also to be taken out. */
  readonly words: readonly string[]
  /** Values that stay as they are. */
  readonly keep: readonly string[]
  /** Telephones, public addresses, places and national ids go too. */
  readonly people?: boolean | undefined
}

export interface ShareFile extends ExportShape {
  readonly turns?: TurnRange | undefined
  /** Where to write it. */
  readonly path: string
  /** For a page. */
  readonly assets?: PageAssets | undefined
}

export type ShareAnswer =
  | { readonly kind: 'review'; readonly review: RedactionReview }
  /** `name`: what somebody may call the file. */
  | { readonly kind: 'file'; readonly name: string; readonly sizeBytes: number }
  | { readonly kind: 'problem'; readonly code: string; readonly message: string; readonly hint: string }
