import { titleWords } from '../cut-words.ts'
import { pageHead } from '../page-head.ts'
import { markupOf } from '../safe-html.ts'
import type { HtmlDocumentOptions } from './render-html-document.ts'

/** Everything before the data. */
export function documentHead({
  title,
  assets,
  tools,
}: Pick<HtmlDocumentOptions, 'title' | 'assets' | 'tools'>): string {
  const policy = contentPolicy(tools.sha256(requireInline(assets.script)), tools.sha256(requireInline(assets.style)))
  return `${markupOf(pageHead(policy, titleWords(title)))}<style>${assets.style}</style>
</head>
<body>
<noscript><p class="scripts-off">Scripts are off: this page shows prompts and final answers.</p></noscript>
`
}

export function contentPolicy(scriptHash: string, styleHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}'`,
    `style-src 'sha256-${styleHash}'`,
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** Our own build made it: one that would end its element early, or not end it, is a bug. */
function requireInline(text: string): string {
  if (/<\/?script|<\/style|<!--/i.test(text)) throw new Error('The page was built in a way that cannot stand inline')
  return text
}
