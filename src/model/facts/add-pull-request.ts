import { factIndex } from './fact-index.ts'
import type { Facts, PullRequest } from './facts.ts'

/** The client writes the same link after every push: one record per address, the first mention. */
export function addPullRequest(facts: Facts, pullRequest: PullRequest): void {
  const { pullRequestUrls } = factIndex(facts)
  if (pullRequestUrls.has(pullRequest.url)) return
  pullRequestUrls.add(pullRequest.url)
  facts.pullRequests.push(pullRequest)
}
