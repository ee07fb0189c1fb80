import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Row, RowPlace } from '../../view/row.ts'
import { type DocumentDirectory, hashUuid } from './document-format.ts'
import { type HtmlDocumentOptions, type HtmlDocumentReport, renderHtmlDocument } from './render-html-document.ts'

const OPTIONS: HtmlDocumentOptions = {
  title: 'A <b>session</b>',
  level: 'all',
  assets: { script: 'run()', style: 'p{}' },
  tools: {
    compress: bytes => zstdCompressSync(bytes),
    sha256: text => createHash('sha256').update(text).digest('base64'),
    toBase64: bytes => Buffer.from(bytes).toString('base64'),
  },
  withMedia: true,
}

const PLACE: RowPlace = { depth: 0, uuid: 'u-1', at: undefined, isRewound: false, minLevel: 'answers' }
const GIF = 'R0lGODlhAAAAAAAAAAAA'
const IMAGE = { kind: 'media', name: 'a', mediaType: 'image/png', sizeBytes: 3, base64: GIF } as const

function answer(text: string): Row {
  return { ...PLACE, kind: 'answer', text, model: undefined }
}

function input(text: string): Row {
  const rest = { source: 'prompt', fold: undefined, note: '', questions: [] } as const
  return { ...PLACE, minLevel: 'prompts', kind: 'input', text, media: [IMAGE], ...rest }
}

function write(
  rows: Iterable<Row>,
  options: Partial<HtmlDocumentOptions> = {},
): { text: string; report: HtmlDocumentReport } {
  const pieces = renderHtmlDocument(rows, { ...OPTIONS, ...options })
  let text = ''
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done) return { text, report: next.value }
    text += next.value
  }
}

function readBlock(text: string, name: string): string {
  const [, data = ''] = new RegExp(`<script type="text/plain" id="${name}">([^<]*)</script>`).exec(text) ?? []
  return /^[{[]/.test(data) ? data : zstdDecompressSync(Buffer.from(data, 'base64')).toString()
}

describe('a document', () => {
  test('holds every row, in chunks that tile them, and a directory of them', () => {
    const rows = Array.from({ length: 60 }, (_, at) => answer(`${at} ${'x'.repeat(90_000)}`))
    const { text, report } = write(rows)
    const directory: DocumentDirectory = JSON.parse(readBlock(text, 'directory'))
    const read = directory.chunks.flatMap((_, chunk) => readBlock(text, `rows-${chunk}`).split('\n'))
    expect(read.map(line => JSON.parse(line))).toEqual(rows.map(row => JSON.parse(JSON.stringify(row))))
    expect(directory.chunks.length).toBeGreaterThan(2)
    expect(directory.chunks[0]).toBe(1)
    expect(JSON.parse(readBlock(text, 'uuids'))[59]).toBe(hashUuid('u-1'))
    expect(report).toEqual({ rows: 60, bytes: Buffer.byteLength(text), media: 0, mediaBytes: 0 })
  })

  test('names the exact script and style in its policy', () => {
    const { text } = write([])
    const hashes = ['run()', 'p{}'].map(part => createHash('sha256').update(part).digest('base64'))
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text) ?? []
    const plain = policy.replace(/&#x?\w+;|&apos;/g, "'")
    expect(plain).toContain(`script-src 'sha256-${hashes[0]}'; style-src 'sha256-${hashes[1]}'`)
    expect(text).toContain('<title>A &lt;b&gt;session&lt;/b&gt;</title>')
  })

  test('holds an image once, however often it is shown', () => {
    const { text, report } = write([input('one'), input('two')])
    expect(text.match(new RegExp(`id="media-[0-9a-f]{32}">${GIF}<`, 'g'))).toHaveLength(1)
    expect(report.media).toBe(1)
    expect(readBlock(text, 'rows-0')).toMatch(/"base64":"media-[0-9a-f]{32}"/)
  })

  test('leaves out an image that is not base64, or whose bytes are no image, whatever it claims to be', () => {
    const rows = [
      { ...IMAGE, base64: '</script><script>x()' },
      { ...IMAGE, base64: `${GIF}<script>x()` },
      { ...IMAGE, base64: Buffer.from('<svg onload="x()">').toString('base64') },
    ].map(media => ({ ...input('look'), media: [media] }) as Row)
    const { text, report } = write(rows)
    expect(report.media).toBe(0)
    expect(text).not.toContain('x()')
    expect(readBlock(text, 'rows-0')).not.toContain('base64')
  })

  test('holds an image by its bytes, also under a wrong name', () => {
    const { report } = write([{ ...input('look'), media: [{ ...IMAGE, mediaType: 'text/html' }] } as Row])
    expect(report.media).toBe(1)
  })

  test('shows its first prompt before any data, and not again without scripts', () => {
    const { text } = write([input('the first words'), answer('an answer'), input('the second words')])
    const begin = text.indexOf('<div id="reader">')
    expect(text.indexOf('the first words')).toBeGreaterThan(begin)
    expect(text.indexOf('the first words')).toBeLessThan(text.indexOf('<script'))
    expect(text).not.toMatch(/<noscript>[^<]*<div[\s\S]*the first words/)
    expect(text).toMatch(/<noscript><div class="without-scripts">[\s\S]*an answer[\s\S]*the second words/)
  })

  test('has the place for the page also without rows', () => {
    expect(write([]).text).toContain('<div id="reader">')
  })

  test('holds what is needed first as JSON that cannot close its element', () => {
    const row = answer('</script><!-- <script>x()')
    const { text } = write([row], { title: '</script>' })
    expect(text).toContain('\\u003c/script>\\u003c!-- \\u003cscript>x()')
    expect(JSON.parse(readBlock(text, 'rows-0'))).toEqual(JSON.parse(JSON.stringify(row)))
    expect(JSON.parse(readBlock(text, 'directory')).title).toBe('</script>')
  })

  test('is given up when a text is not clean', () => {
    const requireClean = (text: string): void => {
      if (text.includes('secret')) throw new Error('not clean')
    }
    expect(() => write([answer('fine'), answer('a secret')], { requireClean })).toThrow('not clean')
    expect(() => write([], { title: 'secret', requireClean })).toThrow('not clean')
    expect(() => write([answer('fine')], { requireClean })).not.toThrow()
  })

  test('is not made with a script that would break out of its element', () => {
    expect(() => write([], { assets: { script: '"</script>"', style: '' } })).toThrow('cannot stand inline')
  })
})
