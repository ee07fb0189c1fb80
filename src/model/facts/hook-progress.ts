import { asObject } from '../../format/json.ts'
import { addHook } from './add-hook.ts'
import type { Extractor } from './extractor.ts'

/** Until 2.1.8x the start of a hook is all that is recorded of it. */
export const hookProgress: Extractor = {
  name: 'hook progress',
  kinds: ['progress/hook_progress'],
  extract({ entry, json, facts }) {
    const data = asObject(json.data)
    addHook(facts, entry, {
      event: data?.hookEvent,
      name: data?.hookName,
      command: data?.command,
      toolUseId: json.toolUseID,
      outcome: 'started',
    })
  },
}
