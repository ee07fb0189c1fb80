import { sanitizeLine } from '../../text/sanitize.ts'
import { shortSha } from '../../text/short-sha.ts'
import { wrapText } from '../../text/wrap.ts'
import {
  dayTitle,
  groupByDay,
  headingOf,
  type IndexOptions,
  type IndexPage,
  type IndexSession,
  nameOfPullRequest,
  numbersOf,
  rangeOf,
  timesOf,
  titleOf,
} from './index-page.ts'

const WIDTH = 100

/** As plain text, at most 100 columns wide. */
export function indexText(page: IndexPage, options: IndexOptions): string {
  const lines = [headingOf(page), ...wrap(numbersOf(page.totals, options).join(' · '), 0)]
  for (const day of groupByDay(page.sessions)) {
    lines.push('', `── ${dayTitle(day)} ${'─'.repeat(Math.max(0, WIDTH - dayTitle(day).length - 4))}`)
    for (const session of day.sessions) lines.push('', ...sessionLines(session, options))
  }
  return `${lines.join('\n')}\n`
}

function sessionLines(session: IndexSession, options: IndexOptions): readonly string[] {
  const facts = [timesOf(session), session.project ?? '', session.branches.join(', '), rangeOf(session)]
  return [
    ...wrap(titleOf(session), 0),
    ...(session.file === undefined ? [] : [`  ${session.file}`]),
    ...wrap(facts.filter(fact => fact !== '').join(' · '), 2),
    ...wrap(numbersOf(session, options).join(' · '), 2),
    ...session.prompts.flatMap(({ turn, text, isRewound }) =>
      wrap(`${turn}. ${text === '' ? '(no text)' : text}${isRewound ? ' (taken back)' : ''}`, 4),
    ),
    ...session.commits.flatMap(({ sha, subject, branch }) =>
      wrap(`commit ${shortSha(sha, 10)} ${subject ?? ''}${branch === undefined ? '' : ` on ${branch}`}`, 4),
    ),
    ...session.pullRequests.flatMap(pull => wrap(`pull request ${nameOfPullRequest(pull)} ${pull.url}`, 4)),
  ]
}

function wrap(text: string, indent: number): readonly string[] {
  const line = sanitizeLine(text)
  return line === '' ? [] : wrapText(line, WIDTH - indent).map(part => `${' '.repeat(indent)}${part}`)
}
