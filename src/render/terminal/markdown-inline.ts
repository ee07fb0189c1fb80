import type { Token, Tokens } from 'marked'
import { decodeEntities } from '../../text/entities.ts'
import { type Line, type Span, span } from './line.ts'
import type { Tone } from './style.ts'

/** Text with its emphasis, one line for each line break in it. */
export function inlineLines(tokens: readonly Token[], tone: Tone = 'plain'): Line[] {
  const lines: Span[][] = [[]]
  for (const run of inlineRuns(tokens, tone)) {
    run.text.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push(span(text, run.tone))
    })
  }
  return lines
}

interface Run {
  readonly text: string
  readonly tone: Tone
}

function* inlineRuns(tokens: readonly Token[], tone: Tone): Iterable<Run> {
  for (const token of tokens) {
    const draw = INLINES.get(token.type)
    if (draw) yield* draw(token, tone)
    else if ('tokens' in token && token.tokens) yield* inlineRuns(token.tokens, tone)
    else yield { text: decodeEntities('text' in token ? String(token.text) : token.raw), tone }
  }
}

type Inline = (token: Token, tone: Tone) => Iterable<Run>

const INLINES: ReadonlyMap<string, Inline> = new Map<string, Inline>([
  ['strong', (token, tone) => inlineRuns((token as Tokens.Strong).tokens, tone === 'heading' ? tone : 'bold')],
  ['em', (token, tone) => inlineRuns((token as Tokens.Em).tokens, tone === 'plain' ? 'italic' : tone)],
  ['codespan', token => [{ text: `\`${(token as Tokens.Codespan).text}\``, tone: 'accent' }]],
  ['del', (token, tone) => strike(token as Tokens.Del, tone)],
  ['escape', (token, tone) => [{ text: (token as Tokens.Escape).text, tone }]],
  ['br', () => [{ text: '\n', tone: 'plain' }]],
  ['link', (token, tone) => link(token as Tokens.Link, tone)],
  ['image', (token, tone) => image(token as Tokens.Image, tone)],
  ['html', (token, tone) => [{ text: token.raw, tone }]],
  ['checkbox', () => []],
])

/** The address stands behind the words, unless it is the words. */
function* link(token: Tokens.Link, tone: Tone): Iterable<Run> {
  yield* inlineRuns(token.tokens, tone)
  if (token.href === token.text || token.href === `mailto:${token.text}`) return
  yield address(token)
}

/** The marks stay: without colour nothing else would tell. */
function* strike(token: Tokens.Del, tone: Tone): Iterable<Run> {
  yield { text: '~~', tone: 'dim' }
  yield* inlineRuns(token.tokens, tone)
  yield { text: '~~', tone: 'dim' }
}

function address(token: Tokens.Link | Tokens.Image): Run {
  const title = token.title ? ` "${decodeEntities(token.title)}"` : ''
  return { text: ` (${decodeEntities(token.href)}${title})`, tone: 'dim' }
}

function* image(token: Tokens.Image, tone: Tone): Iterable<Run> {
  yield { text: `[image: ${decodeEntities(token.text)}]`, tone }
  yield address(token)
}
