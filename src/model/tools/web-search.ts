import { asObject, asObjects, type JsonValue } from '../../format/json.ts'
import { findUrls } from '../facts/find-urls.ts'
import { ownHead } from '../facts/own-head.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

const MAX_URL = 2000

export const webSearch = defineTool({
  names: ['WebSearch'],
  about: 'Searches the web.',
  seen: '1.0.71 and later; 47 recorded files',
  input: {
    query: ['string', 'What to look for.'],
    allowed_domains: ['array', 'Only these sites.'],
    blocked_domains: ['array', 'Not these sites.'],
  },
  result: {
    query: ['string', 'As in the input.'],
    results: ['array', 'Mixed: objects `{tool_use_id, content: [{title, url}]}` and plain texts.'],
    durationSeconds: ['number', 'Time it took.'],
    searchCount: ['number', 'Searches made. Code only.'],
  },
  headline: input => oneLine(input.query),
  onResult({ call, structured, text, facts }) {
    if (call.status !== 'ok' || !call.result) return
    const result = asObject(structured)
    for (const url of result ? foundUrls(result.results) : linkedUrls(text)) {
      facts.urls.push({ url, source: 'search', entry: call.result, call })
    }
  },
})

function foundUrls(results: JsonValue | undefined): ReadonlySet<string> {
  const urls = new Set<string>()
  for (const result of asObjects(results)) {
    for (const { url } of asObjects(result.content)) if (typeof url === 'string') urls.add(ownHead(url, MAX_URL))
  }
  return urls
}

/** The text form lists what was found on one line `Links: [{"title":…,"url":…}]` per search. */
function linkedUrls(text: string): ReadonlySet<string> {
  const urls = new Set<string>()
  for (const line of text.split('\n')) {
    if (line.startsWith('Links: [')) for (const url of findUrls(line)) urls.add(url)
  }
  return urls
}
