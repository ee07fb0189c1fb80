/**
 * One file that shows a session anywhere: data, page and style in it, nothing loaded from outside. It is written as it
 * goes, chunk by chunk, so that no session has to fit into one string.
 */
import type { Level } from '../../level.ts'
import type { Row } from '../../view/row.ts'
import { plainLoss, plainRow } from '../plain-row.ts'
import { type Html, html, markupOf } from '../safe-html.ts'
import { DirectoryBuilder } from './directory-builder.ts'
import { DIRECTORY_BLOCK, rowsBlock, UUIDS_BLOCK } from './document-format.ts'
import { documentHead } from './document-head.ts'
import { countPlainLosses } from './plain-losses.ts'
import { stringsOf } from './row-strings.ts'
import { takeMedia } from './take-media.ts'

export interface HtmlDocumentOptions {
  readonly title: string
  /** The level the rows were made at: the page shows this one and those below. */
  readonly level: Level
  readonly assets: PageAssets
  readonly tools: DocumentTools
  /** False: images and documents are named, their bytes left out. */
  readonly withMedia: boolean
  /** Called with the texts of each row before they are put in; what it throws ends the document. */
  readonly requireClean?: ((text: string) => void) | undefined
}

/** The page's own code and style, as built. */
export interface PageAssets {
  readonly script: string
  readonly style: string
}

/** What a pure folder cannot do itself. */
export interface DocumentTools {
  /** With zstd. */
  compress(bytes: Uint8Array): Uint8Array
  /** Base64 of the SHA-256 of a text in UTF-8. */
  sha256(text: string): string
  toBase64(bytes: Uint8Array): string
}

export interface HtmlDocumentReport {
  readonly rows: number
  /** Of the whole document. */
  readonly bytes: number
  /** How many images and documents are in it, and their share of the bytes. */
  readonly media: number
  readonly mediaBytes: number
}

/** The first chunk is small: what is seen first should not wait for much. Characters of JSON. */
const FIRST_CHUNK = 64 * 1024
const CHUNK = 2 * 1024 * 1024

/** Longer data is compressed wherever it stands. */
const MAX_PLAIN = 512 * 1024

export function* renderHtmlDocument(
  rows: Iterable<Row>,
  options: HtmlDocumentOptions,
): Generator<string, HtmlDocumentReport> {
  const { assets, tools, requireClean } = options
  const directory = new DirectoryBuilder()
  const encoder = new TextEncoder()
  let bytes = 0
  let mediaBytes = 0
  const counted = (text: string): string => {
    bytes += encoder.encode(text).length
    return text
  }
  const pack = (text: string): string => tools.toBase64(tools.compress(encoder.encode(text)))
  // What the page needs to begin is not compressed: unpacking is slow while the browser has yet to compile it.
  const packFirst = (json: string): string => (json.length < MAX_PLAIN ? plainJson(json) : pack(json))

  requireClean?.(options.title)
  yield counted(documentHead(options))
  let first: FirstRows | undefined = { markup: [], later: '', rows: 0 }
  const embedded = new Set<string>()
  let chunk = startChunk()
  let chunks = 0
  for (const whole of rows) {
    const { row, media } = takeMedia(whole, { withMedia: options.withMedia, sha256: tools.sha256 })
    requireClean?.(stringsOf(row))
    for (const { block, base64 } of media) {
      if (embedded.has(block)) continue
      embedded.add(block)
      const text = dataBlock(block, base64)
      mediaBytes += text.length
      // What is seen first does not wait for an image.
      if (first) first.later += text
      else yield counted(text)
    }
    directory.addRow(row)
    const plain =
      row.kind === 'loss'
        ? plainLoss(row, countPlainLosses(directory.build(options.title, options.level)))
        : plainRow(row)
    addToChunk(chunk, row, first ? undefined : plain)
    const isFull = chunk.size >= (chunks === 0 ? FIRST_CHUNK : CHUNK)
    if (first) {
      if (plain) first.markup.push(markupOf(plain))
      if (isFull || ++first.rows >= FIRST_ROWS || (plain && row.kind === 'input')) {
        yield counted(firstText(first))
        first = undefined
      }
    }
    if (!isFull) continue
    directory.endChunk(chunk.lines.length)
    yield counted(chunkText(chunk, chunks, chunks === 0 ? packFirst : pack))
    chunks++
    chunk = startChunk()
  }
  if (first) yield counted(firstText(first))
  if (chunk.lines.length > 0) {
    directory.endChunk(chunk.lines.length)
    yield counted(chunkText(chunk, chunks, chunks === 0 ? packFirst : pack))
  }
  yield counted(dataBlock(UUIDS_BLOCK, pack(JSON.stringify(directory.uuids))))
  const index = JSON.stringify(directory.build(options.title, options.level))
  yield counted(dataBlock(DIRECTORY_BLOCK, packFirst(index)))
  yield counted(`<script>${assets.script}</script>\n</body>\n</html>\n`)
  return { rows: directory.count, bytes, media: embedded.size, mediaBytes }
}

/** What the page shows before it has read any data: up to the first prompt. It takes its place when it starts. */
interface FirstRows {
  readonly markup: string[]
  /** Data that stands behind it. */
  later: string
  rows: number
}

/** Without a prompt among these the session begins with something else. */
const FIRST_ROWS = 40

function firstText({ markup, later }: FirstRows): string {
  return `<div id="reader"><div class="first-rows">\n${markup.join('\n')}\n</div></div>\n${later}`
}

interface Chunk {
  readonly lines: string[]
  /** For readers without scripts. */
  readonly plain: string[]
  size: number
}

function startChunk(): Chunk {
  return { lines: [], plain: [], size: 0 }
}

function addToChunk(chunk: Chunk, row: Row, plain: Html | undefined): void {
  const line = JSON.stringify(row)
  chunk.lines.push(line)
  chunk.size += line.length
  if (plain) chunk.plain.push(markupOf(plain))
}

function chunkText(chunk: Chunk, number: number, pack: (text: string) => string): string {
  const plain = chunk.plain.join('\n')
  const shown = plain === '' ? '' : `<noscript><div class="without-scripts">\n${plain}\n</div></noscript>\n`
  return dataBlock(rowsBlock(number), pack(chunk.lines.join('\n'))) + shown
}

/** Neither base64 nor what `plainJson` gives can close the element it stands in. */
function dataBlock(name: string, data: string): string {
  return `${markupOf(html`<script type="text/plain" id="${name}">`)}${data}</script>\n`
}

function plainJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
