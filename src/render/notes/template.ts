import { suggest } from '../../text/suggest.ts'
import { UserError } from '../../user-error.ts'

/** What a template is filled with: finished Markdown, or parts that repeat, each with values of its own. */
export interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[]
}

/** Names that a template may use, with those inside the parts that repeat. */
export interface TemplateNames {
  readonly [name: string]: true | TemplateNames
}

export interface Template {
  fill(values: TemplateValues): string
}

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'part'; readonly name: string; readonly isWithout: boolean; readonly nodes: readonly Node[] }

/**
 * `{{name}}` is the value. What stands between `{{#name}}` and `{{/name}}` is written where there is one, once for each
 * item of a list; between `{{^name}}` and `{{/name}}` where there is none. A line with nothing but such a mark is no line
 * of the result. Throws a `UserError` that names the line.
 */
export function parseTemplate(text: string, names: TemplateNames, file: string): Template {
  const reader = { tokens: tokensOf(text), at: 0, file }
  const nodes = readNodes(reader, [names], undefined)
  return { fill: values => fillNodes(nodes, [values]).trim() }
}

interface Token {
  readonly text: string
  /** `#`, `^`, `/`, empty for a value; undefined for plain text. */
  readonly mark: string | undefined
  readonly name: string
  readonly line: number
}

interface Reader {
  readonly tokens: readonly Token[]
  at: number
  readonly file: string
}

/** A mark of a part that has its line for itself takes the line with it. */
const MARK = /^[ \t]*\{\{([#^/])\s*([^{}]*?)\s*\}\}[ \t]*\n|\{\{([#^/]?)\s*([^{}]*?)\s*\}\}/gm

function tokensOf(text: string): readonly Token[] {
  const clean = `${text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd()}\n`
  const tokens: Token[] = []
  let at = 0
  let line = 1
  const push = (piece: string, mark: string | undefined, name: string): void => {
    if (piece !== '') tokens.push({ text: piece, mark, name, line })
    line += piece.split('\n').length - 1
  }
  for (const found of clean.matchAll(MARK)) {
    push(clean.slice(at, found.index), undefined, '')
    push(found[0], found[1] ?? found[3] ?? '', found[2] ?? found[4] ?? '')
    at = found.index + found[0].length
  }
  push(clean.slice(at), undefined, '')
  return tokens
}

function readNodes(reader: Reader, scopes: readonly TemplateNames[], open: Token | undefined): readonly Node[] {
  const nodes: Node[] = []
  for (;;) {
    const token = reader.tokens[reader.at++]
    if (!token) {
      if (open) throw refuse(reader, open, `{{${open.mark}${open.name}}} is not closed`)
      return nodes
    }
    if (token.mark === undefined) nodes.push({ kind: 'text', text: token.text })
    else if (token.mark === '/') {
      if (open?.name === token.name) return nodes
      throw refuse(reader, token, `{{/${token.name}}} closes nothing`)
    } else {
      const inner = requireName(reader, token, scopes)
      if (token.mark === '') nodes.push({ kind: 'value', name: token.name })
      else {
        const within = inner === true || token.mark === '^' ? scopes : [...scopes, inner]
        const isWithout = token.mark === '^'
        nodes.push({ kind: 'part', name: token.name, isWithout, nodes: readNodes(reader, within, token) })
      }
    }
  }
}

function requireName(reader: Reader, token: Token, scopes: readonly TemplateNames[]): true | TemplateNames {
  const found = scopes.findLast(scope => Object.hasOwn(scope, token.name))?.[token.name]
  if (found === undefined) throw refuse(reader, token, `{{${token.name}}} is unknown`, scopes.flatMap(Object.keys))
  if (found === true || token.mark !== '') return found
  throw refuse(reader, token, `{{${token.name}}} is a list: write {{#${token.name}}} … {{/${token.name}}}`)
}

function refuse({ file }: Reader, { line, name }: Token, what: string, names: readonly string[] = []): UserError {
  const near = suggest(name, names)
  const known = names.length === 0 ? 'Look at docs/notes.md.' : `What may stand there: ${names.join(', ')}.`
  return new UserError({
    code: 'bad-template',
    message: `${file}, line ${line}: ${what.slice(0, 200)}`,
    hint: near === undefined ? known : `Did you mean {{${near}}}?`,
  })
}

function fillNodes(nodes: readonly Node[], scopes: readonly TemplateValues[]): string {
  return nodes.map(node => fillNode(node, scopes)).join('')
}

function fillNode(node: Node, scopes: readonly TemplateValues[]): string {
  if (node.kind === 'text') return node.text
  const value = scopes.findLast(scope => Object.hasOwn(scope, node.name))?.[node.name] ?? ''
  if (node.kind === 'value') return typeof value === 'string' ? value : ''
  if (node.isWithout) return value.length === 0 ? fillNodes(node.nodes, scopes) : ''
  if (typeof value === 'string') return value === '' ? '' : fillNodes(node.nodes, scopes)
  return value.map(item => fillNodes(node.nodes, [...scopes, item])).join('')
}
