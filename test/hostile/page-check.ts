import type { Page } from 'playwright-core'
import { TRACE } from './payloads.ts'

/** Elements that we write. Anything else came out of a transcript. */
const ELEMENTS = new Set(
  (
    'html head meta title style script noscript body main header footer nav section article aside div span p a b i em strong ' +
    'code pre kbd samp s del ins mark small sub sup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr th td caption ' +
    'colgroup col blockquote hr br details summary figure figcaption img button input label select option output form ' +
    'fieldset legend dialog time abbr template search svg path g rect circle line use'
  ).split(' '),
)
const ATTRIBUTES =
  /^(?:class|id|href|rel|target|lang|dir|title|type|name|value|placeholder|for|role|tabindex|hidden|open|disabled|checked|selected|start|colspan|rowspan|scope|align|alt|src|width|height|loading|decoding|download|datetime|charset|content|http-equiv|media|spellcheck|autocomplete|autocapitalize|enterkeyhint|inert|reversed|viewBox|d|fill|stroke|stroke-[a-z]+|xmlns|style|cx|cy|r|x|y|x1|y1|x2|y2|points|aria-[a-z]+|data-[a-z-]+)$/
/** In what is drawn of a transcript: no names that a script or a style could find, and no styles. */
const NOT_IN_ROWS = /^(?:id|name|style|for|content|http-equiv|charset|media|form|action)$/
const SAFE_SOURCE = /^(?:blob:|data:image\/(?:png|jpeg|gif|webp);base64,)/i
const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'blob:'])

/** What a document is made of, each thing once. */
interface Facts {
  readonly names: readonly string[]
  /** Element, attribute, a value of it, and whether it is drawn of a transcript. */
  readonly attributes: readonly (readonly [element: string, name: string, value: string, isInRow: boolean])[]
  readonly links: readonly string[]
  readonly sources: readonly string[]
}

/** What of a document is none of ours: elements, attributes, links. */
export async function listForeign(page: Page): Promise<readonly string[]> {
  const facts = (await page.evaluate(COLLECT)) as Facts
  return [
    ...facts.names.filter(name => !ELEMENTS.has(name)).map(name => `<${name}>`),
    ...facts.attributes
      .filter(([, name, , isInRow]) => !ATTRIBUTES.test(name) || (isInRow && NOT_IN_ROWS.test(name)))
      .map(([element, name, value]) => `<${element} ${name}="${value}">`),
    ...facts.links.filter(href => !isSafeLink(href)).map(href => `href ${href.slice(0, 60)}`),
    ...facts.sources.filter(source => !SAFE_SOURCE.test(source)).map(source => `src ${source.slice(0, 60)}`),
  ]
}

/** A text, because these tests are not compiled for a browser. */
const COLLECT = `(() => {
  const names = new Set()
  const attributes = new Map()
  const links = new Set()
  const sources = new Set()
  for (const element of document.querySelectorAll('*')) {
    names.add(element.localName)
    if (element.attributes.length === 0) continue
    const isInRow = element.closest('.row:not(.plain-row)') !== null
    for (const { name, value } of element.attributes) {
      const key = element.localName + ' ' + name + ' ' + isInRow
      if (!attributes.has(key)) attributes.set(key, [element.localName, name, value.slice(0, 40), isInRow])
      if (name === 'href') links.add(value)
      if (name === 'src') sources.add(value)
    }
  }
  return { names: [...names], attributes: [...attributes.values()], links: [...links], sources: [...sources] }
})()`

/** As a browser reads it: tabs, line breaks and case hide nothing. A relative link stays where the page is. */
function isSafeLink(href: string): boolean {
  if (/^data:(?:image\/(?:png|jpeg|gif|webp)|application\/pdf);base64,/.test(href)) return true
  return (
    URL.canParse(href, 'https://page.invalid/') && SAFE_PROTOCOLS.has(new URL(href, 'https://page.invalid/').protocol)
  )
}

/** Whether a payload ran. */
export async function hasRun(page: Page): Promise<boolean> {
  return (await page.evaluate(trace => trace in globalThis, TRACE)) || (await page.title()) === 'ran'
}
