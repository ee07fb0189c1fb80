import { asObject, asString, type JsonObject } from '../../format/json.ts'
import type { Commit } from '../facts/facts.ts'
import { findUrls } from '../facts/find-urls.ts'
import { ownHead } from '../facts/own-head.ts'

const MAX_SUBJECT = 200
const MAX_HEADER = 300

/** Whether a command line may make a commit. Two plain tests, so that a long line costs no more than its length. */
export function mayCommit(command: string): boolean {
  return /\bgit\b/.test(command) && /\b(?:commit|merge|cherry-pick|rebase|revert|am|pull)\b/.test(command)
}

export function mayOpenPullRequest(command: string): boolean {
  return /\bgh\s+pr\s+create\b/.test(command)
}

/** What is told of a commit where it was made. */
export type CommitText = Pick<Commit, 'sha' | 'subject' | 'branch'>

/** Lines that git prints for a new commit: `[main abc1234] Subject`, with `(root-commit)` or `detached HEAD` inside. */
export function findCommits(output: string): readonly CommitText[] {
  const commits: CommitText[] = []
  for (let at = output.startsWith('[') ? 0 : nextLine(output, 0); at >= 0; at = nextLine(output, at)) {
    const close = output.slice(at, at + MAX_HEADER).indexOf('] ')
    if (close < 0) continue
    const commit = parseHeader(output.slice(at + 1, at + close))
    if (!commit) continue
    const rest = output.slice(at + close + 2, at + close + 2 + MAX_HEADER)
    commits.push({ ...commit, subject: ownHead((rest.split('\n', 1)[0] ?? '').trim(), MAX_SUBJECT) })
  }
  return commits
}

/** The start of the next line that begins with a bracket. */
function nextLine(output: string, from: number): number {
  const newline = output.indexOf('\n[', from)
  return newline < 0 ? -1 : newline + 1
}

function parseHeader(header: string): CommitText | undefined {
  const space = header.lastIndexOf(' ')
  const sha = header.slice(space + 1)
  if (space < 1 || !/^[0-9a-f]{4,64}$/.test(sha)) return undefined
  const place = header.slice(0, space).replace(' (root-commit)', '').trim()
  const branch = place === 'detached HEAD' ? undefined : ownHead(place, MAX_SUBJECT)
  return { sha: ownHead(sha, 64), subject: undefined, branch }
}

/** `gitOperation.commit` of a structured result (since 2.1.181). */
export function readGitOperation(result: JsonObject): CommitText | undefined {
  const commit = asObject(asObject(result.gitOperation)?.commit)
  const sha = asString(commit?.sha)
  if (!sha) return undefined
  return { sha: ownHead(sha, 64), subject: undefined, branch: asString(commit?.branch) }
}

export interface PullRequestText {
  readonly url: string
  readonly number: number
  readonly repository: string
}

/** An address `https://host/owner/name/pull/N` in a text; the last one is what `gh pr create` prints. */
export function findPullRequest(output: string): PullRequestText | undefined {
  for (const url of [...findUrls(output)].reverse()) {
    const match = /^https?:\/\/[^/]+\/([^/?#]+\/[^/?#]+)\/pull\/(\d{1,9})(?:[/?#]|$)/.exec(url)
    if (match) return { url, number: Number(match[2]), repository: match[1] as string }
  }
  return undefined
}
