import { asArray, asObjects, asStrings } from '../../format/json.ts'
import { addHook, addHookError } from './add-hook.ts'
import type { Extractor } from './extractor.ts'

/** One line sums up all hooks that ran at the end of a turn. */
export const stopHooks: Extractor = {
  name: 'stop hooks',
  kinds: ['system/stop_hook_summary'],
  extract({ entry, json, facts }) {
    const hooks = asObjects(json.hookInfos)
    const errors = asStrings(json.hookErrors)
    // Errors do not say which hook they are of: only when there is one for each are all known to have failed.
    const hasAllFailed = errors.length > 0 && errors.length >= hooks.length
    const outcome = json.preventedContinuation === true ? 'blocked' : hasAllFailed ? 'error' : 'success'
    const injected = asArray(json.hookAdditionalContext)
    hooks.forEach((hook, position) => {
      addHook(facts, entry, {
        event: 'Stop',
        name: undefined,
        command: hook.command,
        toolUseId: json.toolUseID,
        durationMs: hook.durationMs,
        outcome,
        injected: position === 0 ? injected : undefined,
      })
    })
    for (const error of errors) addHookError(facts, entry, error)
  },
}
