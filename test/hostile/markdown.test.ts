import { marked, type Token } from 'marked'
import { describe, expect, test } from 'vitest'
import { LEVELS } from '../../src/render/level.ts'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { loadSession } from '../../src/source/load-session.ts'
import { listSources, viewOf } from '../draw-session.ts'
import { LINKS, MARKUP, ODD } from './payloads.ts'
import { listObeyed } from './terminal-bytes.ts'
import { makeHostileHome } from './world.ts'

/** Raw HTML that we write ourselves: the anchor of a turn, folds. */
const OURS = /^(?:<a id="turn-\d+">|<\/a>|<\/?details>|<summary>[^<>]*<\/summary>|<\/?summary>|<!-- -->|\s)*$/
const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** What of a Markdown text is live and none of ours. */
function listLive(markdown: string): readonly string[] {
  const found: string[] = []
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === 'html' && !OURS.test(token.raw)) found.push(`html ${token.raw.slice(0, 80)}`)
    if (token.type === 'link' && !isSafe(token.href)) found.push(`link ${token.raw.slice(0, 80)}`)
    if (token.type === 'image' && /^[a-z+.-]*:|^\/\//i.test(token.href)) found.push(`image ${token.raw.slice(0, 80)}`)
  })
  return found
}

function isSafe(href: string): boolean {
  const plain = decodeEntities(href)
  if (/^https?:\/\//i.test(plain)) return true
  return (
    URL.canParse(plain, 'https://page.invalid/') && SAFE_PROTOCOLS.has(new URL(plain, 'https://page.invalid/').protocol)
  )
}

/** As a browser reads an address. */
function decodeEntities(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);?/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);?/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&colon;/gi, ':')
}

describe('nothing of a hostile transcript is live in Markdown', () => {
  test('the check sees what is', () => {
    for (const live of [...MARKUP.slice(0, 6), ...LINKS.slice(0, 4)])
      expect(listLive(`x ${live}`), live).not.toEqual([])
    expect(listLive('[x](https://example.org) <https://example.org> `<script>`')).toEqual([])
  })

  test('at any level', { timeout: 240_000 }, () => {
    const home = makeHostileHome([...MARKUP, ...LINKS, ...ODD])
    for (const source of listSources(`${home}/.claude/projects`)) {
      const loaded = loadSession(source)
      for (const level of source.folder.endsWith('-fixtures') ? (['all'] as const) : LEVELS) {
        const markdown = [...renderMarkdown(viewOf(loaded, level))].join('')
        const about = `${source.name} ${level}`
        expect(listLive(markdown).slice(0, 5), about).toEqual([])
        expect(listObeyed(markdown.replaceAll('\t', ' '), false).slice(0, 5), about).toEqual([])
      }
    }
  })
})
