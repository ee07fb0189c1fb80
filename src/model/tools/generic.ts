import type { JsonObject } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

/** Keys that usually say what a call is about, best first. */
const TELLING = [
  'command',
  'file_path',
  'path',
  'url',
  'uri',
  'query',
  'pattern',
  'title',
  'subject',
  'name',
  'id',
  'description',
  'prompt',
  'message',
  'text',
]
const MAX_KEYS = 100

/** For tools we know nothing of: the most telling short value, else the first one. */
export function headlineOfAny(input: JsonObject): string {
  for (const key of TELLING) {
    const line = Object.hasOwn(input, key) ? oneLine(input[key]) : ''
    if (line !== '') return line
  }
  let seen = 0
  for (const key in input) {
    if (seen++ > MAX_KEYS) break
    const line = oneLine(input[key])
    if (line !== '') return line
  }
  return ''
}

export const generic = defineTool({
  names: ['*'],
  about: 'Any tool without a page of its own: kept and shown as it is.',
  seen: 'names the model made up, and tools newer than this version',
  input: {},
  result: {},
  isOpen: true,
  headline: headlineOfAny,
})
