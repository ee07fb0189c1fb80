/** backscroll/render: a session as rows, rows as text, Markdown, HTML or JSON, and what must not be shared taken out. */

export { buildStory } from '../narrative/build-story.ts'
export type { Decision, OpenThread, Place, Results, Sentence, Story } from '../narrative/story.ts'
export { createTold, type Told } from '../narrative/told/told.ts'
export { createRedactor } from '../redact/create-redactor.ts'
export {
  type Hit,
  type HitCategory,
  type HitPlace,
  type Identity,
  type Redaction,
  RedactionFailure,
  type Redactor,
  type RedactorOptions,
} from '../redact/redaction.ts'
export {
  type DocumentTools,
  type HtmlDocumentOptions,
  type HtmlDocumentReport,
  type PageAssets,
  renderHtmlDocument,
} from './html/document/render-html-document.ts'
export { sessionSchema } from './json/schema/session-schema.ts'
export { buildSessionExport, type SessionExportOptions } from './json/session-export.ts'
export { buildSessionJson, SESSION_SCHEMA, type SessionJsonOptions } from './json/session-json.ts'
export { LEVELS, type Level, levelShows } from './level.ts'
export { type MarkdownOptions, renderMarkdown } from './markdown/render-markdown.ts'
export { listSections, type StoryItem, type StorySection } from './story/sections.ts'
export { renderStoryMarkdown } from './story/story-markdown.ts'
export type { ToldSession } from './story/told-session.ts'
export { createTerminalDrawer, renderTerminal, type TerminalOptions } from './terminal/render-terminal.ts'
export { colorStyle, plainStyle, type Style, type Tone } from './terminal/style.ts'
export { buildView } from './view/build-view.ts'
export { createLiveView, type LiveRow, type LiveView } from './view/live-view.ts'
export type { Part, PartRenderers } from './view/part.ts'
export { buildRawView } from './view/raw-view.ts'
export type { Row, RowRenderers } from './view/row.ts'
export type { AgentsMode, ReadEntry, TurnRange, ViewOptions } from './view/view-options.ts'
