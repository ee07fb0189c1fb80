import { asNumber, asString } from '../../format/json.ts'
import { addPullRequest } from './add-pull-request.ts'
import type { Extractor } from './extractor.ts'
import { ownHead } from './own-head.ts'

export const prLinks: Extractor = {
  name: 'pull request links',
  kinds: ['pr-link'],
  extract({ entry, json, facts }) {
    const url = asString(json.prUrl)
    if (!url) return
    addPullRequest(facts, {
      url: ownHead(url, 2000),
      number: asNumber(json.prNumber),
      repository: asString(json.prRepository),
      entry,
      knownBy: 'pr-link',
    })
  },
}
