import { type Html, html } from './safe-html.ts'

/** How every page of ours begins, up to its style. The policy comes first: nothing may run that it does not name. */
export function pageHead(policy: string, title: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="backscroll">
<title>${title}</title>
`
}
