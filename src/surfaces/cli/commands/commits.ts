import { type FoundCommit, findCommits } from '../../../query/lookups/find-commits.ts'
import { shortSha } from '../../../text/short-sha.ts'
import type { App, Outcome } from '../app.ts'
import type { CommandRequest } from '../define-command.ts'
import { formatPlaceTable, promptDetail } from '../place-table.ts'
import { runLookup } from '../run-lookup.ts'

/** Commits that sessions made, newest first. */
export function run(app: App, request: CommandRequest): Promise<Outcome> {
  return runLookup(app, request, {
    arg: 'commit',
    noun: 'commit',
    ask: findCommits,
    format: (_app, { commits, matchedBy }, words) =>
      formatPlaceTable(app, {
        title: 'COMMIT',
        words: matchedBy === 'sha' ? [] : words,
        columns: [
          { title: 'BRANCH', isFlexible: true, minWidth: 8, maxWidth: 24, dropOrder: 1, style: app.colors.green },
        ],
        rows: commits.map(found => ({
          place: found,
          text: `${shortSha(found.sha, SHA_CHARS)} ${found.subject ?? ''}`,
          cells: [found.branch ?? ''],
          details: [promptDetail(found), { text: formatPullRequests(found) }],
        })),
      }),
  })
}

const SHA_CHARS = 10

function formatPullRequests({ pullRequests }: FoundCommit): string {
  return pullRequests.map(({ url }) => url).join(' ')
}
