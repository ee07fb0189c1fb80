import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../format/json.ts'
import { parseClientJson } from './client-file.ts'
import { findDouble, type JsonPath, type JsonPlacing, removeJson, replaceJson, setJson } from './edit-json.ts'

/** One change of a JSON text. Changes are made in their order; each path is that of the text at this moment. */
export type JsonChange =
  /** Objects on the way that are not there are made. */
  | { readonly do: 'set'; readonly path: JsonPath; readonly value: unknown; readonly at?: JsonPlacing['at'] }
  /** A value as it was once written. */
  | { readonly do: 'put'; readonly path: JsonPath; readonly json: string }
  /** `emptied`: what the object or list around it becomes where nothing is left in it. */
  | { readonly do: 'remove'; readonly path: JsonPath; readonly emptied?: string | undefined }

/**
 * The text with these changes and nothing else: what is parsed from the new text is what was parsed from the old, changed
 * in the same way by other code. Undefined where that cannot be had: names that stand twice, values of another kind on
 * the way, nesting without end.
 */
export function changeJson(
  text: string,
  changes: readonly JsonChange[],
  style: JsonPlacing['style'],
): string | undefined {
  try {
    let changed = text
    let expected: unknown = parseClientJson(text)
    for (const change of changes) {
      if (findDouble(changed, change.path.slice(0, -1)) !== undefined) return undefined
      changed = changeText(changed, change, style)
      expected = changeParsed(expected, change)
    }
    return isDeepStrictEqual(parseClientJson(changed), expected) ? changed : undefined
  } catch {
    return undefined
  }
}

function changeText(text: string, change: JsonChange, style: JsonPlacing['style']): string {
  if (change.do === 'put') return replaceJson(text, change.path, change.json)
  if (change.do === 'remove') return removeJson(text, change.path, change.emptied)
  const placing = { at: change.at ?? 'last', style }
  let made = text
  for (let depth = 1; depth < change.path.length; depth++) {
    const path = change.path.slice(0, depth)
    if (valueAt(parseClientJson(made), path) === undefined) made = setJson(made, path, {}, placing)
  }
  return setJson(made, change.path, change.value, placing)
}

/** The same change of what was parsed. */
export function changeParsed(value: unknown, change: JsonChange): unknown {
  return changeValue(value, change.path, change)
}

/** Undefined where there is none. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as { readonly [key: string | number]: unknown })[key]
  }
  return at
}

function changeValue(value: unknown, [key, ...rest]: JsonPath, change: JsonChange): unknown {
  if (Array.isArray(value)) {
    const at = key as number
    if (rest.length > 0) return value.with(at, changeValue(value[at], rest, change))
    return change.do === 'remove' ? value.toSpliced(at, 1) : value.toSpliced(at, 1, newValue(change))
  }
  if (value !== undefined && (typeof value !== 'object' || value === null)) throw new Error('no object on the way')
  const members = Object.entries((value ?? {}) as JsonObject)
  const known = members.find(([name]) => name === key)
  if (rest.length > 0) return withMember(members, key as string, changeValue(known?.[1], rest, change))
  if (change.do !== 'remove') return withMember(members, key as string, newValue(change))
  return Object.fromEntries(members.filter(([name]) => name !== key))
}

function newValue(change: Exclude<JsonChange, { readonly do: 'remove' }>): unknown {
  return change.do === 'put' ? JSON.parse(change.json) : change.value
}

function withMember(members: readonly (readonly [string, unknown])[], key: string, value: unknown): object {
  return Object.fromEntries([...members.filter(([name]) => name !== key), [key, value]])
}
