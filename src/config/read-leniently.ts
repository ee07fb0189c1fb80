import { readFileSync } from 'node:fs'
import { isNestedDeeper, MAX_SETTING_LEVELS } from '../text/nesting.ts'

/**
 * The settings as they stand in the file, not checked; nothing where it is missing or broken. For what runs while somebody
 * waits: a broken file must not cost it, and other commands complain.
 */
export function readConfigLeniently(path: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    if (isNestedDeeper(value, MAX_SETTING_LEVELS)) return {}
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
