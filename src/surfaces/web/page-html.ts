import { type Html, html, markupOf, NOTHING } from '../../render/html/safe-html.ts'
import type { AppManifest } from './page-assets.ts'
import type { ViewName } from './page-routes.ts'

/** Where the built files of the page are. */
export const ASSET_BASE = '/assets'

/** The same for every address of a view, whose script is asked for at once: the page itself looks at where it is. */
export function pageHtml({ script, style, preload, views }: AppManifest, view: ViewName): string {
  const early = [...preload, ...(views[view] ?? [])]
  const head = html`<link rel="stylesheet" href="${ASSET_BASE}/${style}">
${early.map(name => html`<link rel="modulepreload" href="${ASSET_BASE}/${name}">\n`)}<script type="module" src="${ASSET_BASE}/${script}"></script>
`
  const body = html`<div id="app"></div>
<noscript><p>This page needs JavaScript. The command line shows the same: <code>backscroll --help</code>.</p></noscript>`
  return document('backscroll', head, body)
}

/** Says nothing of what was asked for: no text of a request ever stands in a page. */
export function missingPageHtml(): string {
  const body = html`<main><h1>Nothing is at this address</h1>
<p><a href="/">Open the overview</a></p></main>`
  return document('Nothing here - backscroll', NOTHING, body)
}

function document(title: string, head: Html, body: Html): string {
  return markupOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}</head>
<body>
${body}
</body>
</html>
`)
}
