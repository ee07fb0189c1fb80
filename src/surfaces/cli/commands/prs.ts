import {
  type FoundPullRequest,
  findPullRequests,
  type PullRequestSession,
} from '../../../query/lookups/find-pull-requests.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { shortSha } from '../../../text/short-sha.ts'
import { shownTitle } from '../../../text/shown-title.ts'
import { cutToWidth } from '../../../text/width.ts'
import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { type Detail, formatPlaceTable, promptDetail } from '../place-table.ts'
import { runLookup } from '../run-lookup.ts'

/** Pull requests, each with the sessions behind it. */
export function run(app: App, request: CommandRequest): Promise<Outcome> {
  return runLookup(app, request, {
    arg: 'pr',
    noun: 'pull request',
    ask: findPullRequests,
    format: (_app, { pullRequests }) =>
      pullRequests.flatMap((found, at) => [...(at > 0 ? [''] : []), ...formatPullRequest(app, found)]),
  })
}

function formatPullRequest(app: App, { number, repository, url, sessions }: FoundPullRequest): string[] {
  const { colors } = app
  const name = number === undefined ? '' : sanitizeLine(`${repository ?? ''}#${number}`)
  const address = cutToWidth(sanitizeLine(url), Math.max(20, app.columns - name.length - 2))
  return [
    name === '' ? colors.bold(address) : `${colors.bold(name)}  ${colors.dim(address)}`,
    ...formatPlaceTable(app, {
      title: 'SESSION',
      words: [],
      columns: [{ title: 'BRANCH', isFlexible: true, minWidth: 8, maxWidth: 24, dropOrder: 1, style: colors.green }],
      rows: sessions.map(session => ({
        place: session,
        text: shownTitle(session.title),
        cells: [session.branch ?? ''],
        details: [...formatPrompt(session), ...formatCommits(session)],
      })),
    }).slice(TITLES),
  ]
}

/** Column titles over every pull request would be most of the page. */
const TITLES = 1

/** Many a title is the first prompt. */
function formatPrompt(session: PullRequestSession): readonly Detail[] {
  return session.prompt === session.title ? [] : [promptDetail(session)]
}

const MAX_COMMITS = 5

function formatCommits({ commits }: PullRequestSession): readonly Detail[] {
  const more = commits.length - MAX_COMMITS
  return [
    ...commits.slice(0, MAX_COMMITS).map(({ sha, subject }) => ({ text: `${shortSha(sha, 10)} ${subject ?? ''}` })),
    ...(more > 0 ? [{ text: `and ${formatNumberOf(more, 'more commit')}` }] : []),
  ]
}
