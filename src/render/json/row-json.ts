import { formatIso } from '../../time/day.ts'
import type { Part } from '../view/part.ts'
import type { RawRow, Row } from '../view/row.ts'

export interface RowJsonOptions {
  /** False: the bytes of images and documents are left out. */
  readonly hasMedia: boolean
}

/** What a row is in JSON: times as ISO 8601; a raw row holds the entry itself, or its text where it is no object. */
export type RowJson<Kind extends Row = Row> = Kind extends RawRow
  ? WithTimes<Omit<RawRow, 'json'>> & { readonly entry?: object | undefined; readonly text?: string | undefined }
  : WithTimes<Kind>

type WithTimes<Value> = {
  readonly [Field in keyof Value]: Field extends 'at' | 'startedAt' | 'endedAt' ? string | undefined : Value[Field]
}

export function rowJson(row: Row, options: RowJsonOptions): object {
  const timed = withTimes(withPlainHunks(row))
  return options.hasMedia ? timed : (withoutMedia(timed) as object)
}

const PART_LISTS = ['input', 'output', 'parts', 'rest'] as const

/** Hunks come as they are recorded: line counts follow from their lines, so they are not promised. */
function withPlainHunks(row: Row): Row {
  const lists = row as { readonly [name in (typeof PART_LISTS)[number]]?: readonly Part[] }
  const held = PART_LISTS.filter(name => lists[name]?.some(part => part.kind === 'diff'))
  return held.length === 0
    ? row
    : { ...row, ...Object.fromEntries(held.map(name => [name, lists[name]?.map(plainPart)])) }
}

function plainPart(part: Part): Part {
  if (part.kind !== 'diff') return part
  return { ...part, hunks: part.hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })) }
}

function withTimes(row: Row): object {
  if (row.kind === 'loss') return row
  if (row.kind === 'session') return { ...row, startedAt: formatIso(row.startedAt), endedAt: formatIso(row.endedAt) }
  if (row.kind !== 'raw') return { ...row, at: formatIso(row.at) }
  const { json, ...rest } = row
  return { ...rest, at: formatIso(row.at), ...entryOf(json) }
}

/** Printed by us, so nearly always an object; what was nested too deeply to be printed stays a text. */
function entryOf(json: string): { readonly entry: object } | { readonly text: string } {
  try {
    const entry: unknown = JSON.parse(json)
    if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) {
      JSON.stringify(entry)
      return { entry }
    }
  } catch {
    // Not JSON, or too deep to be written.
  }
  return { text: json }
}

/** A note stands where bytes stood in an entry; a part of a row loses them without one, as its size says all. */
const LEFT_OUT = '(not included)'

function withoutMedia(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMedia)
  if (typeof value !== 'object' || value === null) return value
  if ((value as Part).kind === 'media' && 'mediaType' in value) return { ...value, base64: undefined }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, holdsBytes(value, name) ? LEFT_OUT : withoutMedia(inner)]),
  )
}

/** How clients and MCP servers record bytes: `data` beside a media type, `base64` of a file, `blob` of a resource. */
function holdsBytes(object: object, name: string): boolean {
  if (typeof (object as { [name: string]: unknown })[name] !== 'string') return false
  if (name === 'base64') return true
  return (name === 'data' || name === 'blob') && ('media_type' in object || 'mimeType' in object)
}
