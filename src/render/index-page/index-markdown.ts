import { shortSha } from '../../text/short-sha.ts'
import { codeSpan, heading, plain } from '../markdown/plain.ts'
import { encodeAddress, isSafeAddress } from '../markdown/safe-link.ts'
import {
  dayTitle,
  groupByDay,
  headingOf,
  type IndexOptions,
  type IndexPage,
  type IndexPrompt,
  type IndexPullRequest,
  type IndexSession,
  nameOfPullRequest,
  numbersOf,
  rangeOf,
  timesOf,
  titleOf,
} from './index-page.ts'

export function indexMarkdown(page: IndexPage, options: IndexOptions): string {
  const blocks = [heading(1, headingOf(page)), numbersOf(page.totals, options).join(' · ')]
  for (const day of groupByDay(page.sessions)) {
    blocks.push(heading(2, dayTitle(day)), ...day.sessions.flatMap(session => sessionBlocks(session, options)))
  }
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

function sessionBlocks(session: IndexSession, options: IndexOptions): readonly string[] {
  const facts = [timesOf(session), plain(session.project ?? ''), ...session.branches.map(codeSpan), rangeOf(session)]
  return [
    heading(3, linkTo(session, undefined, plain(titleOf(session)))),
    [facts.filter(fact => fact !== '').join(' · '), numbersOf(session, options).join(' · ')].join('  \n'),
    session.prompts.map(prompt => promptItem(session, prompt)).join('\n'),
    listOf(
      'Commits',
      session.commits.map(({ sha, subject, branch }) => commitItem(sha, subject, branch)),
    ),
    listOf('Pull requests', session.pullRequests.map(pullRequestItem)),
  ]
}

/** Readers number a list anew after a gap, so that the number is a word here. */
function promptItem(session: IndexSession, { turn, text, isRewound }: IndexPrompt): string {
  const words = linkTo(session, turn, `${turn}`)
  return `- ${words}: ${text === '' ? '(no text)' : plain(text)}${isRewound ? ' (taken back)' : ''}`
}

function commitItem(sha: string, subject: string | undefined, branch: string | undefined): string {
  const on = branch === undefined ? '' : ` on ${codeSpan(branch)}`
  return `- ${codeSpan(shortSha(sha, SHORT_SHA))} ${plain(subject ?? '')}${on}`.trimEnd()
}

const SHORT_SHA = 10

function pullRequestItem(pull: IndexPullRequest): string {
  const name = plain(nameOfPullRequest(pull))
  return isSafeAddress(pull.url) ? `- [${name}](${encodeAddress(pull.url)})` : `- ${name}`
}

function listOf(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}:\n\n${items.join('\n')}`
}

/** The name of a file is ours: letters, digits and `-`, in any script. */
function linkTo({ file }: IndexSession, turn: number | undefined, words: string): string {
  if (file === undefined) return words
  return `[${words}](${encodeURIComponent(file)}${turn === undefined ? '' : `#turn-${turn}`})`
}
