import { asString } from '../../format/json.ts'
import { addHook, addHookError } from './add-hook.ts'
import type { Extractor } from './extractor.ts'

/** `Running PostToolUse:Edit...`, and `PostToolUse:Edit [command] completed successfully: …`, the names in bold. */
const STARTED = /^Running ([A-Z]\w+(?::[\w|*.-]+)?)\.\.\.$/
const ENDED = /^([A-Z]\w+(?::[\w|*.-]+)?) \[(.{1,2000}?)\] (completed successfully|failed|[a-z]+)/

/** In 1.0.x hooks are told of in notices for the user, as coloured text. */
export const hookNotices: Extractor = {
  name: 'hook notices',
  kinds: ['system'],
  extract({ entry, json, facts }) {
    const content = asString(json.content)
    if (!content?.includes('\x1b[')) return
    const text = content.slice(0, 4000).replace(/\x1b\[[0-9;]*m/g, '')
    const started = STARTED.exec(text)
    const ended = started ? undefined : ENDED.exec(text)
    const name = started?.[1] ?? ended?.[1]
    if (!name) return
    const isSuccess = ended?.[3] === 'completed successfully'
    addHook(facts, entry, {
      event: name.split(':', 1)[0],
      name,
      command: ended?.[2],
      toolUseId: json.toolUseID,
      outcome: started ? 'started' : isSuccess ? 'success' : 'error',
    })
    if (ended && !isSuccess) addHookError(facts, entry, text)
  },
}
