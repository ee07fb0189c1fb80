import { createHash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'
import type { ExportSession } from '../query/export/open-redacted.ts'
import type { Redaction } from '../redact/redaction.ts'
import type { Level } from '../render/level.ts'
import type { LossRow, Row } from '../render/view/row.ts'
import type { TurnRange, ViewOptions } from '../render/view/view-options.ts'
import { UserError } from '../user-error.ts'
import type { Breath } from './breath.ts'
import type { DraftFile } from './drafts.ts'
import type { ExportFormat, ExportShape } from './export-shape.ts'
import type { ImageFiles } from './image-files.ts'
import type { PageAssets } from './page-assets.ts'
import { rawSpans } from './raw-spans.ts'
import { checkRows, noteLosses, sessionRows } from './session-rows.ts'

/** One session on its way into one file. What draws a format is loaded when it is asked for. */
export interface SessionWriting {
  readonly plan: ExportShape
  readonly session: ExportSession
  readonly turns: TurnRange | undefined
  /** Undefined: nothing is taken out. */
  readonly redaction: Redaction | undefined
  readonly file: DraftFile
  /** Undefined where files cannot stand beside it. */
  readonly images: ImageFiles | undefined
  /** Files of subagents; undefined where they cannot stand beside it. */
  readonly openAgent: ((agentId: string | undefined) => DraftFile) | undefined
  readonly assets: PageAssets | undefined
  /** In whole nano-dollars; undefined where nobody knows. */
  readonly costOf: ViewOptions['costOf']
  readonly breath: Breath
}

export interface WrittenSession {
  readonly loss: LossRow | undefined
  /** Images and documents in it, which nobody looked into. */
  readonly images: number
}

export async function writeSession(writing: SessionWriting): Promise<WrittenSession> {
  return await WRITERS[writing.plan.format](writing)
}

type Writer = (writing: SessionWriting) => Promise<WrittenSession>

const WRITERS: { readonly [Format in ExportFormat]: Writer } = {
  html: writeHtml,
  md: writeMarkdown,
  json: writeJson,
  jsonl: writeLines,
  txt: writeText,
}

async function writeHtml(writing: SessionWriting): Promise<WrittenSession> {
  const { plan, session, redaction, assets } = writing
  if (!assets) throw new Error('an HTML export needs the page')
  const { renderHtmlDocument } = await import('../render/html/document/render-html-document.ts')
  const { rows, loss } = openRows(writing)
  const document = renderHtmlDocument(rows, {
    title: session.session.title.text || session.session.id,
    level: levelOf(plan),
    assets,
    tools: HTML_TOOLS,
    withMedia: plan.hasImages,
    requireClean: redaction && (text => redaction.requireClean(text)),
  })
  const { media } = await writeAll(writing, document)
  return { loss: loss(), images: media }
}

const HTML_TOOLS = {
  compress: (bytes: Uint8Array): Uint8Array =>
    zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  sha256,
  toBase64: (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

async function writeMarkdown(writing: SessionWriting): Promise<WrittenSession> {
  const { images } = writing
  const { renderMarkdown } = await import('../render/markdown/render-markdown.ts')
  const { rows, loss } = openCheckedRows(writing)
  const before = images?.count ?? 0
  await writeAll(writing, renderMarkdown(rows, { media: part => images?.addressOf(part) }))
  return { loss: loss(), images: (images?.count ?? 0) - before }
}

async function writeJson(writing: SessionWriting): Promise<WrittenSession> {
  const { plan, session, redaction, turns } = writing
  const { buildSessionExport } = await import('../render/json/session-export.ts')
  const { rows, loss } = openCheckedRows(writing)
  let images = 0
  const options = {
    read: session.read,
    files: session.files.map(({ path }) => path),
    issues: session.issues,
    turns,
    keptOnly: session.source.kept?.isGone ?? false,
    level: plan.level,
    agents: plan.agents,
    hasMedia: plan.hasImages,
    requireClean: redaction && ((text: string) => redaction.requireClean(text)),
  }
  const counted = countMedia(rows, plan.hasImages, count => {
    images += count
  })
  await writeAll(writing, buildSessionExport(session.session, options, counted))
  return { loss: loss(), images }
}

function* countMedia(rows: Iterable<Row>, isCounted: boolean, add: (count: number) => void): Iterable<Row> {
  for (const row of rows) {
    if (isCounted) add(mediaIn(row))
    yield row
  }
}

/** Parts stand at several places of a row: every one is found wherever it is. */
function mediaIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if ('kind' in value && value.kind === 'media') return 'base64' in value && value.base64 ? 1 : 0
  return Object.values(value).reduce((sum: number, inner) => sum + mediaIn(inner), 0)
}

const TEXT_WIDTH = 100

async function writeText(writing: SessionWriting): Promise<WrittenSession> {
  const [{ createTerminalDrawer }, { plainStyle }] = await Promise.all([
    import('../render/terminal/render-terminal.ts'),
    import('../render/terminal/style.ts'),
  ])
  const { rows, loss } = openCheckedRows(writing)
  const draw = createTerminalDrawer({ width: TEXT_WIDTH, style: plainStyle })
  await writeAll(writing, drawText(rows, draw))
  return { loss: loss(), images: 0 }
}

function* drawText(rows: Iterable<Row>, draw: (row: Row) => Iterable<string>): Iterable<string> {
  for (const row of rows) {
    const lines = [...draw(row)]
    if (lines.length > 0) yield `${lines.join('\n')}\n`
  }
}

/** The original bytes. Only of a session in which nothing was replaced: `readChunks` of another one throws. */
async function writeLines(writing: SessionWriting): Promise<WrittenSession> {
  const { session, turns, file, breath, openAgent, plan } = writing
  const { main, agents } = session.source
  if (!main && !openAgent) throw noMain(session)
  if (main) {
    for (const span of turns ? rawSpans(session.session.main, turns) : [{}]) {
      for (const chunk of session.readChunks({ file: 0 }, span)) {
        file.write(chunk)
        await breath.take(chunk.length)
      }
    }
  }
  if (!openAgent || plan.agents === 'none') return { loss: undefined, images: 0 }
  for (const [at, { agentId }] of agents.entries()) {
    const beside = openAgent(agentId)
    for (const chunk of session.readChunks({ file: main ? at + 1 : at }, {})) {
      beside.write(chunk)
      await breath.take(chunk.length)
    }
    beside.close()
  }
  return { loss: undefined, images: 0 }
}

function noMain({ source }: ExportSession): UserError {
  return new UserError({
    code: 'no-main-transcript',
    message: `of the session ${source.id} only subagents are left`,
    hint: 'Export them into a folder, such as -o agents/.',
  })
}

/** What a page calls the rows of a raw view: it shows all there is. */
function levelOf({ level }: ExportShape): Level {
  return level === 'raw' ? 'all' : level
}

interface OpenedRows {
  readonly rows: Iterable<Row>
  /** After the last row. */
  loss(): LossRow | undefined
}

function openRows({ session, plan, turns, costOf }: SessionWriting): OpenedRows {
  let last: LossRow | undefined
  const rows = noteLosses(sessionRows(session, { level: plan.level, agents: plan.agents, turns, costOf }), loss => {
    last = loss
  })
  return { rows, loss: () => last }
}

function openCheckedRows(writing: SessionWriting): OpenedRows {
  const { redaction } = writing
  const { rows, loss } = openRows(writing)
  return { rows: redaction ? checkRows(rows, text => redaction.requireClean(text)) : rows, loss }
}

async function writeAll<Report>({ file, breath }: SessionWriting, chunks: Iterable<string, Report>): Promise<Report> {
  const iterator = chunks[Symbol.iterator]()
  for (;;) {
    const next = iterator.next()
    if (next.done) return next.value
    file.write(next.value)
    await breath.take(next.value.length)
  }
}
