import { indexHtml } from './index-html.ts'
import { indexJson } from './index-json.ts'
import { indexMarkdown } from './index-markdown.ts'
import type { IndexOptions, IndexPage } from './index-page.ts'
import { indexText } from './index-text.ts'

export type IndexFormat = 'html' | 'md' | 'json' | 'txt'

/** Same page, same bytes: nothing in it looks at a clock. */
export function renderIndex(page: IndexPage, format: IndexFormat, options: IndexOptions): string {
  return RENDERERS[format](page, options)
}

const RENDERERS: { readonly [Format in IndexFormat]: (page: IndexPage, options: IndexOptions) => string } = {
  html: indexHtml,
  md: indexMarkdown,
  json: indexJson,
  txt: indexText,
}
