import { shortSha } from '../../text/short-sha.ts'
import { pageHead } from '../html/page-head.ts'
import { type Html, html, joinHtml, markupOf } from '../html/safe-html.ts'
import { externalLink } from '../html/safe-url.ts'
import {
  dayTitle,
  groupByDay,
  headingOf,
  type IndexOptions,
  type IndexPage,
  type IndexPrompt,
  type IndexSession,
  nameOfPullRequest,
  numbersOf,
  rangeOf,
  timesOf,
  titleOf,
} from './index-page.ts'
import { INDEX_STYLE } from './index-style.ts'

/** A page without any script; the policy allows its own style and nothing else. */
export function indexHtml(page: IndexPage, options: IndexOptions): string {
  const policy = `default-src 'none'; style-src 'sha256-${options.sha256(INDEX_STYLE)}'; base-uri 'none'; form-action 'none'`
  const body = html`</head>
<body>
<main>
<h1>${headingOf(page)}</h1>
<p class="numbers">${numbersOf(page.totals, options).join(' · ')}</p>
${groupByDay(page.sessions).map(
  day => html`<section>
<h2>${dayTitle(day)}</h2>
${day.sessions.map(session => sessionHtml(session, options))}</section>
`,
)}</main>
</body>
</html>
`
  return `${markupOf(pageHead(policy, headingOf(page)))}<style>${INDEX_STYLE}</style>\n${markupOf(body)}`
}

function sessionHtml(session: IndexSession, options: IndexOptions): Html {
  const facts = [timesOf(session), session.project ?? '', session.branches.join(', '), rangeOf(session)]
  return html`<article>
<h3>${linkTo(session, undefined, html`${titleOf(session)}`)}</h3>
<p class="facts">${facts.filter(fact => fact !== '').join(' · ')}</p>
<p class="numbers">${numbersOf(session, options).join(' · ')}</p>
${promptsHtml(session)}${commitsHtml(session)}${pullRequestsHtml(session)}</article>
`
}

function promptsHtml(session: IndexSession): Html {
  if (session.prompts.length === 0) return html``
  const items = session.prompts.map(
    prompt => html`<li value="${prompt.turn}">${promptHtml(session, prompt)}</li>
`,
  )
  return html`<ol class="prompts">
${joinHtml(items)}</ol>
`
}

function promptHtml(session: IndexSession, prompt: IndexPrompt): Html {
  const words = html`${prompt.text === '' ? '(no text)' : prompt.text}`
  const link = linkTo(session, prompt.turn, words)
  return prompt.isRewound ? html`<s>${link}</s> <small>taken back</small>` : link
}

function commitsHtml({ commits }: IndexSession): Html {
  if (commits.length === 0) return html``
  return html`<h4>Commits</h4>
<ul>
${commits.map(
  ({
    sha,
    subject,
    branch,
  }) => html`<li><code>${shortSha(sha, SHORT_SHA)}</code> ${subject ?? ''}${branch && html` <small>on ${branch}</small>`}</li>
`,
)}</ul>
`
}

const SHORT_SHA = 10

function pullRequestsHtml({ pullRequests }: IndexSession): Html {
  if (pullRequests.length === 0) return html``
  return html`<h4>Pull requests</h4>
<ul>
${pullRequests.map(
  pull => html`<li>${externalLink(pull.url, html`${nameOfPullRequest(pull)}`)}</li>
`,
)}</ul>
`
}

/** The name of a file is ours: letters, digits and `-`, in any script. */
function linkTo({ file }: IndexSession, turn: number | undefined, words: Html): Html {
  if (file === undefined) return words
  const place = turn === undefined ? '' : `#turns=${turn}`
  return html`<a href="${encodeURIComponent(file)}${place}">${words}</a>`
}
