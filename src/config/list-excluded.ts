import { resolve } from 'node:path'
import type { Config } from './settings.ts'

/** Projects that are kept out, with `~` written out. */
export function listExcluded({ config, home }: { readonly config: Config; readonly home: string }): readonly string[] {
  return (config.exclude ?? []).map(text => {
    return text === '~' || /^~[\\/]/.test(text) ? resolve(home, `.${text.slice(1)}`) : text
  })
}
