import { asObject, asString } from '../format/json.ts'
import { createParser } from '../format/parser.ts'
import { readChunks } from './read-chunks.ts'

/** Names in `paste-cache/` of long texts pasted in a session, from the client's log of every prompt typed. */
export function listPasteNames(historyPath: string, sessionId: string): readonly string[] {
  const names = new Set<string>()
  const parser = createParser({
    onEntry({ json }) {
      if (json?.sessionId !== sessionId) return
      for (const pasted of Object.values(asObject(json.pastedContents) ?? {})) {
        const name = asString(asObject(pasted)?.contentHash)
        if (name !== undefined) names.add(name)
      }
    },
  })
  try {
    for (const chunk of readChunks(historyPath)) parser.push(chunk)
  } catch {
    return []
  }
  parser.finish()
  return [...names]
}
