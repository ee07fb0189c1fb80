import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { marked } from 'marked'
import { describe, expect, test } from 'vitest'
import type { IndexPage, IndexSession, IndexUsage } from './index-page.ts'
import { EXPORT_SCHEMA_FILE, exportSchema, exportSchemaText } from './index-schema.ts'
import { type IndexFormat, renderIndex } from './render-index.ts'

describe('the index page', () => {
  test('lists sessions by day, the first one first, and those without a time last', () => {
    const page = pageOf([
      sessionOf({ id: 'c', title: 'Later', startedAt: at('2026-03-04T10:00'), endedAt: at('2026-03-04T11:00') }),
      sessionOf({ id: 'a', title: 'Timeless', startedAt: undefined, endedAt: undefined }),
      sessionOf({ id: 'b', title: 'Earlier' }),
    ])
    for (const format of ['html', 'md', 'txt'] as const) {
      const text = draw(page, format)
      const places = ['2026-03-01', 'Earlier', '2026-03-04', 'Later', 'Without a time', 'Timeless'].map(word =>
        text.lastIndexOf(word),
      )
      expect(places, format).toEqual(places.toSorted((a, b) => a - b))
    }
    expect(JSON.parse(draw(page, 'json')).sessions.map(({ id }: { id: string }) => id)).toEqual(['b', 'c', 'a'])
  })

  test('links prompts to the turns in their file', () => {
    const page = pageOf([sessionOf({ file: '2026-03-01-größe-3f2a.html' })])
    expect(draw(page, 'html')).toContain('<a href="2026-03-01-gr%C3%B6%C3%9Fe-3f2a.html#turns=4">Grow the plums</a>')
    const markdown = draw(pageOf([sessionOf({ file: 'plums.md' })]), 'md')
    expect(markdown).toContain('- [4](plums.md#turn-4): Grow the plums\n')
  })

  test('links nothing where all stands in one stream', () => {
    const page = pageOf([sessionOf({ file: undefined })])
    expect(draw(page, 'html')).not.toMatch(/href="(?!https:)/)
    expect(draw(page, 'md')).toContain('- 4: Grow the plums\n')
  })

  test('says what was done and what it took', () => {
    const page = pageOf([sessionOf({})])
    const numbers = '2 turns · 7 tool calls · 1 subagent · 3 files changed · 4m 12s active · 1.2M tokens · $3.41'
    for (const format of ['html', 'md', 'txt'] as const)
      expect(draw(page, format).split(numbers).length, format).toBe(3)
    expect(JSON.parse(draw(page, 'json')).totals).toMatchObject({ sessions: 1, turns: 2, usage: { costUsd: 3.41 } })
  })

  test('names commits, pull requests, times and what is only a part', () => {
    const text = draw(pageOf([sessionOf({ range: { from: 4, to: 5 } })]), 'txt')
    expect(text).toContain('09:05–09:30 UTC · orchard · main · only turns 4–5')
    expect(text).toContain('commit 0123456789 Plant plums on main')
    expect(text).toContain('pull request acme/orchard#12 https://example.com/12')
    expect(text).toContain('5. (no text) (taken back)')
  })

  test('as JSON is what its schema says, with all fields and with few', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(exportSchema())
    const bare = sessionOf({ startedAt: undefined, endedAt: undefined, file: undefined, project: undefined })
    const priceless = { ...NUMBERS, usage: { ...USAGE, costUsd: null, somethingElse: 1 } }
    const page = { sessions: [sessionOf({ range: { from: 4, to: 5 } }), bare], totals: priceless }
    expect(validate(JSON.parse(draw(page, 'json'))), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...JSON.parse(draw(page, 'json')), more: 1 })).toBe(false)
  })

  test('has its schema in the docs; `npm run docs` writes it', () => {
    const published = new URL(`../../../${EXPORT_SCHEMA_FILE}`, import.meta.url)
    expect(readFileSync(published, 'utf8')).toBe(exportSchemaText())
  })

  test('allows no script and no style but its own', () => {
    const page = draw(pageOf([sessionOf({})]), 'html')
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
    expect(page).toContain(`default-src 'none'; style-src 'sha256-${sha256(style)}'`.replaceAll("'", '&#39;'))
    expect(page).not.toMatch(/<script|<link|<img|\son\w+=|style="/i)
  })

  test('shows hostile words as words', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) \x1b[31m\u202e'
    const session = sessionOf({
      title: evil,
      project: evil,
      branches: [evil],
      prompts: [{ turn: 1, text: evil, isRewound: true }],
      commits: [{ sha: evil, subject: evil, branch: evil }],
      pullRequests: [{ url: `javascript:alert(1)//${evil}`, number: undefined, repository: evil }],
    })
    const page = draw(pageOf([session]), 'html')
    expect(page).not.toMatch(/<script|<img|href="javascript/i)
    for (const format of ['html', 'md', 'txt'] as const)
      expect(draw(pageOf([session]), format)).not.toMatch(/[\x1b\u202e]/)
    marked.walkTokens(marked.lexer(draw(pageOf([session]), 'md')), token => {
      expect(token.type).not.toMatch(/^(html|image)$/)
      if (token.type === 'link') expect(token.href).toMatch(/^plums\.html/)
    })
  })
})

function draw(page: IndexPage, format: IndexFormat): string {
  return renderIndex(page, format, { formatCost: ({ costUsd }) => `$${costUsd}`, sha256 })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

const USAGE: IndexUsage = {
  requests: 3,
  inputTokens: 1,
  outputTokens: 2,
  cacheWriteTokens: 3,
  cacheReadTokens: 4,
  totalTokens: 1_200_000,
  costUsd: 3.41,
  unpricedTokens: 0,
  isLowerBound: false,
}

const NUMBERS = { activeMs: 252_000, turns: 2, toolCalls: 7, agents: 1, filesChanged: 3, usage: USAGE }

function pageOf(sessions: readonly IndexSession[]): IndexPage {
  return { sessions, totals: NUMBERS }
}

function sessionOf(more: Partial<IndexSession>): IndexSession {
  return {
    id: '3f2a',
    file: 'plums.html',
    title: 'Plums',
    project: 'orchard',
    branches: ['main'],
    startedAt: at('2026-03-01T09:05'),
    endedAt: at('2026-03-01T09:30'),
    range: undefined,
    ...NUMBERS,
    prompts: [
      { turn: 4, text: 'Grow the plums', isRewound: false },
      { turn: 5, text: '', isRewound: true },
    ],
    commits: [{ sha: '0123456789abcdef', subject: 'Plant plums', branch: 'main' }],
    pullRequests: [{ url: 'https://example.com/12', number: 12, repository: 'acme/orchard' }],
    ...more,
  }
}

function at(time: string): number {
  return Date.parse(`${time}:00Z`)
}
