import hljs from 'highlight.js/lib/core'
import { findLanguage, LANGUAGES, type Language } from './languages.ts'

const MAX_CHARS = 50_000

/** Part of what highlight.js keeps of a code: texts, and parts with a name. */
interface TokenNode {
  readonly scope?: string
  readonly children: readonly (TokenNode | string)[]
}

/** Colours the code blocks below an element while the document has room for more elements. */
export function highlightCode(root: ParentNode, room: () => number): void {
  for (const code of root.querySelectorAll<HTMLElement>('code[data-lang]')) {
    const language = findLanguage(code.dataset.lang ?? '')
    code.removeAttribute('data-lang')
    const text = code.textContent ?? ''
    if (!language || text.length > MAX_CHARS || code.children.length > 0) continue
    setUp(language)
    const tokens = hljs.highlight(text, { language, ignoreIllegals: true })._emitter as unknown as { root: TokenNode }
    if (countTokens(tokens.root) < room()) code.replaceChildren(...tokens.root.children.map(toNode))
  }
}

/** A language is set up when its first code is shown. */
function setUp(language: Language): void {
  if (!hljs.getLanguage(language)) hljs.registerLanguage(language, LANGUAGES[language])
}

function countTokens(node: TokenNode | string): number {
  return typeof node === 'string' ? 0 : node.children.reduce((sum, child) => sum + countTokens(child), 1)
}

/** Elements from tokens, not from markup: the code's text stays text. */
function toNode(node: TokenNode | string): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const span = document.createElement('span')
  if (node.scope !== undefined) span.className = scopeClass(node.scope)
  span.append(...node.children.map(toNode))
  return span
}

function scopeClass(scope: string): string {
  if (scope.startsWith('language:')) return scope.replace('language:', 'language-')
  const [first = '', ...rest] = scope.split('.')
  return [`hljs-${first}`, ...rest.map((part, at) => `${part}${'_'.repeat(at + 1)}`)].join(' ')
}
