/**
 * render/markdown/ writes rows as Markdown for people and for models. Transcript text is hostile: prose is written anew
 * from its tokens (safe-markdown.ts), all else is escaped (plain.ts) or stands between fences. The only HTML is ours:
 * folds, made of `details` and `summary`, and the anchors of turns. The same rows always give the same bytes.
 */
import type { MediaPart } from '../view/part.ts'
import type { Row, RowRenderers } from '../view/row.ts'
import { compactionText, lossRowText, rewoundText, sectionText, sessionText, turnText } from './frame-rows.ts'
import { createLayout } from './layout.ts'
import {
  errorText,
  interruptionText,
  noticeText,
  rawText,
  repeatText,
  reportText,
  unknownText,
  unreadableText,
} from './notice-rows.ts'
import { type Page, partsOf } from './page.ts'
import { joinBlocks } from './plain.ts'
import { answerText, inputText, messageText, outputText, remarkText, thinkingText } from './talk-rows.ts'
import { createTimeText } from './time-text.ts'
import { agentText, hookCountText, hookText, toolText } from './tool-rows.ts'

export interface MarkdownOptions {
  /** Level of the title, 1 where it is not given; turns stand one deeper, headings in answers deeper still. */
  readonly headingLevel?: number | undefined
  /** Name of a file beside this one with the image or document; undefined: a note stands in its place. */
  readonly media?: ((part: MediaPart) => string | undefined) | undefined
  /** Minutes east of UTC in which times are written; 0 where it is not given. */
  readonly utcOffsetMinutes?: number | undefined
}

/** Rows as Markdown, about one chunk per row as they come. */
export function* renderMarkdown(rows: Iterable<Row>, options: MarkdownOptions = {}): Iterable<string> {
  const renderers = createRowRenderers({
    turnLevel: Math.min(5, Math.max(1, options.headingLevel ?? 1) + 1),
    media: options.media ?? (() => undefined),
    times: createTimeText(options.utcOffsetMinutes ?? 0),
  })
  const layout = createLayout()
  for (const row of rows) yield* layout.place(row, renderers(row))
  yield* layout.finish()
}

function createRowRenderers(page: Page): (row: Row) => string {
  let models = 0
  const renderers: RowRenderers<string> = {
    session: row => {
      models = row.models.length
      return sessionText(row, page)
    },
    turn: row => turnText(row, page),
    input: row => inputText(row, page),
    answer: row => answerText(row, page, models > 1),
    remark: row => remarkText(row, page),
    thinking: row => thinkingText(row, page),
    tool: row => toolText(row, page),
    agent: row => agentText(row, page),
    hook: row => hookText(row, page),
    'hook-count': row => hookCountText(row),
    error: row => errorText(row, page),
    compaction: row => compactionText(row, page),
    interruption: row => interruptionText(row),
    'task-report': row => reportText(row, page),
    message: row => messageText(row, page),
    output: row => outputText(row),
    rewound: row => rewoundText(row),
    notice: row => noticeText(row, page),
    repeat: row => repeatText(row),
    unknown: row => unknownText(row),
    unreadable: row => unreadableText(row),
    raw: row => rawText(row),
    section: row => sectionText(row, page),
    loss: row => lossRowText(row),
  }
  return row => {
    const text = (renderers[row.kind] as (row: Row) => string)(row)
    // A notice draws what stands with it on its own line.
    return 'rest' in row && row.rest && row.kind !== 'notice' ? joinBlocks([text, partsOf(page, row.rest)]) : text
  }
}
