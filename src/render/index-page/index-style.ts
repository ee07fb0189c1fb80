/** Of the page in HTML. Light and dark come from the system. */
export const INDEX_STYLE = `
:root { color-scheme: light dark; --bg: #ffffff; --fg: #1a1a1a; --muted: #5c5c5c; --line: #d9d9d9; --accent: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --bg: #161616; --fg: #ececec; --muted: #a6a6a6; --line: #3a3a3a; --accent: #8ab4f8; } }
body { margin: 0; background: var(--bg); color: var(--fg); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; line-height: 1.3; margin: 1.5rem 0 .25rem; overflow-wrap: anywhere; }
h4 { font-size: .9rem; margin: .75rem 0 .25rem; }
p { margin: 0; }
.facts, .numbers, small { color: var(--muted); font-size: .9rem; overflow-wrap: anywhere; }
.numbers { font-variant-numeric: tabular-nums; }
ol, ul { margin: .5rem 0 0; padding-left: 2.5rem; }
li { overflow-wrap: anywhere; }
li::marker { color: var(--muted); font-variant-numeric: tabular-nums; }
ul { list-style: none; padding-left: 0; }
a { color: var(--accent); text-underline-offset: .15em; }
code { font: .9em ui-monospace, monospace; }
@media print { main { max-width: none; padding: 0; } a { color: inherit; } article { break-inside: avoid; } }
`
