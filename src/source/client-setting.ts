import { UserError } from '../user-error.ts'
import { changeJson } from './change-json.ts'
import { openClientFile } from './client-file.ts'

/** One setting in a file of the client's settings, read and not yet changed. */
export interface ClientSetting {
  /** Undefined where the file says nothing about it. */
  readonly known: unknown
  /** Sets the one key. Everything else in the file stays as it is, down to its spaces. */
  set(value: unknown): void
}

/** Opens a file to change one key of it: `cleanupPeriodDays` or `statusLine`. */
export function openClientSetting(path: string, key: string): ClientSetting {
  const byHand = `set "${key}" by hand`
  const file = openClientFile(path, { byHand })
  return {
    known: file.json[key],
    set(value) {
      const { content } = file
      const next =
        content === undefined
          ? `${JSON.stringify({ [key]: value }, null, 2)}\n`
          : changeJson(content, [{ do: 'set', path: [key], value, at: 'first' }], 'line')
      if (next === undefined)
        throw new UserError({
          code: 'settings-not-changed',
          message: `${path} is written in a way that cannot be changed safely: it was not changed`,
          hint: `Set "${key}" by hand.`,
        })
      file.write(next)
    },
  }
}
