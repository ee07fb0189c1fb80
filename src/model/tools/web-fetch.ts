import { asString } from '../../format/json.ts'
import { ownHead } from '../facts/own-head.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

const MAX_URL = 2000

export const webFetch = defineTool({
  names: ['WebFetch'],
  about: 'Reads a web page and answers a question about it.',
  seen: '1.0.71 and later; 40 recorded files',
  input: {
    url: ['string', 'The page.'],
    prompt: ['string', 'What to find out.'],
    offset: ['number', 'Where to go on in a long page. Since 2.1.327, schema only.'],
  },
  result: {
    bytes: ['number', 'Size of the page.'],
    code: ['number', 'HTTP status.'],
    codeText: ['string', 'HTTP status in words.'],
    result: ['string', 'The answer.'],
    durationMs: ['number', 'Time it took.'],
    url: ['string', 'The page.'],
  },
  headline: input => oneLine(input.url),
  onUse({ call, input, facts }) {
    const url = asString(input.url)
    if (url && call.use) facts.urls.push({ url: ownHead(url, MAX_URL), source: 'fetch', entry: call.use, call })
  },
})
