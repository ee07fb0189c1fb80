import type { Extractor } from './extractor.ts'
import { findUrls } from './find-urls.ts'

/** Addresses in what people typed and what the model wrote. */
export const urls: Extractor = {
  name: 'addresses',
  kinds: ['assistant'],
  roles: ['prompt', 'program-prompt', 'command', 'plan-handover'],
  extract({ entry, text, facts }) {
    const source = entry.kind === 'assistant' ? 'answer' : 'prompt'
    for (const url of findUrls(text)) facts.urls.push({ url, source, entry, call: undefined })
  },
}
