/** How somebody names a pull request: by number, with its repository, or by its address. */
export interface PullRequestName {
  readonly number: number
  /** `owner/name` in lower case; undefined where only the number was given. */
  readonly repository: string | undefined
}

/** `12`, `#12`, `PR 12`, `!12`, `owner/name#12`, or an address with anything behind it; undefined for other text. */
export function parsePullRequestName(text: string): PullRequestName | undefined {
  const trimmed = text.trim()
  const plain = /^(?:pr\s*)?(?:(?!pr\s*[#!])([\w.-]+(?:\/[\w.-]+)*)(?=[#!]))?[#!]?(\d{1,9})$/i.exec(trimmed)
  const address =
    /^(?:https?:\/\/)?[^/\s]+\/(\S+?)\/(?:-\/)?(?:pull|pulls|pull-requests|merge_requests)\/(\d{1,9})(?!\d)/i
  const [, repository, number] = plain ?? address.exec(trimmed) ?? []
  if (number === undefined) return undefined
  return { number: Number(number), repository: repository?.toLowerCase() }
}

/** What makes two mentions one pull request. */
export function pullRequestKey(found: { url: string; number: number | null; repository: string | null }): string {
  const named = parsePullRequestName(found.url)
  const number = found.number ?? named?.number
  const repository = found.repository?.toLowerCase() ?? named?.repository
  return number === undefined || repository === undefined ? found.url : `${repository}#${number}`
}
