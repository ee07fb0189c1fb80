import { type Html, html } from './safe-html.ts'

export interface Code {
  readonly text: string
  /** For the highlighter; checked by `language.ts`. */
  readonly lang?: string | undefined
  /** Number of the first line; undefined: lines are not numbered. */
  readonly firstLine?: number | undefined
  /** Lines wrap instead of running out of view. */
  readonly wraps?: boolean
}

/** Lines that keep their breaks. Numbers stand in a column of their own, so that they are not copied with the code. */
export function codeBlock({ text, lang, firstLine, wraps }: Code): Html {
  const code = lang === undefined ? html`<code>${text}</code>` : html`<code data-lang="${lang}">${text}</code>`
  if (firstLine === undefined) {
    return wraps ? html`<pre class="code wraps">${code}</pre>` : html`<pre class="code" tabindex="0">${code}</pre>`
  }
  const numbers = lineNumbers(text, firstLine)
  return html`<div class="code numbered" tabindex="0"><pre class="gutter" aria-hidden="true">${numbers}</pre><pre>${code}</pre></div>`
}

function lineNumbers(text: string, first: number): string {
  const numbers: number[] = []
  const count = countLines(text)
  for (let at = 0; at < count; at++) numbers.push(first + at)
  return numbers.join('\n')
}

/** As a browser breaks them after control characters were made visible; a break at the very end begins no line. */
function countLines(text: string): number {
  let count = 1
  for (const { index } of text.matchAll(/[\n\u2028\u2029]/g)) if (index < text.length - 1) count++
  return count
}
